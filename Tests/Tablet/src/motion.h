/* What a simulated sensor measures over time: a trace, a pattern, or a value.
 * Values are in m/s^2 (degrees for a hinge), times in seconds. */
#ifndef MOTION_H
#define MOTION_H

#include <stdbool.h>
#include <stddef.h>

#define G 9.80665               /* m/s^2 */

struct sample {
	double t;
	double v[3];
};

struct motion {
	char pattern[16];       /* empty while a trace plays */
	struct sample *trace;
	size_t trace_len;
	double held[3];         /* for pattern "still" */
	double t0;              /* CLOCK_MONOTONIC at t=0; <0: not started */
	double noise;           /* uniform, +- */
	bool loop;
	bool lerp;              /* interpolate between the trace's rows */
	int columns;            /* values per trace row, 1 or 3 */
};

#define MOTION_INIT { .pattern = "still", .held = { 0, 0, G }, .t0 = -1, .columns = 3 }

/* CLOCK_MONOTONIC, in seconds. */
double now(void);

/* CSV rows t,x,y,z; any other line (header, comment, blank) is skipped.
 * False if there is no such row, or time runs backwards. */
bool motion_trace(struct motion *m, const char *path);

/* still | tilt | orient | shake | circle; false for any other name. */
bool motion_pattern(struct motion *m, const char *name);

/* Pattern "still" with this value. */
void motion_hold(struct motion *m, double x, double y, double z);

/* t=0 is now, unless it was before. */
void motion_start(struct motion *m);

/* CLOCK_MONOTONIC at which the trace runs out; <0 if it never does. */
double motion_end(const struct motion *m);

void motion_measure(const struct motion *m, double v[3]);

#endif
