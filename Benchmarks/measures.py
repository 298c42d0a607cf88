"""The measurements. Each takes the workbench and the plan and gives rows of the table."""

import contextlib
import dataclasses
import hashlib
import os
import signal
import socket
import statistics
import subprocess
import time

import procfs
from programs import Failed

CPU_HZ = 200     # above the 60 of a display, for more updates in the same time
SCREEN_HZ = 60
WARM_UP = 1.0    # s, in which a server starts its sensor and its buffers grow
CROWD = 1000
EVERY_UPDATE = "watch fold rate=max"
LINGER = 7.0     # s from the last reader's leaving to a sensor that is off: 5, and some


@dataclasses.dataclass
class Plan:
    """How long and how often."""

    pairs: int
    seconds: float
    replayed_rows: int
    starts: int
    after_reader: bool


@dataclasses.dataclass
class Row:
    what: str
    unit: str
    target: str
    ours: object = None   # a number, or Failed
    floor: object = None
    compare: str = "ratio"  # or "difference"
    note: str = ""


def attempt(measure):
    """The measured value, or the failure in its place."""
    try:
        return measure()
    except (Failed, OSError, subprocess.SubprocessError) as error:
        return Failed(str(error))


def failed(values):
    return bool(values) and isinstance(values[-1], Failed)


def summary(values):
    return values[-1] if failed(values) else statistics.median(values)


def alternated(times, *sides):
    """Medians of runs taken in turns, so that what drifts on the machine meets all alike; a side that failed rests."""
    runs = [(measure, []) for measure in sides]
    for _ in range(times):
        for measure, values in runs:
            if not failed(values):
                values.append(attempt(measure))
    return [summary(values) for _, values in runs]


def replay(bench, plan):
    row = Row(f"`foldctl replay` of {plan.replayed_rows:,} rows, wall time", "s", "≤ 0.5 ×")
    recording = bench.directory / "rows.csv"
    with open(recording, "wb") as file:
        subprocess.run([bench.floor("rows"), str(plan.replayed_rows)], stdout=file, check=True)

    def seconds(command):
        start = time.perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        return time.perf_counter() - start

    def digest(command):
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            return hashlib.file_digest(process.stdout, "sha256").hexdigest()

    def ours():
        return [bench.ours("foldctl"), "replay", str(recording)]

    floor = [bench.floor("replay_floor"), str(recording)]
    row.ours, row.floor = alternated(plan.pairs, lambda: seconds(ours()), lambda: seconds(floor))
    if not isinstance(row.ours, Failed):
        same = digest(ours()) == digest(floor)
        row.note = "both write the same bytes" if same else "the two outputs DIFFER"
    return [row]


@contextlib.contextmanager
def watched(bench, command, hz, readers=1, request=None, **options):
    """A warm server with readers; gives its pid and the first reader."""
    with bench.serving(command, hz, **options) as server, bench.reading(readers, request) as reader:
        time.sleep(WARM_UP)
        yield server.pid, reader


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


def cpu_for_update(bench, plan, readers, hz, target, options):
    def microseconds(command):
        with watched(bench, command, hz, readers, EVERY_UPDATE) as (pid, reader):
            return over_updates(procfs.cpu_ns, pid, reader, hz, plan.seconds) / 1000

    row = Row(f"CPU time for an update, {readers:,} reader{'s' * (readers > 1)} ({hz} Hz)", "µs", target)
    row.ours, row.floor = alternated(
        plan.pairs,
        lambda: microseconds(bench.daemon_command(*options)),
        lambda: microseconds(bench.daemon_floor_command()),
    )
    return row


def crowd_options(bench):
    path = bench.directory / "crowd.conf"
    path.write_text(f"[service]\nclients = {CROWD + 24}\n")
    return ["--config", str(path)]


def cpu(bench, plan):
    return [
        cpu_for_update(bench, plan, 1, CPU_HZ, "≤ 2 ×", []),
        cpu_for_update(bench, plan, CROWD, SCREEN_HZ, "≤ 1.3 ×", crowd_options(bench)),
    ]


def latency(bench, plan):
    def through(command):
        with watched(bench, command, SCREEN_HZ, request=EVERY_UPDATE) as (_, reader):
            reader.report()
            time.sleep(plan.seconds)
            return reader.report()["median_us"]

    def handover():
        command = [bench.floor("handover_floor"), str(SCREEN_HZ), str(plan.seconds)]
        output = subprocess.run(command, capture_output=True, check=True, text=True).stdout
        return float(output.split('"median_us":')[1].rstrip("}\n"))

    ours, bare, chain = alternated(
        plan.pairs,
        lambda: through(bench.daemon_command()),
        handover,
        lambda: through(bench.daemon_floor_command()),
    )
    return [
        Row("sample to reader, median", "µs", "≤ 1.5 ×", ours, bare),
        Row("the same beside `daemon_floor`: sensor, server, reader", "µs", "for comparison", ours, chain),
    ]


