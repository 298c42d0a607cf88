// Delays in nanoseconds of CLOCK_BOOTTIME, and their median.

#ifndef MEDIAN_H
#define MEDIAN_H

#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#define MOST_DELAYS 1000000

struct delays {
    int64_t *values;
    size_t count;
};

static inline int64_t boottime(void) {
    struct timespec now;
    clock_gettime(CLOCK_BOOTTIME, &now);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

static inline void add_delay(struct delays *delays, int64_t delay) {
    if (delays->values == NULL) {
        delays->values = calloc(MOST_DELAYS, sizeof *delays->values);
    }
    if (delays->values != NULL && delays->count < MOST_DELAYS) {
        delays->values[delays->count++] = delay;
    }
}

static inline int compare_delays(const void *left, const void *right) {
    int64_t a = *(const int64_t *)left;
    int64_t b = *(const int64_t *)right;
    return (a > b) - (a < b);
}

// In microseconds; -1 without any. Sorts them.
static inline double median_delay_us(struct delays *delays) {
    if (delays->count == 0) {
        return -1;
    }
    qsort(delays->values, delays->count, sizeof *delays->values, compare_delays);
    return (double)delays->values[delays->count / 2] / 1000;
}

#endif
