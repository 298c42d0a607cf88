#define _GNU_SOURCE
#include "control.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "options.h"

int control_open(void)
{
	int fifo;

	if (!options.control)
		return -1;
	if (mkfifo(options.control, 0622) < 0 && errno != EEXIST)
		perror(options.control);
	fifo = open(options.control, O_RDWR | O_CLOEXEC | O_NONBLOCK);
	if (fifo < 0) {
		perror(options.control);
		exit(1);
	}
	return fifo;
}

static bool obey(const char *word, const char *arg, const char *line)
{
	double x;
	double y;
	double z;

	if (!strcmp(word, "pattern"))
		return motion_pattern(&options.motion, arg);
	if (!strcmp(word, "trace"))
		return motion_trace(&options.motion, arg);
	if (strcmp(word, "set") || sscanf(line, "%*s %lf %lf %lf", &x, &y, &z) != 3)
		return false;
	motion_hold(&options.motion, x, y, z);
	return true;
}

bool from_control(int fifo)
{
	char line[300];
	char word[32];
	char arg[256] = "";
	ssize_t got = read(fifo, line, sizeof line - 1);

	line[got > 0 ? got : 0] = 0;
	if (sscanf(line, "%31s %255s", word, arg) < 1)
		return true;
	if (!strcmp(word, "quit"))
		return false;
	if (!obey(word, arg, line))
		fprintf(stderr, "i2c-accel: bad command: %s\n", line);
	motion_start(&options.motion);
	return true;
}

void control_close(void)
{
	if (options.control)
		unlink(options.control);
}
