"""What the checks on the virtual tablet work with: its sensors, the daemon, and connections to it."""
import contextlib
import json
import os
import signal
import socket
import subprocess
import time

SHARE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BIN = SHARE + "/bin"
SOCKET = "/run/folddaemon/fold.sock"
CONTROL = "/run/folddaemon/control.sock"
LOG = "/run/folddaemon.log"
G = 9.80665
RIGHT = "landscape-right"
# Lying level.
FLAT = f"0,0,{-G}"
# Rolled to the right by 30°, a third of 90°: a fold of 1.6 / 3 − 0.03.
HALF = "0,-4.903325,-8.492809"
HALF_FOLD = 0.503333


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

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.quit()


class StubSensor(Sensor):
    """One on i2c-stub, whose driver and bus are loaded for it."""

    def quit(self):
        self.tell("quit")
        subprocess.run(["modprobe", "-r", "kxcjk-1013", "i2c-stub"], check=True)


def hid(*options, number=0):
    return Sensor("rig-accel", f"/run/rig-accel.{number}", *options, RIG_ACCEL=str(number))


def i2c(*options, **environment):
    return StubSensor("rig-i2c-accel", "/run/rig-i2c-accel", *options, **environment)


def another_reader(device):
    """Another program that reads the device by its buffer."""
    return subprocess.Popen(
        ["iio_readdev", "-b", "4", device], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@contextlib.contextmanager
def udev_rules(text):
    """Lets udev go by these rules too, for sensors that come meanwhile."""
    path = "/run/udev/rules.d/61-checks.rules"
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)
    subprocess.run(["udevadm", "control", "--reload"], check=True)
    try:
        yield
    finally:
        os.unlink(path)
        subprocess.run(["udevadm", "control", "--reload"], check=True)


def configuration(text):
    """A configuration file with this text, for --config."""
    path = "/run/checks.conf"
    with open(path, "w") as file:
        file.write(text)
    return path


def ask(request, path=CONTROL):
    """The control socket's answer."""
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(10)
        client.connect(path)
        client.sendall(request.encode() + b"\n")
        client.shutdown(socket.SHUT_WR)
        answer = b""
        while data := client.recv(65536):
            answer += data
    return json.loads(answer)


class Daemon:
    """The release binary, as a service would run it."""

    def __init__(self, *options):
        self.log = open(LOG, "ab")
        # The socket's file is there before anybody listens on it, so readiness is what is waited for.
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notify:
            name = f"@folddaemon-ready-{os.getpid()}"
            notify.bind("\0" + name[1:])
            notify.settimeout(0.1)
            environment = {**os.environ, "NOTIFY_SOCKET": name}
            self.process = subprocess.Popen([BIN + "/folddaemon", *options], stderr=self.log, env=environment)
            wait_for(lambda: self.is_ready(notify), 20, "the daemon is ready")

    def is_ready(self, notify):
        status = self.process.poll()
        assert status is None, f"the daemon ended with status {status}"
        try:
            return b"READY=1" in notify.recv(4096)
        except TimeoutError:
            return False

    def stop(self, name=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(name)
        return self.process.wait(10)

    def descriptors(self):
        """What its descriptors are, sorted."""
        links = []
        for name in os.listdir(f"/proc/{self.process.pid}/fd"):
            try:
                link = os.readlink(f"/proc/{self.process.pid}/fd/{name}")
            except FileNotFoundError:
                continue
            # One socket is as good as another.
            links.append(link.split(":[")[0])
        return sorted(links)

    def threads(self):
        return len(os.listdir(f"/proc/{self.process.pid}/task"))

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
        while (left := end - now()) > 0:
            try:
                value = json.loads(self.line(left))
            except AssertionError:
                break
            if condition(value):
                return value
        raise AssertionError(f"{what}: not within {seconds} s; last was {self.lines[-1] if self.lines else 'nothing'}")

    def fold(self, seconds=20):
        """Reads on to the next line of the fold."""
        return self.until(lambda value: "fold" in value, seconds, "a line of the fold")

    def event(self, state, seconds=20):
        """Reads on to the sensor's event with that state."""
        return self.until(lambda value: value.get("state") == state, seconds, f"the sensor is {state}")

    def objects(self):
        """All that was read so far."""
        return [json.loads(line) for line in self.lines]

    def told(self, seconds):
        """All objects that are told within a span of time."""
        end = now() + seconds
        values = []
        while (left := end - now()) > 0:
            try:
                values.append(json.loads(self.line(left)))
            except AssertionError:
                break
        return values

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
