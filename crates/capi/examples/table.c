/* A pack from memory, "why not?", save and resume. */
#include <cardwright.h>
#include <stdio.h>

static void show(const char *what, char *document, const char *place) {
    char *text = cardwright_json_text(document, place);
    printf("%s: %s\n", what, text ? text : "nothing");
    cardwright_string_free(text);
    cardwright_string_free(document);
}

int main(void) {
    const char *params = /* the files of the pack as a JSON object; JSON strings cannot contain raw line feeds */
        "{\"game\":\"moon-bots\",\"seats\":[\"human\",\"greedy\",\"greedy\"],\"seed\":7,\"packs\":[{\"name\":\"mine\",\"files\":{"
        "\"pack.toml\":\"id = 'mine'\\nversion = '1.0.0'\\napi = 1\\ngame = 'moon-bots'\\nname = { en = 'Mine' }\\n"
        "authors = ['me']\\nlicense = 'MIT'\\ncards = ['upgrades.toml']\\n\","
        "\"upgrades.toml\":\"[[card]]\\nid = 'spare-cell'\\nkind = 'upgrade'\\nname = { en = 'Spare Cell' }\\n"
        "text = { en = 'Roll one die more.' }\\ncopies = 1\\ndice = 1\\n\"}}]}";
    Cardwright *service = cardwright_new(7);
    CardwrightError *error = NULL;
    char *made = cardwright_match_new(service, params, &error);
    if (!made) {
        char *json = cardwright_error_json(error);
        fprintf(stderr, "%s\n", json);
        cardwright_string_free(json), cardwright_error_free(error), cardwright_free(service);
        return 1;
    }
    char *match = cardwright_json_text(made, "/match");
    show("why", cardwright_why(service, match, 1, "buy top-left", NULL), "");
    cardwright_string_free(cardwright_play(service, match, 1, "no such thing", &error));
    char *message = cardwright_error_message(error);
    printf("refused with code %lld: %s\n", (long long)cardwright_error_code(error), message);
    cardwright_string_free(message), cardwright_error_free(error);
    char *save = cardwright_save(service, match, 0, NULL);
    char *again = cardwright_load(service, save, NULL);
    show("resumed", again, "/match");
    cardwright_string_free(save), cardwright_string_free(match), cardwright_string_free(made);
    cardwright_free(service);
}
