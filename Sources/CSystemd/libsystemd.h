// The door to libsystemd: the event loop, readiness, device events with udev's properties, the system bus, and who
// is logged in.
#pragma once
#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-device.h>
#include <systemd/sd-event.h>
#include <systemd/sd-login.h>
