/* A complete game against bots with hidden hands. Every action is one that the question offers. */
#include <cardwright.h>
#include <stdio.h>
#include <string.h>

int main(int count, char **arguments) {
    char params[200], path[40];
    snprintf(params, sizeof params, "{\"game\":\"%s\",\"seats\":[\"human\",\"greedy\"],\"seed\":7}",
             count > 1 ? arguments[1] : "moon-bots");
    Cardwright *service = cardwright_new(7);
    CardwrightError *error = NULL;
    char *made = cardwright_match_new(service, params, &error);
    if (error) {
        char *message = cardwright_error_message(error);
        fprintf(stderr, "error: %s\n", message);
        cardwright_string_free(message), cardwright_error_free(error), cardwright_free(service);
        return 1;
    }
    char *match = cardwright_json_text(made, "/match");
    for (int over = 0; !over;) {
        char *question = cardwright_question(service, match, 1, NULL);
        char *actor = cardwright_json_text(question, "/actor/kind");
        over = strcmp(actor, "over") == 0;
        if (over) {
            char *winners = cardwright_json_text(question, "/actor/winners");
            printf("winners: %s\n", winners);
            cardwright_string_free(winners);
        } else {
            snprintf(path, sizeof path, "/choices/%zu/action", cardwright_json_count(question, "/choices") - 1);
            char *action = cardwright_json_text(question, path); /* your own choice goes here */
            cardwright_string_free(cardwright_play(service, match, 1, action, NULL));
            cardwright_string_free(action);
        }
        cardwright_string_free(actor), cardwright_string_free(question);
    }
    cardwright_string_free(match), cardwright_string_free(made), cardwright_free(service);
}
