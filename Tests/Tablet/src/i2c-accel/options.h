/* The command line: which chip to feed, and with what. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "../motion.h"

struct options {
	const char *bus;        /* /dev/i2c-N */
	int addr;
	const char *device;     /* the IIO device's sysfs directory */
	const char *trace;
	const char *control;    /* path of the FIFO */
	double rate;            /* Hz */
	double duration;        /* seconds; <0: for ever */
	struct motion motion;   /* m/s^2 */
};

extern struct options options;

/* Exits by itself after --help, or on what it does not understand. */
void options_parse(int argc, char **argv);

#endif
