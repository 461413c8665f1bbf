// The worker: the package's own, so that everything in it is what `cardwright/worker` does.
import "cardwright/worker.js";