def wake_ups(bench, plan):
    def a_second(pid, seconds):
        before = procfs.wakeups(pid)
        time.sleep(seconds)
        return (procfs.wakeups(pid) - before) / seconds

    def unwatched(command):
        with bench.serving(command, SCREEN_HZ) as server:
            if plan.after_reader:
                with bench.reading():
                    time.sleep(WARM_UP)
                time.sleep(LINGER)
            time.sleep(WARM_UP)
            return a_second(server.pid, plan.seconds)

    def with_reader(command):
        with watched(bench, command, SCREEN_HZ) as (pid, _):
            return a_second(pid, plan.seconds)

    rows = []
    for what, target, measure in (("nobody watching", "0", unwatched), ("one reader at 60 Hz", "≤ 61", with_reader)):
        row = Row(f"wake-ups of the loop's thread a second, {what}", "", target, compare="")
        row.ours, row.floor = alternated(
            1, lambda: measure(bench.daemon_command()), lambda: measure(bench.daemon_floor_command())
        )
        rows.append(row)
    return rows


def memory(bench, plan):
    def both(readers, options):
        with watched(bench, bench.daemon_command(*options), SCREEN_HZ, readers) as (pid, reader):
            # Beside the daemon, so that both share the libraries' pages alike.
            floor = subprocess.Popen([bench.floor("memory_floor")], env=bench.environment())
            try:
                time.sleep(WARM_UP)
                reader.report()
                return procfs.pss_mb(pid), procfs.pss_mb(floor.pid)
            finally:
                floor.kill()
                floor.wait()

    rows = []
    cases = ((1, "≤ 5 MB more", lambda: []), (CROWD, "≤ 8 MB more", lambda: crowd_options(bench)))
    for readers, target, options in cases:
        row = Row(f"memory (PSS), {readers:,} reader{'s' * (readers > 1)}", "MB", target, compare="difference")
        measured = attempt(lambda: both(readers, options()))
        row.ours, row.floor = (measured, None) if isinstance(measured, Failed) else measured
        rows.append(row)
    return rows


def start(bench, plan):
    notify_path = str(bench.directory / "notify.sock")
    silence = [(os.POSIX_SPAWN_OPEN, descriptor, os.devnull, os.O_WRONLY, 0) for descriptor in (1, 2)]
    bench.make_device()

    def milliseconds(command):
        bench.socket.unlink(missing_ok=True)
        with contextlib.suppress(FileNotFoundError):
            os.unlink(notify_path)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notify:
            notify.bind(notify_path)
            notify.settimeout(5)
            environment = bench.environment(NOTIFY_SOCKET=notify_path)
            begin = time.perf_counter()
            pid = os.posix_spawn(command[0], command, environment, file_actions=silence)
            try:
                while b"READY=1" not in notify.recv(4096).split(b"\n"):
                    pass
                return (time.perf_counter() - begin) * 1000
            except TimeoutError:
                raise Failed(f"{command[0]} did not say READY=1 in 5 s") from None
            finally:
                os.kill(pid, signal.SIGTERM)
                os.waitpid(pid, 0)

    row = Row("start to READY=1", "ms", "≤ 15 ms")
    row.ours, row.floor = alternated(
        plan.starts,
        lambda: milliseconds(bench.daemon_command()),
        lambda: milliseconds([bench.floor("memory_floor")]),
    )
    return [row]


def allocations(bench, plan):
    count_path = bench.directory / "allocations"

    def for_update(command):
        count_path.unlink(missing_ok=True)
        options = {"preload": ("malloc_counter.so",), "MALLOC_COUNT_FILE": str(count_path)}
        with watched(bench, command, CPU_HZ, request=EVERY_UPDATE, **options) as (pid, reader):
            def counter(_):
                return int.from_bytes(count_path.read_bytes(), "little")

            return over_updates(counter, pid, reader, CPU_HZ, plan.seconds)

    row = Row("allocations for an update, steady state", "", "0", compare="")
    row.ours, row.floor = alternated(
        1, lambda: for_update(bench.daemon_command()), lambda: for_update(bench.daemon_floor_command())
    )
    return [row]


ALL = {
    "replay": replay,
    "cpu": cpu,
    "latency": latency,
    "wake-ups": wake_ups,
    "memory": memory,
    "start": start,
    "allocations": allocations,
}
