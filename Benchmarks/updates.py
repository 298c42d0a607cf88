"""What an update costs: CPU time and allocations, while a sensor feeds a server and readers read."""

import contextlib
import time

import procfs
from comparison import Row, alternated
from programs import Failed

CPU_HZ = 200     # above the 60 of a display, for more updates in the same time
SCREEN_HZ = 60
CROWD = 1000
EVERY_UPDATE = "watch fold rate=max"


@contextlib.contextmanager
def watched(bench, plan, command, hz, readers=1, request=None, **options):
    """A warm server with readers; gives its process and the first reader."""
    with bench.serving(command, hz, **options) as server, bench.reading(readers, request) as reader:
        time.sleep(plan.warm_up)
        yield server, reader


def over_updates(counter, pid, reader, hz, seconds):
    """How much a counter grows with each update."""
    begin, before, value = time.monotonic(), reader.report(), counter(pid)
    time.sleep(seconds)
    elapsed, after, grown = time.monotonic() - begin, reader.report(), counter(pid) - value
    updates = after["seq"] - before["seq"]
    lines = after["lines"] - before["lines"]
    # Wide enough for the ticks that a busy machine's late samples bring, too narrow for another mode or rate.
    if not 0.75 <= updates / (hz * elapsed) <= 1.25:
        raise Failed(f"{updates / elapsed:.0f} updates a second from a sensor of {hz} Hz")
    if lines < 0.9 * updates:
        raise Failed(f"only {lines} lines of {updates} updates came")
    return grown / updates


def cpu_us(bench, plan, command, hz, readers=1):
    """CPU time of a server for an update, in µs."""
    with watched(bench, plan, command, hz, readers, EVERY_UPDATE) as (server, reader):
        return over_updates(procfs.cpu_ns, server.pid, reader, hz, plan.seconds) / 1000


def crowd_options(bench):
    path = bench.directory / "crowd.conf"
    path.write_text(f"[service]\nclients = {CROWD + 24}\n")
    return ["--config", str(path)]


def cpu(bench, plan):
    cases = ((1, CPU_HZ, "≤ 2 ×", []), (CROWD, SCREEN_HZ, "≤ 1.3 ×", crowd_options(bench)))
    for readers, hz, target, options in cases:
        row = Row(f"CPU time for an update, {readers:,} reader{'s' * (readers > 1)} ({hz} Hz)", "µs", target)
        row.ours, row.other = alternated(
            plan.timings,
            lambda: cpu_us(bench, plan, bench.daemon_command(*options), hz, readers),
            lambda: cpu_us(bench, plan, bench.daemon_floor_command(), hz, readers),
        )
        yield row


def allocations(bench, plan):
    count_path = bench.directory / "allocations"

    def counter(_):
        return int.from_bytes(count_path.read_bytes(), "little")

    def for_update(command):
        count_path.unlink(missing_ok=True)
        options = {"preload": ("malloc_counter.so",), "MALLOC_COUNT_FILE": str(count_path)}
        with watched(bench, plan, command, CPU_HZ, request=EVERY_UPDATE, **options) as (server, reader):
            return over_updates(counter, server.pid, reader, CPU_HZ, plan.seconds)

    row = Row("allocations for an update, steady state", "", "0", compare="")
    row.ours, row.other = alternated(
        plan.counts, lambda: for_update(bench.daemon_command()), lambda: for_update(bench.daemon_floor_command())
    )
    yield row
