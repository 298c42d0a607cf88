"""Every kind of sensor, from the kernel's driver to the stream."""
import math
import os

from tablet import G, RIGHT, SOCKET, Daemon, Stream, hid, i2c, near, now, read, udev_rules, wait_for


def rolled(degrees):
    """Gravity on a tablet in landscape-right that is rolled to the right."""
    angle = math.radians(degrees)
    return 0, -G * math.sin(angle), -G * math.cos(angle)


def follows_rolls(place, stream):
    """Rolls the tablet by `place`, and looks at the folds."""
    place(*rolled(30))
    # 30° is a third of 90°: 1.6 / 3 − 0.03.
    near(stream.settled(), 0.503333, 0.01)
    place(*rolled(-30))
    near(stream.settled(), 0, 0)
    place(*rolled(60))
    # 60° is two thirds: 1.6 × 2 / 3 − 0.03 is over 1.
    near(stream.settled(), 1, 0)


def check_hid(*options, mode):
    with hid(*options, "--set", "0,0,-9.80665") as sensor:
        with Daemon("--orientation", RIGHT, "--mode", mode), Stream() as stream:
            detail = stream.event("ok")["detail"]
            assert (", " + ("polled" if mode == "polled" else "buffered")) in detail, detail
            assert read(sensor.buffer) == ("0" if mode == "polled" else "1")
            follows_rolls(sensor.set, stream)


def hid_buffered():
    check_hid(mode="auto")


def hid_32_bits():
    check_hid("--bits", "32", mode="buffered")


def hid_polled():
    check_hid(mode="polled")


def i2c_with_matrix():
    """12 bits left-justified, an hrtimer trigger, and a sensor that sits turned: udev says so, as on real machines."""
    rule = 'SUBSYSTEM=="iio", ENV{ACCEL_MOUNT_MATRIX}="0, -1, 0; 1, 0, 0; 0, 0, 1"\n'
    with udev_rules(rule), i2c("--set", "0,0,-9.80665") as sensor:

        def place(x, y, z):
            # The inverse of the matrix: device x is −(sensor y), device y is the sensor's x.
            sensor.set(y, -x, z)

        with Daemon("--orientation", RIGHT), Stream() as stream:
            detail = stream.event("ok")["detail"]
            assert "buffered" in detail and "ACCEL_MOUNT_MATRIX" in detail, detail
            follows_rolls(place, stream)
        with Daemon("--orientation", RIGHT, "--mode", "polled"), Stream() as stream:
            assert "polled" in stream.event("ok")["detail"]
            follows_rolls(place, stream)


def orientation_flips_the_sign():
    with hid("--set", "0,-4.903325,-8.492809") as sensor:
        for orientation, fold in [(RIGHT, 0.503333), ("landscape-left", 0)]:
            with Daemon("--orientation", orientation), Stream() as stream:
                stream.event("ok")
                near(stream.settled(), fold, 0.01)
        # No graphics here, so the panel counts as portrait: its left edge up is landscape-left.
        sensor.set(9, 2, -3)
        with Daemon(), Stream() as stream:
            assert stream.until(lambda value: value.get("event") == "orientation")["orientation"] == "left-up"


def unplugged_and_plugged():
    with hid("--set", "0,-4.903325,-8.492809") as sensor:
        with Daemon("--orientation", RIGHT), Stream() as stream, Stream() as other:
            stream.event("ok")
            for _ in range(3):
                sensor.tell("unplug")
                stream.event("lost", 10)
                # Who reads late gets the newest of the events.
                other.until(lambda value: value.get("state") in ("lost", "searching"), 10)
                sensor.tell("plug")
                stream.event("ok", 20)
                other.event("ok", 20)
                near(stream.settled(), 0.503333, 0.01)


def sensor_readers(daemon):
    """How often the daemon has the sensor's node open."""
    links = []
    for name in os.listdir(f"/proc/{daemon.process.pid}/fd"):
        try:
            links.append(os.readlink(f"/proc/{daemon.process.pid}/fd/{name}"))
        except FileNotFoundError:
            pass
    return sum(link.startswith("/dev/iio:device") for link in links)


def many_connections_one_sensor():
    with hid(), Daemon("--orientation", RIGHT) as daemon:
        start = now()
        for _ in range(10):
            Stream().close()
        assert now() - start < 1
        with Stream() as stream:
            stream.event("ok")
            stream.fold()
            assert sensor_readers(daemon) == 1
            assert len(os.listdir(f"/proc/{daemon.process.pid}/task")) == 2


def sensor_off_without_readers():
    with hid() as sensor, Daemon() as daemon:
        assert read(sensor.buffer) == "0", "nobody reads yet"
        with Stream() as stream:
            stream.fold()
            assert read(sensor.buffer) == "1"
        left = now()
        wait_for(lambda: read(sensor.buffer) == "0", 6.5, "the buffer is off 6 s after the last reader")
        assert now() - left > 4, "and not at once"
        with Stream() as stream:
            stream.fold()
            assert read(sensor.buffer) == "1", "the next reader switches it on again"
        assert sensor_readers(daemon) == 1


def ends_cleanly():
    with hid() as sensor:
        for signal in [15, 2]:
            daemon = Daemon()
            with Stream() as stream:
                stream.fold()
                assert daemon.stop(signal) == 0
                stream.until(lambda value: value.get("event") == "shutdown")
            assert read(sensor.buffer) == "0"
            assert not os.path.exists(SOCKET)
            assert not os.path.exists(os.path.dirname(SOCKET)), "the directory that it made"


def hung_firmware_hurts_nobody():
    """A raw read waits for 10 s: neither readers nor the end wait with it."""
    with hid("--set", "0,-4.903325,-8.492809") as sensor:
        try:
            daemon = Daemon("--mode", "polled")
            with Stream() as stream:
                stream.fold()
                sensor.tell("stall")
                start = now()
                with Stream() as late:
                    late.fold()
                assert daemon.stop() == 0
                assert now() - start < 5, f"{now() - start} s"
        finally:
            sensor.tell("unstall")


def appears_later():
    with Daemon("--orientation", RIGHT), Stream() as stream:
        stream.event("searching")
        with hid("--set", "0,-4.903325,-8.492809"):
            stream.event("ok")
            near(stream.settled(), 0.503333, 0.01)


CHECKS = [
    ("HID accelerometer, buffered: 30°, −30°, 60°", hid_buffered),
    ("HID accelerometer with 32 bits", hid_32_bits),
    ("HID accelerometer, polled", hid_polled),
    ("I2C accelerometer: 12 bits, hrtimer trigger, udev's mount matrix", i2c_with_matrix),
    ("orientation flips the sign, and auto finds it", orientation_flips_the_sign),
    ("unplugged and plugged, on the same connection", unplugged_and_plugged),
    ("ten connections in a second leave one reader of the sensor", many_connections_one_sensor),
    ("without a reader the buffer is off", sensor_off_without_readers),
    ("SIGTERM and SIGINT leave the buffer off and no socket", ends_cleanly),
    ("hung firmware delays neither readers nor the end", hung_firmware_hurts_nobody),
    ("a sensor that appears later is found", appears_later),
]
