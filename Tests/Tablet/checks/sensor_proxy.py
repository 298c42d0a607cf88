"""iio-sensor-proxy and its client monitor-sensor, as a desktop has them."""
import signal
import subprocess

from tablet import wait_for

NAME = "iio-sensor-proxy"
BUS_NAME = "net.hadess.SensorProxy"
LOG = "/run/monitor-sensor.log"
# Gravity in the four poses, as a screen is turned round.
POSES = [("left-up", (9.8, 0, 0)), ("normal", (0, -9.8, 0)), ("right-up", (-9.8, 0, 0)), ("bottom-up", (0, 9.8, 0))]


def systemctl(*words):
    subprocess.run(["systemctl", *words], check=True, capture_output=True, timeout=60)


def version():
    result = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", NAME], capture_output=True, text=True, check=True)
    return tuple(int(part) for part in result.stdout.split("-")[0].split("."))


def leaves_buffer_on():
    """3.0 switches the buffer on at its start, claimed or not, and leaves it on for ever; later ones mend that."""
    return version() < (3, 1)


def on_bus():
    call = ["busctl", "call", "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner"]
    result = subprocess.run([*call, "s", BUS_NAME], capture_output=True, text=True, check=True)
    return "true" in result.stdout


class Proxy:
    """It runs within; outside it is masked, since udev starts it with each sensor."""

    def __enter__(self):
        self.start()
        return self

    def start(self):
        systemctl("unmask", "--runtime", NAME)
        systemctl("start", NAME)
        wait_for(on_bus, 10, "the proxy is on the bus")

    def stop(self):
        systemctl("mask", "--runtime", "--now", NAME)
        wait_for(lambda: not on_bus(), 10, "the proxy is off the bus")

    def __exit__(self, *_):
        self.stop()


class Monitor:
    """A client that claims the accelerometer."""

    def __init__(self):
        with open(LOG, "w") as log:
            self.process = subprocess.Popen(
                ["stdbuf", "-oL", "monitor-sensor", "--accel"], stdout=log, stderr=log
            )
        wait_for(lambda: "Has accelerometer" in self.text(), 15, "monitor-sensor has an accelerometer")

    def text(self):
        with open(LOG) as log:
            return log.read()

    def sees_rotations(self, sensor):
        """Turns the sensor round, and waits for each pose to be told."""
        for name, gravity in POSES:
            start = len(self.text())
            sensor.set(*gravity)
            wait_for(lambda: f"changed: {name}" in self.text()[start:], 5, f"monitor-sensor sees {name}")

    def close(self):
        self.process.send_signal(signal.SIGINT)
        self.process.wait(10)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
