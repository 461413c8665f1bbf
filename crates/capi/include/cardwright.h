/* Cardwright for C. Made from crates/capi/src by `cargo xtask generate`; do not edit. */

#ifndef CARDWRIGHT_H
#define CARDWRIGHT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/*
 As a `seat`: a spectator, who sees only public information.
 */
#define CARDWRIGHT_SPECTATOR -1

/*
 The matches of one caller, and its pending requests. Opaque; created by `cardwright_new`.
 */
typedef struct Cardwright Cardwright;

/*
 Why a call failed. Opaque; free it with `cardwright_error_free`.
 */
typedef struct CardwrightError CardwrightError;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/*
 The version of the library, such as `0.1.0`. Do not free it.
 */
const char *cardwright_version(void);

/*
 Creates a service without matches. Free it with `cardwright_free`. Matches without a seed get one derived from
 `seed`: pass an unpredictable number if players must not know future dice and draws.
 */
Cardwright *cardwright_new(uint64_t seed);

/*
 Frees a service with all its matches. Does nothing for null.

 # Safety
 `service` is null or comes from `cardwright_new` and has not been freed.
 */
void cardwright_free(Cardwright *service);

/*
 Handles one line of the protocol. Returns the lines to send back, separated by line feeds; null if there are none.
 If the library fails, the answer is an error with code -32603 and id null, and so is the answer to every later line:
 see `cardwright_has_failed`.

 # Safety
 `service` is a live handle, `line` null or a string that ends with a zero byte.
 */
char *cardwright_handle(Cardwright *service,
                        const char *line);

/*
 Continues simulations that `cardwright_handle` started. Returns the lines to send now, or null. Call it while
 `cardwright_is_busy` returns 1.

 # Safety
 `service` is a live handle.
 */
char *cardwright_work(Cardwright *service);

/*
 1 if a call has failed inside the library, otherwise 0. The matches of such a service may be inconsistent: every
 call returns the same error, and you can only free it with `cardwright_free`. Other services are not affected.

 # Safety
 `service` is a live handle, or null.
 */
int cardwright_has_failed(const Cardwright *service);

/*
 1 while simulations are in progress, otherwise 0.

 # Safety
 `service` is a live handle.
 */
int cardwright_is_busy(const Cardwright *service);

/*
 Calls a method of the protocol and returns its result as JSON. `params` is a JSON object, or null for none. A
 simulation runs to its end.

 # Safety
 `service` is a live handle, the strings end with a zero byte, `error` is null or points to a pointer.
 */
char *cardwright_call(Cardwright *service,
                      const char *method,
                      const char *params,
                      CardwrightError **error);

/*
 Starts a match (`match/new`). `params` is its JSON, such as
 `{"game":"moon-bots","seats":["human","greedy","greedy"],"seed":7}`. The name of the match is at `/match`.

 # Safety
 As `cardwright_call`.
 */
char *cardwright_match_new(Cardwright *service,
                           const char *params,
                           CardwrightError **error);

/*
 Loads a match (`match/load`) from the text of the file that `cardwright_save` returned for the host.

 # Safety
 As `cardwright_call`.
 */
char *cardwright_load(Cardwright *service,
                      const char *save,
                      CardwrightError **error);

/*
 A match as a file for the host (`seat` 0), for `cardwright_load`: the text itself, not the document around it. For a
 seat, the JSON of that player's copy.

 # Safety
 As `cardwright_call`.
 */
char *cardwright_save(Cardwright *service,
                      const char *name,
                      int seat,
                      CardwrightError **error);

/*
 The question, with every allowed action (`match/question`), as a seat may see it. Seats count from 1; 0 is the host,
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
 Plays an action (`match/play`): an action of the question, or its number from 1. Bots and dice follow. `/lines`
 contains what has happened since this seat last looked.

 # Safety
 As `cardwright_call`.
 */
char *cardwright_play(Cardwright *service,
                      const char *name,
                      int seat,
                      const char *action,
                      CardwrightError **error);

/*
 Whether an action is allowed, what decides it and what would follow (`match/why`).

 # Safety
 As `cardwright_call`.
 */
char *cardwright_why(Cardwright *service,
                     const char *name,
                     int seat,
                     const char *action,
                     CardwrightError **error);

/*
 What went wrong, in one sentence. Free it with `cardwright_string_free`.

 # Safety
 `error` is null or comes from this library and has not been freed.
 */
char *cardwright_error_message(const CardwrightError *error);

/*
 The code of the protocol, such as 1 for an action that the rules refuse; 0 for a null pointer.

 # Safety
 As `cardwright_error_message`.
 */
int64_t cardwright_error_code(const CardwrightError *error);

/*
 The error as JSON, with its `data` (a refusal, diagnostics, places). Free it with `cardwright_string_free`.

 # Safety
 As `cardwright_error_message`.
 */
char *cardwright_error_json(const CardwrightError *error);

/*
 Frees an error. Does nothing for null.

 # Safety
 `error` is null or comes from this library and has not been freed.
 */
void cardwright_error_free(CardwrightError *error);

/*
 The string at a place of a JSON document; any other value as JSON. Null if there is no value. Free it with
 `cardwright_string_free`.

 # Safety
 Both are null or strings that end with a zero byte.
 */
char *cardwright_json_text(const char *document,
                           const char *pointer);

/*
 The integer at a place of a JSON document, or `otherwise` if there is none.

 # Safety
 Both are null or strings that end with a zero byte.
 */
int64_t cardwright_json_number(const char *document, const char *pointer, int64_t otherwise);

/*
 The length of the list or object at a place of a JSON document; 0 if there is none.

 # Safety
 Both are null or strings that end with a zero byte.
 */
size_t cardwright_json_count(const char *document, const char *pointer);

/*
 Frees a string that a function of this library returned. Does nothing for null.

 # Safety
 `text` is null or comes from this library, has not been freed, and its length has not been changed.
 */
void cardwright_string_free(char *text);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* CARDWRIGHT_H */
