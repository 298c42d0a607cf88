/*
 * uhid-accel - a virtual HID sensor hub with one 3-axis accelerometer (or one
 * hinge-angle sensor), served through /dev/uhid.
 *
 * The kernel's own hid-sensor-hub + hid-sensor-accel-3d drivers bind to it, so
 * what appears in /sys/bus/iio/devices and /dev/iio:deviceN is the real driver
 * stack; only the "hardware" is this program.  It answers the feature reports
 * (power state, reporting state, report interval, sensitivity) as firmware
 * would, and streams input reports while the host has the sensor powered.
 *
 * Build: cc -O2 -Wall -static -o uhid-accel *.c ../motion.c -lm
 */
#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "control.h"
#include "descriptor.h"
#include "device.h"
#include "log.h"
#include "options.h"
#include "requests.h"
#include "sensor.h"
#include "stream.h"

/* SIGUSR1 unplugs, SIGUSR2 plugs, SIGTERM and SIGINT quit. */
static int open_signals(void)
{
	sigset_t mask;

	sigemptyset(&mask);
	sigaddset(&mask, SIGTERM);
	sigaddset(&mask, SIGINT);
	sigaddset(&mask, SIGUSR1);
	sigaddset(&mask, SIGUSR2);
	sigprocmask(SIG_BLOCK, &mask, NULL);
	return signalfd(-1, &mask, SFD_CLOEXEC);
}

static void from_signal(int fd)
{
	struct signalfd_siginfo si;

	if (read(fd, &si, sizeof si) != sizeof si)
		return;
	if (si.ssi_signo == SIGUSR1)
		unplug();
	else if (si.ssi_signo == SIGUSR2)
		plug();
	else
		sensor.quit = true;
}

/* The earlier of two times, of which <0 is never. */
static double earlier(double a, double b)
{
	if (a < 0)
		return b;
	if (b < 0)
		return a;
	return fmin(a, b);
}

/* Seconds since the start at which the trace ends us; <0: it does not. */
static double trace_end(void)
{
	double end = sensor.exit_at_end ? motion_end(&sensor.motion) : -1;

	return end < 0 ? -1 : end - sensor.started;
}

/* Milliseconds, for poll(). */
static int wait_until(double next)
{
	double t = elapsed();

	if (next < 0)
		return -1;
	return next > t ? (int)ceil((next - t) * 1000) : 0;
}

static void unplug_or_replug(double t)
{
	if (sensor.unplug_at < 0 || t < sensor.unplug_at)
		return;
	if (sensor.plugged) {
		unplug();
		sensor.unplug_at = sensor.replug_after >= 0 ? t + sensor.replug_after : -1;
	} else {
		plug();
		sensor.unplug_at = -1;
	}
}

static bool reached(double t, double limit)
{
	return limit >= 0 && t >= limit;
}

enum {
	KERNEL,
	TIMER,
	SIGNALS,
	CONTROL,
	SOURCES,
};

static void serve_once(int signals, int control)
{
	struct pollfd from[SOURCES] = {
		[KERNEL] = { sensor.plugged ? sensor.fd : -1, POLLIN, 0 },
		[TIMER] = { sensor.timer, POLLIN, 0 },
		[SIGNALS] = { signals, POLLIN, 0 },
		[CONTROL] = { control, POLLIN, 0 },
	};
	double end = trace_end();
	double next = earlier(earlier(sensor.duration, sensor.unplug_at), end);
	double t;

	if (poll(from, SOURCES, wait_until(next)) < 0 && errno != EINTR)
		die("poll: %s", strerror(errno));
	t = elapsed();
	if (from[KERNEL].revents & POLLIN)
		from_kernel();
	if (from[TIMER].revents & POLLIN)
		stream_tick();
	if (from[SIGNALS].revents & POLLIN)
		from_signal(signals);
	if (from[CONTROL].revents & POLLIN)
		from_control(control);
	unplug_or_replug(t);
	if (reached(t, sensor.duration) || reached(t, end))
		sensor.quit = true;
}

static void serve(void)
{
	int signals = open_signals();
	int control;

	sensor.timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
	if (signals < 0 || sensor.timer < 0)
		die("signalfd/timerfd: %s", strerror(errno));
	control = control_open();
	plug();
	while (!sensor.quit)
		serve_once(signals, control);
	unplug();
	control_close();
	note("%llu input reports, %llu get, %llu set", (unsigned long long)sensor.n_reports,
	     (unsigned long long)sensor.n_get, (unsigned long long)sensor.n_set);
}

int main(int argc, char **argv)
{
	struct options options;

	sensor.started = now();
	options = options_parse(argc, argv);
	if (sensor.kind == HINGE && !options.value_set) {
		sensor.motion.held[0] = 90;
		sensor.motion.held[1] = 0;
		sensor.motion.held[2] = 0;
	}
	descriptor_build();
	if (options.print_descriptor)
		return fwrite(descriptor, 1, descriptor_len, stdout) == descriptor_len ? 0 : 1;
	if (options.trace && !motion_trace(&sensor.motion, options.trace))
		die("%s: no usable rows t,x,y,z", options.trace);
	serve();
	return 0;
}
