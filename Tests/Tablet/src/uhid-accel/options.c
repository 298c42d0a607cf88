#define _GNU_SOURCE
#include "options.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

#include "log.h"
#include "sensor.h"
#include "usage.h"

enum {
	OPT_TRACE = 256,
	OPT_PATTERN,
	OPT_SET,
	OPT_LOOP,
	OPT_LERP,
	OPT_START_ON_STREAM,
	OPT_NOISE,
	OPT_RATE,
	OPT_FIXED_RATE,
	OPT_MIN_INTERVAL,
	OPT_BITS,
	OPT_ON_CHANGE,
	OPT_ALWAYS,
	OPT_HINGE,
	OPT_NAME,
	OPT_PRODUCT,
	OPT_DURATION,
	OPT_EXIT_AT_END,
	OPT_UNPLUG_AT,
	OPT_REPLUG_AFTER,
	OPT_CONTROL,
	OPT_PRINT_DESCRIPTOR,
};

static const struct option known[] = {
	{ "trace", 1, 0, OPT_TRACE },
	{ "pattern", 1, 0, OPT_PATTERN },
	{ "set", 1, 0, OPT_SET },
	{ "loop", 0, 0, OPT_LOOP },
	{ "lerp", 0, 0, OPT_LERP },
	{ "start-on-stream", 0, 0, OPT_START_ON_STREAM },
	{ "noise", 1, 0, OPT_NOISE },
	{ "rate", 1, 0, OPT_RATE },
	{ "fixed-rate", 0, 0, OPT_FIXED_RATE },
	{ "min-interval", 1, 0, OPT_MIN_INTERVAL },
	{ "bits", 1, 0, OPT_BITS },
	{ "on-change", 0, 0, OPT_ON_CHANGE },
	{ "always", 0, 0, OPT_ALWAYS },
	{ "hinge", 0, 0, OPT_HINGE },
	{ "name", 1, 0, OPT_NAME },
	{ "product", 1, 0, OPT_PRODUCT },
	{ "duration", 1, 0, OPT_DURATION },
	{ "exit-at-end", 0, 0, OPT_EXIT_AT_END },
	{ "unplug-at", 1, 0, OPT_UNPLUG_AT },
	{ "replug-after", 1, 0, OPT_REPLUG_AFTER },
	{ "control", 1, 0, OPT_CONTROL },
	{ "print-descriptor", 0, 0, OPT_PRINT_DESCRIPTOR },
	{ "verbose", 0, 0, 'v' },
	{ "help", 0, 0, 'h' },
	{ 0 },
};

__attribute__((noreturn)) static void help(FILE *where, int status)
{
	fputs(usage, where);
	exit(status);
}

static void set_pattern(const char *name)
{
	if (!motion_pattern(&sensor.motion, name))
		die("no pattern %s", name);
}

static void set_held(const char *text)
{
	double *v = sensor.motion.held;

	v[0] = 0;
	v[1] = 0;
	v[2] = 0;
	if (sscanf(text, "%lf,%lf,%lf", &v[0], &v[1], &v[2]) < sensor.motion.columns)
		die("--set X,Y,Z (--hinge --set DEGREES)");
}

static void set_rate(const char *text)
{
	sensor.rate = atof(text);
	if (sensor.rate <= 0)
		die("--rate HZ");
}

static void set_bits(const char *text)
{
	sensor.bits = atoi(text);
	if (sensor.bits != 16 && sensor.bits != 32)
		die("--bits 16|32");
}

static void set_product(const char *text)
{
	sensor.product = (uint16_t)strtoul(text, NULL, 16);
	if (!sensor.product)
		die("--product ID (hexadecimal)");
}

static void take(struct options *options, int c)
{
	switch (c) {
	case OPT_TRACE:
		options->trace = optarg;
		break;
	case OPT_PATTERN:
		set_pattern(optarg);
		break;
	case OPT_SET:
		options->value_set = true;
		set_held(optarg);
		break;
	case OPT_LOOP:
		sensor.motion.loop = true;
		break;
	case OPT_LERP:
		sensor.motion.lerp = true;
		break;
	case OPT_START_ON_STREAM:
		sensor.start_on_stream = true;
		break;
	case OPT_NOISE:
		sensor.motion.noise = atof(optarg);
		break;
	case OPT_RATE:
		set_rate(optarg);
		break;
	case OPT_FIXED_RATE:
		sensor.fixed_rate = true;
		break;
	case OPT_MIN_INTERVAL:
		sensor.min_interval = atoi(optarg);
		break;
	case OPT_BITS:
		set_bits(optarg);
		break;
	case OPT_ON_CHANGE:
		sensor.on_change = true;
		break;
	case OPT_ALWAYS:
		sensor.always = true;
		break;
	case OPT_HINGE:
		sensor.kind = HINGE;
		sensor.motion.columns = 1;
		break;
	case OPT_NAME:
		sensor.name = optarg;
		break;
	case OPT_PRODUCT:
		set_product(optarg);
		break;
	case OPT_DURATION:
		sensor.duration = atof(optarg);
		break;
	case OPT_EXIT_AT_END:
		sensor.exit_at_end = true;
		break;
	case OPT_UNPLUG_AT:
		sensor.unplug_at = atof(optarg);
		break;
	case OPT_REPLUG_AFTER:
		sensor.replug_after = atof(optarg);
		break;
	case OPT_CONTROL:
		sensor.control = optarg;
		break;
	case OPT_PRINT_DESCRIPTOR:
		options->print_descriptor = true;
		break;
	case 'v':
		sensor.verbose = true;
		break;
	case 'h':
		help(stdout, 0);
	default:
		help(stderr, 2);
	}
}

struct options options_parse(int argc, char **argv)
{
	struct options options = { 0 };
	int c;

	while ((c = getopt_long(argc, argv, "vh", known, NULL)) != -1)
		take(&options, c);
	if (optind != argc)
		help(stderr, 2);
	return options;
}
