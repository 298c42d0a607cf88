"""What the checks on the virtual tablet work with: its sensors, the daemon, and connections to it."""
import json
import os
import signal
import socket
import subprocess
import sys
import time

BIN = "/mnt/share/bin"
SOCKET = "/run/folddaemon/fold.sock"
LOG = "/run/folddaemon.log"
G = 9.80665


def now():
    """CLOCK_BOOTTIME in seconds, the clock of the lines."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


def wait_for(condition, seconds, what):
    """Waits until condition() is true, and returns what it returned."""
    end = now() + seconds
    while True:
        value = condition()
        if value:
            return value
        if now() > end:
            raise AssertionError(f"{what}: not within {seconds} s")
        time.sleep(0.02)


def read(path):
    with open(path) as file:
        return file.read().strip()


class Sensor:
    """A simulated sensor, with the real driver on it."""

    def __init__(self, command, control, *options, **environment):
        self.control = control
        # Standard error stays open in the simulated sensor: captured, it would never end.
        result = subprocess.run(
            [command, *options], stdout=subprocess.PIPE, text=True, env={**os.environ, **environment}, check=True
        )
        self.directory = result.stdout.strip()
        self.buffer = self.directory + "/buffer/enable"

    def tell(self, command):
        with open(self.control, "w") as file:
            file.write(command + "\n")

    def set(self, x, y, z):
        self.tell(f"set {x} {y} {z}")

    def quit(self):
        self.tell("quit")
        wait_for(lambda: not os.path.exists(self.directory), 10, "the sensor goes")


def hid(*options):
    return Sensor("rig-accel", "/run/rig-accel.0", *options)


class Daemon:
    """The release binary, as a service would run it."""

    def __init__(self, *options):
        self.log = open(LOG, "ab")
        # The socket's file is there before anybody listens on it, so readiness is what is waited for.
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notify:
            name = f"@folddaemon-ready-{os.getpid()}"
            notify.bind("\0" + name[1:])
            notify.settimeout(20)
            environment = {**os.environ, "NOTIFY_SOCKET": name}
            self.process = subprocess.Popen([BIN + "/folddaemon", *options], stderr=self.log, env=environment)
            while b"READY=1" not in notify.recv(4096):
                pass

    def stop(self, name=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(name)
        return self.process.wait(10)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


class Stream:
    """A connection to the daemon, read line by line."""

    def __init__(self, request=None):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(SOCKET)
        self.rest = b""
        self.lines = []
        if request:
            self.socket.sendall(request.encode() + b"\n")

    def line(self, seconds=10):
        """The next line."""
        end = now() + seconds
        while b"\n" not in self.rest:
            left = end - now()
            if left <= 0:
                raise AssertionError(f"no line within {seconds} s")
            self.socket.settimeout(left)
            try:
                data = self.socket.recv(65536)
            except TimeoutError:
                continue
            if not data:
                raise EOFError
            self.rest += data
        line, self.rest = self.rest.split(b"\n", 1)
        self.lines.append(line.decode())
        return self.lines[-1]

    def until(self, condition, seconds=20, what="the line"):
        """Reads on to the first object for which condition(object) is true."""
        end = now() + seconds
        while now() < end:
            value = json.loads(self.line(max(end - now(), 0.01)))
            if condition(value):
                return value
        raise AssertionError(f"{what}: not within {seconds} s")

    def fold(self):
        """Reads on to the next line of the fold."""
        return self.until(lambda value: "fold" in value, what="a line of the fold")

    def event(self, state, seconds=20):
        """Reads on to the sensor's event with that state."""
        return self.until(lambda value: value.get("state") == state, seconds, f"the sensor is {state}")

    def settled(self, seconds=2.0, span=0.3):
        """The folds that are told from `seconds` after now on, for a span of time."""
        start = now() + seconds
        folds = []
        while True:
            value = self.fold()
            if value["t"] > start + span:
                return folds
            if value["t"] >= start:
                folds.append(value["fold"])

    def close(self):
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def near(values, expected, tolerance):
    """All values lie around what is expected, and there are some."""
    assert len(values) > 5, f"only {len(values)} values"
    worst = max(values, key=lambda value: abs(value - expected))
    assert abs(worst - expected) <= tolerance, f"{worst} where {expected} ± {tolerance} is expected"


def run(checks):
    """Runs the checks, each a name with a function, and tells how they went."""
    failed = 0
    for name, check in checks:
        start = now()
        try:
            check()
            print(f"ok    {name} ({now() - start:.1f} s)", flush=True)
        except Exception as error:
            failed += 1
            print(f"FAIL  {name}: {type(error).__name__}: {error}", flush=True)
    return len(checks) - failed, failed
