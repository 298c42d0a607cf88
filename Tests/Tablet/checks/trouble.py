"""A sensor in trouble: unplugged again and again, hung, left on by a kill, without a clock; and a wrong setting."""
import os
import shutil
import subprocess

from service import Service
from tablet import (
    BIN, HALF, HALF_FOLD, RIGHT, SOCKET, Daemon, Stream, another_reader, ask, configuration, hid, i2c, near, now, read,
    wait_for,
)

# The three poses that are found after a plug, with their folds in landscape-right: 0°, 30° and 60° to the right.
POSES = [((0, 0, -9.80665), 0), ((0, -4.903325, -8.492809), HALF_FOLD), ((0, -8.492809, -4.903325), 1)]


def unplugged_ten_times():
    with hid("--set", HALF) as sensor:
        with Daemon("--orientation", RIGHT) as daemon, Stream() as fold, Stream("watch status") as status:
            with Stream("watch fold rate=max") as slow:
                for stream in fold, status, slow:
                    stream.event("ok")
                near(fold.settled(), HALF_FOLD, 0.01)
                before = daemon.descriptors(), daemon.threads()
                for turn in range(10):
                    pose, expected = POSES[turn % len(POSES)]
                    sensor.tell("unplug")
                    fold.event("lost", 10)
                    status.event("lost", 10)
                    # Who reads late gets the newest of the events.
                    slow.until(lambda value: value.get("state") in ("lost", "searching"), 10)
                    sensor.set(*pose)
                    sensor.tell("plug")
                    fold.event("ok")
                    near(fold.settled(1.2, 0.2), expected, 0.01)
                    status.event("ok", 1)
                    slow.event("ok", 1)
                wait_for(lambda: (daemon.descriptors(), daemon.threads()) == before, 5, f"{before} as before")


def hung(mode):
    """Hung firmware: a raw read waits for 10 s, and then says 0 with success."""
    with hid("--set", HALF) as sensor:
        try:
            with Service("--orientation", RIGHT, "--mode", mode) as service, Stream("watch fold rate=max") as stream:
                stream.event("ok")
                near(stream.settled(), HALF_FOLD, 0.01)
                process = service.pid()
                settled = len(stream.lines)
                hang(sensor)
                start = now()
                while now() < start + 12:
                    with Stream() as late:
                        late.line(1)
                    assert "ok" in ask("status")
                    stream.told(0.5)
                assert any(value.get("state") == "stale" for value in stream.objects()[settled:]), "nobody was told"
                # Twice as long as systemd would wait, several times over: it was never starved.
                assert service.pid() == process
                revive(sensor)
                # What may have been under way for a while yet is waited for.
                stream.event("ok", 40)
                near(stream.settled(), HALF_FOLD, 0.01)
                assert service.pid() == process
                near([value["fold"] for value in stream.objects()[settled:] if "fold" in value], HALF_FOLD, 0.01)
                hang(sensor)
                stream.until(lambda value: value.get("state") == "stale", 25)
                took = service.stop()
                assert took < 2, f"the end took {took} s"
        finally:
            revive(sensor)


def hang(sensor):
    """It answers nothing, and says nothing by itself."""
    sensor.tell("stall")
    sensor.tell("stop")


def revive(sensor):
    sensor.tell("unstall")
    sensor.tell("start")


def hung_while_buffered():
    hung("buffered")


def hung_while_polled():
    hung("polled")


def takes_its_own_buffer_back():
    """A kill leaves the buffer on. Ours is taken back, another program's is not."""
    with hid("--set", HALF) as sensor:
        try:
            daemon = Daemon("--orientation", RIGHT)
            with Stream() as stream:
                stream.event("ok")
                stream.fold()
                daemon.process.kill()
                daemon.process.wait()
            assert read(sensor.buffer) == "1", "a kill leaves it on; else there is nothing to check"
            with Daemon("--orientation", RIGHT), Stream() as stream:
                assert "buffered" in stream.event("ok")["detail"]
                near(stream.settled(), HALF_FOLD, 0.01)
            wait_for(lambda: read(sensor.buffer) == "0", 5, "the buffer is off after the end")
            other = another_reader("accel_3d")
            wait_for(lambda: read(sensor.buffer) == "1", 5, "another program's buffer is on")
            other.kill()
            other.wait()
            assert read(sensor.buffer) == "1"
            with Daemon("--orientation", RIGHT), Stream() as stream:
                assert "polled" in stream.event("ok")["detail"]
                near(stream.settled(), HALF_FOLD, 0.01)
            assert read(sensor.buffer) == "1", "it is not ours to switch off"
        finally:
            shutil.rmtree(os.path.dirname(SOCKET), ignore_errors=True)


def hrtimer_is_set():
    """A chip without a trigger of its own takes an hrtimer's, and is polled where there is none."""
    with i2c("--set", HALF) as sensor:
        trigger = sensor.directory + "/trigger/current_trigger"
        write(trigger, "\n")
        assert read(trigger) == ""
        with Daemon("--orientation", RIGHT), Stream() as stream:
            assert "buffered" in stream.event("ok")["detail"]
            near(stream.settled(), HALF_FOLD, 0.01)
            assert read(trigger) == "rig-timer"
            measured = ask("status")["ok"]["rate"]["measured"]
            assert 20 < measured < 80, f"{measured} Hz"
        write(trigger, "\n")
        os.rmdir("/sys/kernel/config/iio/triggers/hrtimer/rig-timer")
        with Daemon("--orientation", RIGHT), Stream() as stream:
            assert "polled" in stream.event("ok")["detail"]
            near(stream.settled(), HALF_FOLD, 0.01)


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def wrong_drop_in():
    file = configuration("[sensor]\nmode = auto\n")
    folder = file + ".d"
    os.makedirs(folder)
    try:
        for text, words in [
            ("[sensor]\n\nshared = polled\n", ["10-mine.conf:3", "shared", "share,", "mode"]),
            ("[sensor]\nshare = sometimes\n", ["10-mine.conf:2", "share", "sometimes", "polled", "take", "wait"]),
        ]:
            write(folder + "/10-mine.conf", text)
            result = subprocess.run(
                [BIN + "/folddaemon", "--config", file], capture_output=True, text=True, timeout=20
            )
            assert result.returncode == 78, result
            missing = [word for word in words if word not in result.stderr]
            assert not missing, f"{missing} is not in: {result.stderr}"
            assert len(result.stderr.splitlines()) == 1, result.stderr
    finally:
        shutil.rmtree(folder)


CHECKS = [
    ("unplugged and plugged ten times under three readers", unplugged_ten_times),
    ("hung firmware, buffered: watchdog, readers, end, and back", hung_while_buffered),
    ("hung firmware, polled: watchdog, readers, end, and back", hung_while_polled),
    ("after a kill its own buffer is taken back, another's is not", takes_its_own_buffer_back),
    ("a chip without a trigger takes an hrtimer's", hrtimer_is_set),
    ("a wrong drop-in: status 78 with file, line, key and what is allowed", wrong_drop_in),
]
