// The door to libsystemd: the event loop, readiness, and device events with udev's properties.
#pragma once
#include <systemd/sd-daemon.h>
#include <systemd/sd-device.h>
#include <systemd/sd-event.h>
