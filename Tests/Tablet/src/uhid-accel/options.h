/* The command line, taken over into the sensor. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>

struct options {
	const char *trace;      /* not read yet: --hinge may follow */
	bool print_descriptor;
	bool value_set;         /* by --set */
};

/* Exits by itself after --help, or on what it does not understand. */
struct options options_parse(int argc, char **argv);

#endif
