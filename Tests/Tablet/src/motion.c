#define _GNU_SOURCE
#include "motion.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec + ts.tv_nsec / 1e9;
}

/* ---- what is played ------------------------------------------------------ */

struct rows {
	struct sample *row;
	size_t count;
	size_t capacity;
};

static bool rows_add(struct rows *rows, const struct sample *s)
{
	if (rows->count == rows->capacity) {
		size_t capacity = rows->capacity ? rows->capacity * 2 : 256;
		struct sample *grown = realloc(rows->row, capacity * sizeof *grown);

		if (!grown)
			return false;
		rows->row = grown;
		rows->capacity = capacity;
	}
	rows->row[rows->count++] = *s;
	return true;
}

static bool rows_read(struct rows *rows, FILE *f, const char *path, int columns)
{
	char line[256];

	while (fgets(line, sizeof line, f)) {
		struct sample s = { 0 };

		if (sscanf(line, " %lf , %lf , %lf , %lf", &s.t, &s.v[0], &s.v[1], &s.v[2]) < 1 + columns)
			continue;
		if (rows->count && s.t < rows->row[rows->count - 1].t) {
			fprintf(stderr, "%s: time runs backwards at row %zu\n", path, rows->count + 1);
			return false;
		}
		if (!rows_add(rows, &s))
			return false;
	}
	return rows->count > 0;
}

bool motion_trace(struct motion *m, const char *path)
{
	struct rows rows = { 0 };
	FILE *f = fopen(path, "r");
	bool ok;

	if (!f)
		return false;
	ok = rows_read(&rows, f, path, m->columns);
	fclose(f);
	if (!ok) {
		free(rows.row);
		return false;
	}
	free(m->trace);
	m->trace = rows.row;
	m->trace_len = rows.count;
	m->pattern[0] = 0;
	m->t0 = -1;
	return true;
}

bool motion_pattern(struct motion *m, const char *name)
{
	static const char *const known[] = { "still", "tilt", "orient", "shake", "circle" };

	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		if (strcmp(name, known[i]))
			continue;
		free(m->trace);
		m->trace = NULL;
		m->trace_len = 0;
		strcpy(m->pattern, name);
		m->t0 = -1;
		return true;
	}
	return false;
}

void motion_hold(struct motion *m, double x, double y, double z)
{
	m->held[0] = x;
	m->held[1] = y;
	m->held[2] = z;
	motion_pattern(m, "still");
}

void motion_start(struct motion *m)
{
	if (m->t0 < 0)
		m->t0 = now();
}

double motion_end(const struct motion *m)
{
	if (!m->trace || m->loop || m->t0 < 0)
		return -1;
	return m->t0 + m->trace[m->trace_len - 1].t - m->trace[0].t;
}

/* ---- what is measured ---------------------------------------------------- */

static void vector(double v[3], double x, double y, double z)
{
	v[0] = x;
	v[1] = y;
	v[2] = z;
}

/* The last row with row.t <= at. */
static size_t row_at(const struct motion *m, double at)
{
	size_t lo = 0;
	size_t hi = m->trace_len - 1;

	while (lo < hi) {
		size_t mid = (lo + hi + 1) / 2;

		if (m->trace[mid].t <= at)
			lo = mid;
		else
			hi = mid - 1;
	}
	return lo;
}

static void measure_trace(const struct motion *m, double t, double v[3])
{
	const struct sample *a = m->trace;
	size_t n = m->trace_len;
	double span = a[n - 1].t - a[0].t;
	double at;
	size_t i;

	if (m->loop && span > 0)
		t = fmod(t, span);
	at = a[0].t + t;
	i = row_at(m, at);
	memcpy(v, a[i].v, sizeof a[i].v);
	if (m->lerp && i + 1 < n && a[i + 1].t > a[i].t) {
		double k = (at - a[i].t) / (a[i + 1].t - a[i].t);

		for (int axis = 0; axis < 3; axis++)
			v[axis] += k * (a[i + 1].v[axis] - a[i].v[axis]);
	}
}

static void measure_pattern(const struct motion *m, double t, double v[3])
{
	if (!strcmp(m->pattern, "tilt")) {
		/* flat to upright and back about x, 4 s period */
		double a = M_PI / 4 * (1 - cos(2 * M_PI * t / 4));

		vector(v, 0, G * sin(a), G * cos(a));
	} else if (!strcmp(m->pattern, "orient")) {
		/* flat, then each edge down in turn, 3 s each */
		static const double q[5][3] = { { 0, 0, G }, { 0, -G, 0 }, { G, 0, 0 }, { 0, G, 0 }, { -G, 0, 0 } };

		memcpy(v, q[(int)(t / 3) % 5], sizeof q[0]);
	} else if (!strcmp(m->pattern, "shake")) {
		/* 5 Hz, 6 m/s^2 along x */
		vector(v, 6 * sin(2 * M_PI * 5 * t), 0, G);
	} else if (!strcmp(m->pattern, "circle")) {
		/* tilted 30 degrees, the direction turning once in 2 s */
		vector(v, G * 0.5 * cos(M_PI * t), G * 0.5 * sin(M_PI * t), G * cos(M_PI / 6));
	} else {
		memcpy(v, m->held, sizeof m->held);
	}
}

void motion_measure(const struct motion *m, double v[3])
{
	double t = m->t0 < 0 ? 0 : now() - m->t0;

	if (m->trace)
		measure_trace(m, t, v);
	else
		measure_pattern(m, t, v);
	if (m->noise > 0)
		for (int axis = 0; axis < 3; axis++)
			v[axis] += m->noise * (2 * drand48() - 1);
}
