// The mathematics of docs/pipeline.md in plain C, for the programs that folddaemon is measured against. Landscape-right,
// defaults of gain, deadzone and smoothing, no calibration.

#ifndef FOLD_H
#define FOLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum fold_status { FULLY_OPEN, PARTIALLY_OPEN, CLOSED };

// Zeroed before the first sample. Times are nanoseconds.
struct fold {
    int64_t last_update;
    int64_t last_sample;
    int64_t next_tick;
    int64_t implausible_since;
    double target_x;
    double target_y;
    double filtered_x;
    double filtered_y;
    uint64_t seq;
    enum fold_status status;
    bool implausible;
};

struct fold_update {
    uint64_t seq;
    int64_t time;
    double fold;
    double roll;
    double pitch;
    enum fold_status status;
};

typedef void (*fold_sink)(const struct fold_update *update, void *context);

// Calls the sink for each update that the sample causes: none, one, or ticks and one. Acceleration in m/s^2.
void fold_sample(struct fold *fold, int64_t time, double x, double y, double z, fold_sink sink, void *context);

#define FOLD_LINE 256

// Writes the line of an update, with its newline and a NUL, and returns its length.
int fold_line(const struct fold_update *update, char line[FOLD_LINE]);

#endif
