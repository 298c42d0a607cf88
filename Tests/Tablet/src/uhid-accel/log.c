#include "log.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "sensor.h"

void note(const char *fmt, ...)
{
	va_list ap;

	if (!sensor.verbose)
		return;
	fprintf(stderr, "uhid-accel %9.3f ", elapsed());
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
}

void die(const char *fmt, ...)
{
	va_list ap;

	fputs("uhid-accel: ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	exit(1);
}
