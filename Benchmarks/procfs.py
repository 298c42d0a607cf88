"""What the kernel tells about a running process."""

import os
import time


def cpu_ns(pid):
    """User and system time of all its threads so far, those that ended included."""
    # What clock_getcpuclockid(3) computes: the clock of another process, scheduler resolution instead of ticks.
    return time.clock_gettime_ns((~pid << 3) | 2)


def _field(path, name):
    with open(path) as file:
        for line in file:
            key, _, value = line.partition(":")
            if key == name:
                return int(value.split()[0])
    raise OSError(f"{path} has no {name}")


def wakeups(pid):
    """How often its first thread, the loop's, has gone to sleep: as often as it was woken."""
    return _field(f"/proc/{pid}/task/{pid}/status", "voluntary_ctxt_switches")


def pss_mb(pid):
    """Proportional set size in MB of 10^6 bytes."""
    return _field(f"/proc/{pid}/smaps_rollup", "Pss") * 1024 / 1e6


def rss_mb(pid):
    """Resident set size in MB of 10^6 bytes."""
    return _field(f"/proc/{pid}/smaps_rollup", "Rss") * 1024 / 1e6


def descriptors(pid):
    """How many descriptors it has open."""
    return len(os.listdir(f"/proc/{pid}/fd"))
