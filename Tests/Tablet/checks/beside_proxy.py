"""Beside iio-sensor-proxy, which reads the same sensor for the desktop; of whichever version the guest has."""
import itertools

from sensor_proxy import Monitor, Proxy, leaves_buffer_on
from tablet import (
    HALF, HALF_FOLD, RIGHT, Daemon, Stream, another_reader, configuration, hid, i2c, near, now, read, wait_for,
)


# Flat and rolled to the right, by turns, with their folds.
poses = itertools.cycle([((0, 0, -9.80665), 0), (HALF.split(","), HALF_FOLD)])


def folds_follow(sensor, stream):
    """Turns the tablet, and looks at the folds."""
    pose, fold = next(poses)
    sensor.set(*pose)
    near(stream.settled(1.5), fold, 0.01)


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def switch_off(sensor):
    """What 3.0 has left on would be the next check's buffer in other hands."""
    if read(sensor.buffer) == "1":
        write(sensor.buffer, "0")


def started_before_us():
    with hid("--set", HALF) as sensor:
        try:
            with Proxy():
                beside_an_idle_proxy(sensor)
                with Monitor() as monitor:
                    monitor.sees_rotations(sensor)
                    with Daemon("--orientation", RIGHT), Stream() as stream:
                        assert "polled" in stream.event("ok", 5)["detail"]
                        folds_follow(sensor, stream)
                        monitor.sees_rotations(sensor)
                        assert read(sensor.buffer) == "1"
                    monitor.sees_rotations(sensor)
                    assert read(sensor.buffer) == "1"
        finally:
            switch_off(sensor)


def beside_an_idle_proxy(sensor):
    """Nobody has claimed the sensor: only 3.0 has its buffer on all the same."""
    state = wait_for_steady(sensor)
    assert state == ("1" if leaves_buffer_on() else "0")
    with Daemon("--orientation", RIGHT), Stream() as stream:
        assert "polled" in stream.event("ok", 5)["detail"]
        folds_follow(sensor, stream)
        assert read(sensor.buffer) == state
    assert read(sensor.buffer) == state


def wait_for_steady(sensor, seconds=1.5):
    """The buffer's state once it has not changed for a while: the proxy tries a sensor before it settles."""
    state, since = read(sensor.buffer), now()

    def is_steady():
        nonlocal state, since
        if read(sensor.buffer) != state:
            state, since = read(sensor.buffer), now()
        return now() > since + seconds

    wait_for(is_steady, 15, "the proxy has settled")
    return state


def comes_and_goes():
    """It starts after us, is claimed, released, restarted and stopped, and the stream flows on one connection."""
    with hid("--set", HALF) as sensor:
        proxy = Proxy()
        try:
            with Daemon("--orientation", RIGHT), Stream() as stream:
                assert "buffered" in stream.event("ok")["detail"]
                folds_follow(sensor, stream)
                proxy.start()
                until_ok(stream, "polled")
                folds_follow(sensor, stream)
                state = wait_for_steady(sensor)
                with Monitor() as monitor:
                    monitor.sees_rotations(sensor)
                    folds_follow(sensor, stream)
                folds_follow(sensor, stream)
                assert wait_for_steady(sensor) == state
                proxy.stop()
                if leaves_buffer_on():
                    # It has left its buffer on: for all that can be known, somebody reads it.
                    folds_follow(sensor, stream)
                    assert read(sensor.buffer) == "1"
                else:
                    until_ok(stream, "buffered")
                    folds_follow(sensor, stream)
                proxy.start()
                if not leaves_buffer_on():
                    until_ok(stream, "polled")
                folds_follow(sensor, stream)
                with Monitor() as monitor:
                    monitor.sees_rotations(sensor)
                    proxy.stop()
                    folds_follow(sensor, stream)
                switch_off(sensor)
                until_ok(stream, "buffered")
                folds_follow(sensor, stream)
        finally:
            proxy.stop()
            switch_off(sensor)


def until_ok(stream, mode):
    """Reads on until the sensor is read that way; a few seconds at most."""
    stream.until(lambda value: value.get("state") == "ok" and mode in value["detail"], 10, f"the sensor is {mode}")


def taken():
    with hid("--set", HALF) as sensor:
        try:
            with Proxy(), Monitor():
                wait_for(lambda: read(sensor.buffer) == "1", 10, "the proxy has the buffer on")
                with Daemon("--orientation", RIGHT, "--config", configuration("[sensor]\nshare = take\n")):
                    with Stream() as stream:
                        assert "buffered" in stream.event("ok")["detail"]
                        folds_follow(sensor, stream)
                        assert read(sensor.buffer) == "1"
        finally:
            switch_off(sensor)


def waited_for():
    with hid("--set", HALF) as sensor:
        proxy = Proxy()
        try:
            proxy.start()
            with Monitor():
                wait_for(lambda: read(sensor.buffer) == "1", 10, "the proxy has the buffer on")
                with Daemon("--orientation", RIGHT, "--config", configuration("[sensor]\nshare = wait\n")):
                    with Stream() as stream:
                        stream.event("busy")
                        assert no_fold(stream.told(3))
                        proxy.stop()
                        if leaves_buffer_on():
                            assert no_fold(stream.told(4)), "its buffer is on, so it stays busy"
                            assert read(sensor.buffer) == "1"
                            write(sensor.buffer, "0")
                        assert "buffered" in stream.event("ok", 10)["detail"]
                        folds_follow(sensor, stream)
        finally:
            proxy.stop()
            switch_off(sensor)


def no_fold(values):
    return not any("fold" in value for value in values)


def driver_that_lets_one_read():
    """Raw reads of this chip are refused while somebody has its buffer on."""
    with i2c("--set", HALF) as sensor:
        other = None
        try:
            with Proxy(), Monitor() as monitor:
                if wait_for_steady(sensor) == "0":
                    # The proxy reads this one's attributes.
                    monitor.sees_rotations(sensor)
                    with Daemon("--orientation", RIGHT), Stream() as stream:
                        assert "polled" in stream.event("ok")["detail"]
                        folds_follow(sensor, stream)
                        monitor.sees_rotations(sensor)
                else:
                    busy_until_off(sensor, lambda: write(sensor.buffer, "0"))
            switch_off(sensor)
            other = another_reader("kxcjk1013")
            wait_for(lambda: read(sensor.buffer) == "1", 10, "another program has the buffer on")

            def end():
                other.terminate()
                other.wait(10)

            busy_until_off(sensor, end)
        finally:
            if other:
                other.kill()
                other.wait(10)
            switch_off(sensor)


def busy_until_off(sensor, switch_buffer_off):
    with Daemon("--orientation", RIGHT) as daemon, Stream() as stream:
        detail = stream.event("busy")["detail"]
        assert "another program" in detail or "iio-sensor-proxy" in detail, detail
        assert no_fold(stream.told(3))
        assert daemon.process.poll() is None
        assert read(sensor.buffer) == "1"
        switch_buffer_off()
        stream.event("ok", 10)
        folds_follow(sensor, stream)


CHECKS = [
    ("iio-sensor-proxy started before us, idle and claimed", started_before_us),
    ("iio-sensor-proxy comes and goes while we read", comes_and_goes),
    ("share = take takes the sensor from iio-sensor-proxy", taken),
    ("share = wait waits until its buffer is off", waited_for),
    ("busy where the driver lets only one read", driver_that_lets_one_read),
]
