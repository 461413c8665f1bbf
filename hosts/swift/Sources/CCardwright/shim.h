#include <cardwright.h>
