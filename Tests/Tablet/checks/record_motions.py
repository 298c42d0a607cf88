"""Records motions through foldctl on the virtual tablet; run in the guest by recordings/record-on-tablet."""
import math
import subprocess
import sys

from tablet import BIN, G, Daemon, Stream, hid, i2c, now

OUT = sys.argv[1]


def raised_cosine(top, seconds, rate, place):
    """Rows from 0 to `top` degrees and back."""
    for row in range(int(seconds * rate) + 1):
        t = row / rate
        angle = math.radians(top * (1 - math.cos(2 * math.pi * t / seconds)) / 2)
        yield (t, *place(angle))


def rolled(angle):
    return 0.1, -G * math.sin(angle), -G * math.cos(angle)


def write_trace(rows):
    path = "/run/motion.csv"
    with open(path, "w") as file:
        for row in rows:
            file.write(",".join(f"{value:.6f}" for value in row) + "\n")
    return path


def recorder(name, notes, seconds):
    command = [BIN + "/foldctl", "record", "--force", "--notes", notes, "--seconds", str(seconds)]
    return subprocess.Popen([*command, f"{OUT}/{name}.csv"])


def finish(process):
    assert process.wait(60) == 0


def hid_roll():
    """The recorder is the first reader, so the recording begins with the pipeline itself."""
    trace = write_trace(raised_cosine(40, 6, 50, rolled))
    with hid("--noise", "0.05", "--lerp", "--start-on-stream", "--trace", trace):
        with Daemon("--orientation", "landscape-right"):
            finish(recorder("tablet-hid-roll", "HID accelerometer, buffered: rolled to 40° and back", 6))


def hid_mid_motion():
    """Begun while somebody watches, turned from one landscape pose to the other."""
    def turned(angle):
        # Upright in landscape, the tablet's left edge from down to up, leaning back by 20°.
        return -G * math.cos(angle) * 0.94, -G * math.sin(angle) * 0.94, -G * 0.34

    trace = write_trace(raised_cosine(180, 8, 50, turned))
    with hid("--noise", "0.05", "--lerp", "--trace", trace) as sensor, Daemon(), Stream() as stream:
        stream.event("ok")
        sensor.tell(f"trace {trace}")
        start = now()
        stream.until(lambda value: value.get("t", 0) > start + 1)
        finish(recorder("tablet-turned-mid-motion", "begun in mid-motion; turned to the other landscape pose and back", 6))


def i2c_slow():
    """A sensor of 12 readings a second, whose gaps are filled by live ticks."""
    trace = write_trace(raised_cosine(50, 6, 50, rolled))
    options = ["--noise", "0.05", "--lerp", "--set", "0,0,-9.8"]
    with i2c(*options, RIG_I2C_RATE="12") as sensor, Daemon("--orientation", "landscape-right"), Stream() as stream:
        stream.event("ok")
        stream.fold()
        process = recorder("tablet-i2c-slow", "KXCJK-1013 with 12 bits, at 12 Hz: rolled to 50° and back", 7)
        sensor.tell(f"trace {trace}")
        finish(process)


def unplugged():
    """The sensor goes in the middle of a tilt, and comes back."""
    with hid("--noise", "0.05", "--set", "0,-4.903325,-8.492809") as sensor:
        with Daemon("--orientation", "landscape-right"), Stream() as stream:
            stream.event("ok")
            process = recorder("tablet-unplugged", "unplugged while rolled by 30°, and plugged in level", 8)
            stream.settled(1.0)
            sensor.tell("unplug")
            stream.event("lost")
            sensor.set(0, 0, -9.8)
            stream.until(lambda value: value.get("state") == "searching")
            sensor.tell("plug")
            stream.event("ok")
            finish(process)


subprocess.run(["systemctl", "mask", "--runtime", "--now", "iio-sensor-proxy"], capture_output=True)
for motion in [hid_roll, hid_mid_motion, unplugged, i2c_slow]:
    motion()
    print(motion.__name__, flush=True)
