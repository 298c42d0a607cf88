"""Programs that others have written for the same sensors, on the same fake one."""

import contextlib
import glob
import os
import select
import shutil
import subprocess
import time

import procfs
from comparison import Row, alternated, columns
from programs import PATIENCE, Failed, NotRun, end
from updates import CPU_HZ, EVERY_UPDATE, SCREEN_HZ, over_updates, watched

SCAN_BYTES = 16
PROXY_PERIOD = 0.7  # s: iio-sensor-proxy looks at a buffer that often, whatever the sensor's rate
PROXY_WATCH = 6     # times the plan's seconds, for its few updates
PROXY_PLACES = ("/usr/sbin/iio-sensor-proxy", "/usr/libexec/iio-sensor-proxy")


def program(name, package, *places):
    for path in (shutil.which(name), *places):
        if path is not None and os.access(path, os.X_OK):
            return path
    raise NotRun(f"not installed: package {package}")


def ours(bench, plan, hz):
    """CPU time for an update in µs, and PSS in MB."""
    with watched(bench, plan, bench.daemon_command(), hz, request=EVERY_UPDATE) as (server, reader):
        cpu = over_updates(procfs.cpu_ns, server.pid, reader, hz, plan.seconds) / 1000
        return cpu, procfs.pss_mb(server.pid)


def pair_of_rows(cpu_name, memory_name, mine, theirs, note=""):
    cpu = Row(cpu_name, "µs", "", note=note)
    memory = Row(memory_name, "MB", "", compare="difference")
    (cpu.ours, memory.ours), (cpu.other, memory.other) = columns(mine, 2), columns(theirs, 2)
    return [cpu, memory]


# iio_readdev of Debian's libiio-utils: scans to standard output as they are.


def readdev(bench, plan):
    scans = bench.directory / "scans"
    channels = ("in_accel_x", "in_accel_y", "in_accel_z", "in_timestamp")
    command = [program("iio_readdev", "libiio-utils"), "-u", "local:", "-b", "1", "iio:device0"]
    # A channel's name is without its direction.
    command += [channel.removeprefix("in_") for channel in channels]
    with bench.feeding(CPU_HZ), open(scans, "wb") as output:
        begin = time.monotonic()
        reader = subprocess.Popen(command, env=bench.environment(), stdout=output, stderr=subprocess.DEVNULL)
        try:
            time.sleep(plan.warm_up)
            counted, before = time.monotonic(), procfs.cpu_ns(reader.pid)
            time.sleep(plan.seconds)
            cpu, pss = procfs.cpu_ns(reader.pid) - before, procfs.pss_mb(reader.pid)
            counted = time.monotonic() - counted
        finally:
            # What it keeps in its output's buffer comes as it ends.
            end(reader)
        elapsed = time.monotonic() - begin
    rate = scans.stat().st_size / SCAN_BYTES / elapsed
    if not 0.75 <= rate / CPU_HZ <= 1.25:
        raise Failed(f"iio_readdev wrote {rate:.0f} scans a second of {CPU_HZ}")
    return cpu / 1000 / (rate * counted), pss


def beside_iio_readdev(bench, plan):
    mine, theirs = alternated(plan.timings, lambda: ours(bench, plan, CPU_HZ), lambda: readdev(bench, plan))
    note = "iio_readdev copies scans into a file, 256 to a write; no arithmetic, no text, no reader to wake"
    yield from pair_of_rows(
        f"CPU time for an update beside `iio_readdev` ({CPU_HZ} Hz)",
        "memory (PSS) beside `iio_readdev`", mine, theirs, note,
    )


# iio-sensor-proxy: orientation over D-Bus. It finds sensors through libudev, to which libumockdev shows the fake tree,
# and claims a name on the system's bus, in whose place stands one of our own.


def prepare_for_udev(bench):
    bench.make_device()
    device = bench.tree / "sys/bus/iio/devices/iio:device0"
    with open(device / "uevent", "a") as uevent:
        uevent.write("IIO_SENSOR_PROXY_TYPE=iio-buffer-accel\n")
    (bench.tree / "sys/devices/trigger0/name").write_text("accel_3d-dev0\n")


@contextlib.contextmanager
def running(command, **options):
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, **options)
    try:
        yield process
    finally:
        end(process)
        if process.stdout is not None:
            process.stdout.close()


def wait_for(stream, text):
    deadline = time.monotonic() + PATIENCE
    seen = b""
    while text not in seen:
        ready, _, _ = select.select([stream], [], [], max(deadline - time.monotonic(), 0))
        more = os.read(stream.fileno(), 4096) if ready else b""
        if not more:
            return False
        seen += more
    return True


def sensor_proxy(bench, plan):
    proxy = program("iio-sensor-proxy", "iio-sensor-proxy", *PROXY_PLACES)
    monitor = program("monitor-sensor", "iio-sensor-proxy")
    bus = program("dbus-daemon", "dbus-daemon")
    if not glob.glob("/usr/lib/*/libumockdev-preload.so.0"):
        raise NotRun("not installed: package libumockdev0")
    address = f"unix:path={bench.directory / 'bus'}"
    on_bus = {"DBUS_SYSTEM_BUS_ADDRESS": address}
    shown = bench.environment(UMOCKDEV_DIR=str(bench.tree)) | on_bus
    shown["LD_PRELOAD"] += " libumockdev-preload.so.0"
    bus_command = [bus, "--session", "--nofork", "--print-address=1", f"--address={address}"]
    with (
        bench.feeding(SCREEN_HZ, prepare=prepare_for_udev),
        running(bus_command, stdout=subprocess.PIPE) as bus_process,
    ):
        if not wait_for(bus_process.stdout, b"\n"):
            raise NotRun("not run: no private D-Bus")
        with (
            running([proxy], env=shown, stdout=subprocess.DEVNULL) as process,
            running([monitor], env=dict(os.environ) | on_bus, stdout=subprocess.PIPE) as reader,
        ):
            if not wait_for(reader.stdout, b"Accelerometer orientation changed"):
                raise NotRun("not run: iio-sensor-proxy told of no orientation of the fake sensor")
            begin, before = time.monotonic(), procfs.cpu_ns(process.pid)
            time.sleep(plan.seconds * PROXY_WATCH)
            cpu, elapsed = procfs.cpu_ns(process.pid) - before, time.monotonic() - begin
            return cpu / 1000 / (elapsed / PROXY_PERIOD), procfs.pss_mb(process.pid)


def beside_sensor_proxy(bench, plan):
    mine, theirs = alternated(
        plan.counts, lambda: ours(bench, plan, SCREEN_HZ), lambda: sensor_proxy(bench, plan)
    )
    note = (
        "iio-sensor-proxy takes its buffer's newest scan every 0.7 s, and one such look counts as its update; "
        "a folddaemon with one reader makes 60 updates a second"
    )
    yield from pair_of_rows(
        f"CPU time for an update beside `iio-sensor-proxy` (sensor at {SCREEN_HZ} Hz)",
        "memory (PSS) beside `iio-sensor-proxy`", mine, theirs, note,
    )
