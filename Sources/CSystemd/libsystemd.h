// The door to libsystemd: the event loop, readiness, device events with udev's properties, and the system bus.
#pragma once
#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-device.h>
#include <systemd/sd-event.h>
