/* The one simulated sensor: how it was asked to be, and the state it is in. */
#ifndef SENSOR_H
#define SENSOR_H

#include <stdbool.h>
#include <stdint.h>

#include "../motion.h"

#define REPORT_ID 1

/* One input report carries raw counts of 1/1000 g: scale 0.00980665 m/s^2. */
#define COUNTS_PER_MS2 (1000.0 / G)

enum kind {
	ACCEL,
	HINGE,
};

/* Selectors of the feature report as the host sets them, 1-based. */
enum {
	POWER_D0 = 2,
	POWER_D4_OFF = 6,
	REPORTING_NO_EVENTS = 1,
	REPORTING_ALL_EVENTS = 2,
};

struct sensor {
	/* options; times in seconds since the start, <0: never */
	enum kind kind;
	const char *name;
	uint16_t product;       /* HID product id; 0: by the kind */
	const char *control;    /* path of the FIFO */
	int bits;               /* of each axis in the input report, 16 or 32 */
	double rate;            /* reports/s until the host asks otherwise */
	int min_interval;       /* ms; requests below are raised to this */
	bool fixed_rate;
	bool always;
	bool exit_at_end;
	bool verbose;
	bool start_on_stream;
	bool on_change;
	double duration;
	double unplug_at;
	double replug_after;    /* seconds after the unplugging */
	struct motion motion;   /* m/s^2; degrees for a hinge */

	/* state */
	double started;         /* CLOCK_MONOTONIC, seconds */
	bool quit;
	int fd;                 /* /dev/uhid while plugged */
	int timer;              /* ticks once a report */
	bool plugged;
	bool kernel_started;
	bool opened;
	bool stalled;
	bool stopped;
	uint8_t power;
	uint8_t reporting;
	uint32_t interval;      /* ms */
	uint32_t sensitivity;   /* 1/1000 g */
	bool host_interval;     /* interval is the host's own */
	bool ticking;
	double tick_period;     /* seconds */
	double sent[3];
	bool sent_any;
	uint64_t n_reports;
	uint64_t n_get;
	uint64_t n_set;
};

extern struct sensor sensor;

/* Seconds since the program's start. */
double elapsed(void);

#endif
