/* Cardwright for C. Made from crates/capi/src by `cargo xtask generate`; do not edit. */

#ifndef CARDWRIGHT_H
#define CARDWRIGHT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/*
 The matches of one caller, and what it has asked for. Opaque: made by `cardwright_new`.
 */
typedef struct Cardwright Cardwright;

/*
 Why a call failed. Opaque: freed with `cardwright_error_free`.
 */
typedef struct CardwrightError CardwrightError;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/*
 The version of the library, such as `0.1.0`. Not to be freed.
 */
const char *cardwright_version(void);

/*
 A service without matches; to be freed with `cardwright_free`. Seeds that a match leaves open follow from `seed`: give
 something nobody can guess where players must not know the luck to come.
 */
Cardwright *cardwright_new(uint64_t seed);

/*
 Frees a service with all its matches. Null is nothing to free.

 # Safety
 `service` comes from `cardwright_new` and was not freed before.
 */
void cardwright_free(Cardwright *service);

/*
 Takes one line of the protocol and gives the lines to send back, with a line feed between them; null if there are none.
 Where the library fails, the line is an error with code -32603 and id null, and so is the answer to every line after it:
 see `cardwright_has_failed`.

 # Safety
 `service` is a live handle, `line` null or a text that ends with a zero byte.
 */
char *cardwright_handle(Cardwright *service,
                        const char *line);

/*
 Goes on with simulations that `cardwright_handle` began: gives what is to be sent back now, or null. Call it as long as
 `cardwright_is_busy`.

 # Safety
 `service` is a live handle.
 */
char *cardwright_work(Cardwright *service);

/*
 1 once a call has failed inside the library, else 0. The matches of such a service may be half done: every call with it gives
 the same error, and all that is left is `cardwright_free`. Other services are as good as before.

 # Safety
 `service` is a live handle, or null.
 */
int cardwright_has_failed(const Cardwright *service);

/*
 1 while simulations are under way, else 0.

 # Safety
 `service` is a live handle.
 */
int cardwright_is_busy(const Cardwright *service);

/*
 Calls a method of the protocol and gives its result as JSON. `params` is a JSON object, or null for none. A simulation is
 played to its end.

 # Safety
 `service` is a live handle, the texts end with a zero byte, `error` is null or leads to a place for a pointer.
 */
char *cardwright_call(Cardwright *service,
                      const char *method,
                      const char *params,
                      CardwrightError **error);

/*
 Begins a match (`match/new`). `params` is its JSON, such as
 `{"game":"moon-bots","seats":["human","greedy","greedy"],"seed":7}`. The name of the match stands at `/match`.

 # Safety
 As `cardwright_call`.
 */
char *cardwright_match_new(Cardwright *service,
                           const char *params,
                           CardwrightError **error);

/*
 Takes up a match that `cardwright_save` gave the host (`match/load`): the text of its file.

 # Safety
 As `cardwright_call`.
 */
char *cardwright_load(Cardwright *service, const char *save, CardwrightError **error);

/*
 A match as a file for the host (`seat` 0), which `cardwright_load` takes: the text itself, not the document around it.
 With a seat it is the JSON of that player's copy.

 # Safety
 As `cardwright_call`.
 */
char *cardwright_save(Cardwright *service,
                      const char *name,
                      int seat,
                      CardwrightError **error);

/*
 What is asked, with every allowed answer (`match/question`), as a seat may see it; seats count from 1, and 0 is the host,
 who sees everything.

 # Safety
 As `cardwright_call`.
 */
char *cardwright_question(Cardwright *service,
                          const char *name,
                          int seat,
                          CardwrightError **error);

/*
 The table as a seat sees it (`match/view`); 0 is the host.

 # Safety
 As `cardwright_call`.
 */
char *cardwright_view(Cardwright *service, const char *name, int seat, CardwrightError **error);

/*
 Gives an answer (`match/play`): an action of the question, or its number from 1. Bots and dice answer after it; `/lines`
 has what happened since this seat was told last.

 # Safety
 As `cardwright_call`.
 */
char *cardwright_play(Cardwright *service,
                      const char *name,
                      int seat,
                      const char *action,
                      CardwrightError **error);

/*
 Whether an answer is allowed, what decides it and what would follow (`match/why`).

 # Safety
 As `cardwright_call`.
 */
char *cardwright_why(Cardwright *service,
                     const char *name,
                     int seat,
                     const char *action,
                     CardwrightError **error);

/*
 What went wrong, in one sentence; to be freed with `cardwright_string_free`.

 # Safety
 `error` is null or comes from this library and was not freed.
 */
char *cardwright_error_message(const CardwrightError *error);

/*
 The code of the protocol, such as 1 for an answer that the rules refuse; 0 for a null pointer.

 # Safety
 As `cardwright_error_message`.
 */
int64_t cardwright_error_code(const CardwrightError *error);

/*
 The error as JSON, with its `data` (a refusal, diagnostics, places); to be freed with `cardwright_string_free`.

 # Safety
 As `cardwright_error_message`.
 */
char *cardwright_error_json(const CardwrightError *error);

/*
 Frees an error. Null is nothing to free.

 # Safety
 `error` comes from this library and was not freed before.
 */
void cardwright_error_free(CardwrightError *error);

/*
 The text at a place of a JSON document; all but texts as JSON. Null where nothing is. To be freed with
 `cardwright_string_free`.

 # Safety
 Both are null or texts that end with a zero byte.
 */
char *cardwright_json_text(const char *document,
                           const char *pointer);

/*
 The whole number at a place of a JSON document, or `otherwise` where none is.

 # Safety
 Both are null or texts that end with a zero byte.
 */
int64_t cardwright_json_number(const char *document, const char *pointer, int64_t otherwise);

/*
 How many things the list or object at a place of a JSON document has; 0 where none is.

 # Safety
 Both are null or texts that end with a zero byte.
 */
size_t cardwright_json_count(const char *document, const char *pointer);

/*
 Frees a text that a function of this library gave. Null is nothing to free.

 # Safety
 `text` comes from this library, was not freed before, and its length was not changed.
 */
void cardwright_string_free(char *text);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* CARDWRIGHT_H */
