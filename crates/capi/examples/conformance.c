/* Replays recorded conversations (conformance/README.md): conformance FILE... */
#include <cardwright.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

static char *line;
static size_t room;

/* The next line of the file without its line break; 0 after the last. */
static int next(FILE *file) {
    ssize_t got = getline(&line, &room, file);
    if (got > 0 && line[got - 1] == '\n') line[got - 1] = 0;
    return got > 0;
}

/* Compares the answer with the next lines of the file, and frees it. Returns the number of differences. */
static int compare(FILE *file, const char *name, char *replies) {
    int wrong = 0;
    for (char *rest = replies; rest && *rest;) {
        size_t length = strcspn(rest, "\n");
        int alike = next(file) && line[0] == '<' && strlen(line + 2) == length && !strncmp(line + 2, rest, length);
        if (!alike) fprintf(stderr, "%s: unexpected %.*s\n", name, length < 200 ? (int)length : 200, rest);
        wrong += !alike;
        rest += length + (rest[length] == '\n');
    }
    cardwright_string_free(replies);
    return wrong;
}

int main(int count, char **files) {
    int wrong = 0;
    if (count < 2) return fprintf(stderr, "usage: %s FILE... (conformance/*.txt)\n", files[0]), 2;
    for (int nth = 1; nth < count; nth++) {
        FILE *file = fopen(files[nth], "r");
        if (!file) return perror(files[nth]), 2;
        Cardwright *service = cardwright_new(1);
        while (next(file)) {
            if (line[0] == '<') fprintf(stderr, "%s: missing %.200s\n", files[nth], line + 2), wrong++;
            if (line[0] != '>') continue;
            wrong += compare(file, files[nth], cardwright_handle(service, line[1] ? line + 2 : line + 1));
            while (cardwright_is_busy(service)) wrong += compare(file, files[nth], cardwright_work(service));
        }
        fclose(file), cardwright_free(service);
    }
    free(line);
    printf("%d conversations, %d differences\n", count - 1, wrong);
    return wrong != 0;
}
