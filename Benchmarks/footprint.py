"""What a daemon costs that merely is there: wake-ups, memory, the time to start."""

import os
import signal
import subprocess
import time

import procfs
from comparison import Row, alternated, columns
from programs import PATIENCE, Failed
from readiness import Readiness
from updates import CROWD, SCREEN_HZ, crowd_options, watched

LINGER = 7.0  # s from the last reader's leaving to a sensor that is off: 5, and some


def wake_ups(bench, plan):
    def a_second(pid):
        before = procfs.wakeups(pid)
        time.sleep(plan.seconds)
        return (procfs.wakeups(pid) - before) / plan.seconds

    def unwatched(command):
        with bench.serving(command, SCREEN_HZ) as server:
            if plan.after_reader:
                with bench.reading():
                    time.sleep(plan.warm_up)
                time.sleep(LINGER)
            time.sleep(plan.warm_up)
            return a_second(server.pid)

    def with_reader(command):
        with watched(bench, plan, command, SCREEN_HZ) as (server, _):
            return a_second(server.pid)

    for what, target, measure in (("nobody watching", "0", unwatched), ("one reader at 60 Hz", "≤ 61", with_reader)):
        row = Row(f"wake-ups of the loop's thread a second, {what}", "", target, compare="")
        row.ours, row.other = alternated(
            plan.counts, lambda: measure(bench.daemon_command()), lambda: measure(bench.daemon_floor_command())
        )
        yield row


def memory(bench, plan):
    def both(readers, options):
        with watched(bench, plan, bench.daemon_command(*options), SCREEN_HZ, readers) as (server, reader):
            # Beside the daemon, so that both share the libraries' pages alike.
            floor = subprocess.Popen([bench.floor("memory_floor")], env=bench.environment())
            try:
                time.sleep(plan.warm_up)
                reader.report()
                return procfs.pss_mb(server.pid), procfs.pss_mb(floor.pid)
            finally:
                floor.kill()
                floor.wait()

    for readers, target, options in ((1, "≤ 5 MB more", []), (CROWD, "≤ 8 MB more", crowd_options(bench))):
        row = Row(f"memory (PSS), {readers:,} reader{'s' * (readers > 1)}", "MB", target, compare="difference")
        row.ours, row.other = columns(*alternated(plan.counts, lambda: both(readers, options)), 2)
        yield row


def start(bench, plan):
    silence = [(os.POSIX_SPAWN_OPEN, descriptor, os.devnull, os.O_WRONLY, 0) for descriptor in (1, 2)]
    bench.make_device()

    def milliseconds(command):
        bench.socket.unlink(missing_ok=True)
        with Readiness(bench.directory) as readiness:
            environment = bench.environment(NOTIFY_SOCKET=readiness.path)
            begin = time.perf_counter()
            pid = os.posix_spawn(command[0], command, environment, file_actions=silence)
            try:
                if not readiness.wait(PATIENCE):
                    raise Failed(f"{command[0]} did not say READY=1 in {PATIENCE:.0f} s")
                return (time.perf_counter() - begin) * 1000
            finally:
                os.kill(pid, signal.SIGTERM)
                os.waitpid(pid, 0)

    row = Row("start to READY=1", "ms", "≤ 15 ms")
    row.ours, row.other = alternated(
        plan.starts,
        lambda: milliseconds(bench.daemon_command()),
        lambda: milliseconds([bench.floor("memory_floor")]),
    )
    yield row
