#define _GNU_SOURCE
#include "control.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "device.h"
#include "log.h"
#include "sensor.h"
#include "stream.h"

int control_open(void)
{
	int fd;

	if (!sensor.control)
		return -1;
	if (mkfifo(sensor.control, 0622) < 0 && errno != EEXIST)
		die("%s: %s", sensor.control, strerror(errno));
	/* read-write, so that it never reads end of file */
	fd = open(sensor.control, O_RDWR | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		die("%s: %s", sensor.control, strerror(errno));
	return fd;
}

void control_close(void)
{
	if (sensor.control)
		unlink(sensor.control);
}

static bool set_rate(const char *arg)
{
	double rate = atof(arg);

	if (!(rate > 0))
		return false;
	sensor.rate = rate;
	sensor.host_interval = false;
	sensor.interval = (uint32_t)lround(1000 / rate);
	return true;
}

/* "set X Y Z", or "set DEGREES" for a hinge. */
static bool set_value(const char *line)
{
	double x;
	double y;
	double z;

	if (sscanf(line, "%*s %lf %lf %lf", &x, &y, &z) == 3) {
		motion_hold(&sensor.motion, x, y, z);
		return true;
	}
	if (sensor.kind == HINGE && sscanf(line, "%*s %lf", &x) == 1) {
		motion_hold(&sensor.motion, x, 0, 0);
		return true;
	}
	return false;
}

static bool play(bool known)
{
	if (known)
		motion_start(&sensor.motion);
	return known;
}

static bool obey(const char *word, const char *arg, const char *line)
{
	if (!strcmp(word, "rate"))
		return set_rate(arg);
	if (!strcmp(word, "set"))
		return set_value(line);
	if (!strcmp(word, "pattern"))
		return play(motion_pattern(&sensor.motion, arg));
	if (!strcmp(word, "trace"))
		return play(motion_trace(&sensor.motion, arg));
	if (!strcmp(word, "quit"))
		sensor.quit = true;
	else if (!strcmp(word, "unplug"))
		unplug();
	else if (!strcmp(word, "plug"))
		plug();
	else if (!strcmp(word, "stop"))
		sensor.stopped = true;
	else if (!strcmp(word, "start"))
		sensor.stopped = false;
	else if (!strcmp(word, "stall"))
		sensor.stalled = true;
	else if (!strcmp(word, "unstall"))
		sensor.stalled = false;
	else
		return false;
	return true;
}

static void command(const char *line)
{
	char word[32];
	char arg[256] = "";

	if (sscanf(line, "%31s %255s", word, arg) < 1)
		return;
	note("command: %s", line);
	if (!obey(word, arg, line))
		fprintf(stderr, "uhid-accel: bad command: %s\n", line);
	stream_update();
}

void from_control(int fd)
{
	static char buf[512];
	static size_t len;
	ssize_t n = read(fd, buf + len, sizeof buf - 1 - len);
	char *nl;

	if (n <= 0)
		return;
	len += n;
	buf[len] = 0;
	while ((nl = strchr(buf, '\n'))) {
		*nl = 0;
		command(buf);
		len -= nl + 1 - buf;
		memmove(buf, nl + 1, len + 1);
	}
	if (len == sizeof buf - 1)
		len = 0;                /* over-long line: drop it */
}
