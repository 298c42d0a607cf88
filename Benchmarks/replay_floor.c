// A recording in, fold lines out, as a competent C programmer would write it: the floor for `foldctl replay`.
//
//     replay_floor FILE

#include "fold.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void print_update(const struct fold_update *update, void *context) {
    char line[FOLD_LINE];
    (void)context;
    fold_line(update, line);
    fputs(line, stdout);
}

// The four numbers of a row, true if they are there.
static int parse_row(const char *row, double numbers[4]) {
    for (int i = 0; i < 4; i++) {
        char *end;
        numbers[i] = strtod(row, &end);
        if (end == row || *end != (i < 3 ? ',' : '\n')) {
            return 0;
        }
        row = end + 1;
    }
    return 1;
}

int main(int count, char **arguments) {
    if (count != 2) {
        fprintf(stderr, "usage: replay_floor FILE\n");
        return 64;
    }
    FILE *file = fopen(arguments[1], "r");
    if (file == NULL) {
        perror(arguments[1]);
        return 66;
    }
    struct fold fold = {0};
    char row[512];
    long number = 0;
    while (fgets(row, sizeof row, file) != NULL) {
        double numbers[4];
        number++;
        if (row[0] == '#' || row[0] == 't') {
            continue;
        }
        if (!parse_row(row, numbers)) {
            fprintf(stderr, "%s:%ld: not a row of t,x,y,z\n", arguments[1], number);
            return 65;
        }
        fold_sample(&fold, llround(numbers[0] * 1e9), numbers[1], numbers[2], numbers[3], print_update, NULL);
    }
    return fflush(stdout) == 0 ? 0 : 1;
}
