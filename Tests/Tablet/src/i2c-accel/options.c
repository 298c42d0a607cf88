#define _GNU_SOURCE
#include "options.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

struct options options = {
	.addr = 0x0e,
	.device = "",
	.rate = 200,
	.duration = -1,
	.motion = MOTION_INIT,
};

static const char usage[] =
"usage: i2c-accel --bus /dev/i2c-N --addr 0x0e --device SYSFS-DIR [options]\n"
"  --trace FILE | --pattern NAME | --set X,Y,Z   as in uhid-accel\n"
"  --loop --lerp --noise A\n"
"  --rate HZ        how often the registers are rewritten (200)\n"
"  --duration S     end after S seconds\n"
"  --control PATH   FIFO: set X Y Z | pattern NAME | trace FILE | quit\n";

__attribute__((noreturn)) static void help(FILE *where, int status)
{
	fputs(usage, where);
	exit(status);
}

enum {
	OPT_BUS = 256,
	OPT_ADDR,
	OPT_DEVICE,
	OPT_TRACE,
	OPT_PATTERN,
	OPT_SET,
	OPT_LOOP,
	OPT_LERP,
	OPT_NOISE,
	OPT_RATE,
	OPT_DURATION,
	OPT_CONTROL,
};

static const struct option known[] = {
	{ "bus", 1, 0, OPT_BUS },
	{ "addr", 1, 0, OPT_ADDR },
	{ "device", 1, 0, OPT_DEVICE },
	{ "trace", 1, 0, OPT_TRACE },
	{ "pattern", 1, 0, OPT_PATTERN },
	{ "set", 1, 0, OPT_SET },
	{ "loop", 0, 0, OPT_LOOP },
	{ "lerp", 0, 0, OPT_LERP },
	{ "noise", 1, 0, OPT_NOISE },
	{ "rate", 1, 0, OPT_RATE },
	{ "duration", 1, 0, OPT_DURATION },
	{ "control", 1, 0, OPT_CONTROL },
	{ "help", 0, 0, 'h' },
	{ 0 },
};

static void take(int c)
{
	double *v = options.motion.held;

	switch (c) {
	case OPT_BUS:
		options.bus = optarg;
		break;
	case OPT_ADDR:
		options.addr = strtol(optarg, NULL, 0);
		break;
	case OPT_DEVICE:
		options.device = optarg;
		break;
	case OPT_TRACE:
		options.trace = optarg;
		break;
	case OPT_PATTERN:
		if (!motion_pattern(&options.motion, optarg))
			help(stderr, 2);
		break;
	case OPT_SET:
		if (sscanf(optarg, "%lf,%lf,%lf", &v[0], &v[1], &v[2]) != 3)
			help(stderr, 2);
		break;
	case OPT_LOOP:
		options.motion.loop = true;
		break;
	case OPT_LERP:
		options.motion.lerp = true;
		break;
	case OPT_NOISE:
		options.motion.noise = atof(optarg);
		break;
	case OPT_RATE:
		options.rate = atof(optarg);
		break;
	case OPT_DURATION:
		options.duration = atof(optarg);
		break;
	case OPT_CONTROL:
		options.control = optarg;
		break;
	case 'h':
		help(stdout, 0);
	default:
		help(stderr, 2);
	}
}

void options_parse(int argc, char **argv)
{
	int c;

	while ((c = getopt_long(argc, argv, "h", known, NULL)) != -1)
		take(c);
	if (!options.bus || options.rate <= 0 || optind != argc)
		help(stderr, 2);
	if (options.trace && !motion_trace(&options.motion, options.trace)) {
		fprintf(stderr, "i2c-accel: %s: no rows t,x,y,z (or unreadable)\n", options.trace);
		exit(1);
	}
}
