#include "fold.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#define GRAVITY 9.80665        // m/s^2
#define SMOOTHING 0.12         // of the way, at 60 Hz
#define GAIN (-1.6)
#define DEADZONE 0.03
#define CLOSED_FROM 0.85
#define CLOSED_UNTIL 0.83
#define OPEN_UNTIL 0.02
#define FIRST_TICK 25000000    // ns after an update
#define TICK 16666667          // ns
#define TICKING_FOR 2000000000 // ns after a sample
#define HELD_FOR 500000000     // ns

enum reading { UNUSABLE, IMPLAUSIBLE, PLAUSIBLE };

// Scaled by the largest component, so that no square overflows.
static double magnitude(double x, double y, double z) {
    double largest = fmax(fabs(x), fmax(fabs(y), fabs(z)));
    if (largest == 0) {
        return 0;
    }
    double sx = x / largest;
    double sy = y / largest;
    double sz = z / largest;
    return largest * sqrt(sx * sx + sy * sy + sz * sz);
}

static enum reading reading_of(double x, double y, double z, double length) {
    // fmax skips a NaN, so the components are asked themselves.
    if (!isfinite(x) || !isfinite(y) || !isfinite(z) || !isfinite(length) || length < 0.01 * GRAVITY) {
        return UNUSABLE;
    }
    return length < 0.5 * GRAVITY || length > 1.5 * GRAVITY ? IMPLAUSIBLE : PLAUSIBLE;
}

static double tilt(double gravity) {
    return asin(fmax(-1, fmin(1, gravity))) / (M_PI / 2);
}

static enum fold_status next_status(enum fold_status status, double fold) {
    if (fold == 0) {
        return FULLY_OPEN;
    }
    if (fold >= CLOSED_FROM || (status == CLOSED && fold >= CLOSED_UNTIL)) {
        return CLOSED;
    }
    return status == FULLY_OPEN && fold <= OPEN_UNTIL ? FULLY_OPEN : PARTIALLY_OPEN;
}

static void update(struct fold *fold, int64_t time, fold_sink sink, void *context) {
    double alpha = SMOOTHING;
    if (fold->seq > 0) {
        double seconds = (double)(time - fold->last_update) / 1e9;
        alpha = 1 - pow(1 - SMOOTHING, seconds * 60);
    }
    fold->filtered_x += (fold->target_x - fold->filtered_x) * alpha;
    fold->filtered_y += (fold->target_y - fold->filtered_y) * alpha;
    double roll = fold->filtered_y;
    double value = fmax(0, fmin(1, roll * GAIN - DEADZONE));
    fold->status = next_status(fold->status, value);
    fold->last_update = time;
    fold->seq++;
    struct fold_update result = {
        .seq = fold->seq,
        .time = time,
        .fold = value,
        .roll = roll,
        .pitch = -fold->filtered_x,
        .status = fold->status,
    };
    sink(&result, context);
}

static bool is_held(struct fold *fold, enum reading reading, int64_t time) {
    if (reading != IMPLAUSIBLE) {
        fold->implausible = fold->implausible && reading == UNUSABLE;
        return reading == UNUSABLE;
    }
    if (!fold->implausible) {
        fold->implausible = true;
        fold->implausible_since = time;
    }
    return time - fold->implausible_since <= HELD_FOR;
}

void fold_sample(struct fold *fold, int64_t time, double x, double y, double z, fold_sink sink, void *context) {
    double length = magnitude(x, y, z);
    enum reading reading = reading_of(x, y, z, length);
    if (fold->seq == 0 && reading != PLAUSIBLE) {
        return;
    }
    while (fold->seq > 0 && fold->next_tick <= time && fold->next_tick <= fold->last_sample + TICKING_FOR) {
        update(fold, fold->next_tick, sink, context);
        fold->next_tick += TICK;
    }
    bool late = fold->seq > 0 && time <= fold->last_update;
    if (late) {
        time = fold->last_update;
    }
    if (!is_held(fold, reading, time)) {
        fold->target_x = tilt(x / length);
        fold->target_y = tilt(y / length);
    }
    fold->last_sample = time;
    if (late) {
        return;
    }
    update(fold, time, sink, context);
    fold->next_tick = time + FIRST_TICK;
}

// The double 5e-7 lies below half a millionth: up to there all six decimals are zeros, and a sign would stay.
static double without_negative_zero(double value) {
    return fabs(value) <= 5e-7 ? 0 : value;
}

int fold_line(const struct fold_update *update, char line[FOLD_LINE]) {
    static const char *const names[] = {"fully-open", "partially-open", "closed"};
    int64_t microseconds = (update->time + 500) / 1000;
    return snprintf(line, FOLD_LINE,
                    "{\"seq\":%" PRIu64 ",\"t\":%" PRId64 ".%06" PRId64
                    ",\"fold\":%.6f,\"roll\":%.6f,\"pitch\":%.6f,\"status\":\"%s\"}\n",
                    update->seq, microseconds / 1000000, microseconds % 1000000, update->fold,
                    without_negative_zero(update->roll), without_negative_zero(update->pitch), names[update->status]);
}
