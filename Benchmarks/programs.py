"""Builds the C programs, and runs them and folddaemon on a fake sensor."""

import contextlib
import json
import os
import pathlib
import signal
import subprocess
import sys

from readiness import Readiness

HERE = pathlib.Path(__file__).resolve().parent
FAKE_IIO = HERE.parent / "Tests" / "FakeIIO"
PROGRAMS = {
    "replay_floor": ["replay_floor.c", "fold.c", "-lm"],
    "daemon_floor": ["daemon_floor.c", "fold.c", "-lm"],
    "memory_floor": ["memory_floor.c", "-liio", "-lsystemd", "-linih"],
    "handover_floor": ["handover_floor.c"],
    "reader": ["reader.c"],
    "crowd": ["crowd.c"],
    "rows": ["rows.c", "-lm"],
    "malloc_counter.so": ["-shared", "-fPIC", "malloc_counter.c"],
    "shim.so": ["-shared", "-fPIC", FAKE_IIO / "shim.c", "-ldl"],
    "feeder": [FAKE_IIO / "feeder.c", "-lm"],
}
PATIENCE = 5.0  # s


class Failed(Exception):
    """A measurement could not be made; the text says why."""


class NotRun(Exception):
    """A measurement that this machine does not allow, and need not; the text says why."""


def built(root):
    """The directory that scripts/build prints, or None; what needs it then says what is missing."""
    script = root / "scripts" / "build"
    try:
        output = subprocess.run([script], stdout=subprocess.PIPE, check=True, text=True).stdout
        return output.strip().splitlines()[-1]
    except (OSError, subprocess.CalledProcessError, IndexError) as error:
        print(f"{script} gave no directory ({error})", file=sys.stderr)
        return None


def build_floors(directory):
    for name, arguments in PROGRAMS.items():
        command = ["gcc", "-O2", "-Wall", "-Wextra", "-o", directory / name, *arguments]
        subprocess.run(command, cwd=HERE, check=True)


def end(process):
    """Asks it to end, and ends it if it does not."""
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


class Workbench:
    """The programs and a place to run them. `bin` holds folddaemon and foldctl, or is None."""

    def __init__(self, directory, bin):
        self.directory = pathlib.Path(directory)
        self.bin = bin
        self.tree = self.directory / "tree"
        self.socket = self.directory / "run" / "fold.sock"
        self.socket.parent.mkdir()

    def floor(self, name):
        return str(self.directory / name)

    def ours(self, name):
        if self.bin is None:
            raise Failed(f"{name} was not built")
        program = pathlib.Path(self.bin) / name
        if not os.access(program, os.X_OK):
            raise Failed(f"{program} is missing")
        return str(program)

    def environment(self, preload=(), **extra):
        """On the fake tree, without what a service manager may have left in ours."""
        kept = {key: value for key, value in os.environ.items() if key not in ("NOTIFY_SOCKET", "WATCHDOG_USEC")}
        libraries = [self.floor(name) for name in ("shim.so", *preload)]
        return kept | {"LD_PRELOAD": " ".join(libraries), "FAKE_IIO_ROOT": str(self.tree)} | extra

    def daemon_command(self, *options):
        fixed = ["--socket", str(self.socket), "--source", "auto", "--mode", "buffered"]
        return [self.ours("folddaemon"), *fixed, *options]

    def daemon_floor_command(self):
        device = self.tree / "sys/bus/iio/devices/iio:device0"
        node = self.tree / "dev/iio:device0"
        return [self.floor("daemon_floor"), str(device), str(node), str(self.socket), "600"]

    def make_device(self):
        subprocess.run([FAKE_IIO / "make-device.sh", self.tree], check=True)

    @contextlib.contextmanager
    def feeding(self, hz, prepare=make_device):
        """A sensor of that rate; `prepare` makes it."""
        prepare(self)
        command = [self.floor("feeder"), self.tree, str(hz), "0", "--scans-only"]
        self.feeder = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            yield
        finally:
            end(self.feeder)

    @contextlib.contextmanager
    def serving(self, command, hz, preload=(), **extra):
        """A server on a sensor of that rate; gives its process."""
        log_path = self.directory / "server.log"
        self.socket.unlink(missing_ok=True)
        with self.feeding(hz), open(log_path, "wb") as log, contextlib.ExitStack() as until_ready:
            readiness = until_ready.enter_context(Readiness(self.directory))
            environment = self.environment(preload, NOTIFY_SOCKET=readiness.path, **extra)
            server = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=log)
            try:
                if not readiness.wait(PATIENCE, lambda: server.poll() is not None):
                    state = "still runs" if server.poll() is None else f"ended with {server.returncode}"
                    raise Failed(f"no READY=1 from {command[0]}, which {state}: {last_line(log_path)}")
                until_ready.close()
                yield server
                # A caller that ended it itself saw it end well.
                if server.poll() not in (None, 0):
                    raise Failed(f"{command[0]} ended with {server.returncode}: {last_line(log_path)}")
            finally:
                end(server)

    @contextlib.contextmanager
    def reading(self, readers=1, request=None):
        command = [self.floor("reader"), str(self.socket), "600", str(readers)]
        if request is not None:
            command.append(request)
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            yield Reader(process)
        finally:
            end(process)
            process.stdout.close()


class Reader:
    def __init__(self, process):
        self.process = process

    def report(self):
        """Lines and seq so far, and the median delay since the last report."""
        self.process.send_signal(signal.SIGUSR1)
        line = self.process.stdout.readline()
        if not line or self.process.poll() is not None:
            raise Failed("the reader lost its connection")
        return json.loads(line)


def last_line(path):
    lines = path.read_text(errors="replace").split("\n")
    return next((line for line in reversed(lines) if line), "it said nothing")
