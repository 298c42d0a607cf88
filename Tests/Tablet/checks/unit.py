"""The installed service under the guest's own systemd: started by its readers, watched over, reloaded, stopped."""
import json
import os
import shutil
import signal
import subprocess
import time

from tablet import CONTROL, HALF, HALF_FOLD, SOCKET, Stream, ask, hid, near, read, wait_for

UNIT = "folddaemon.service"
SOCKETS = ["folddaemon.socket", "folddaemon-control.socket"]
OVERRIDES = f"/run/systemd/system/{UNIT}.d"
DROP_INS = "/etc/folddaemon/folddaemon.conf.d"
DROP_IN = DROP_INS + "/50-checks.conf"


def shell(command, seconds=60):
    """What the command, a line of the shell, writes; an error where it fails."""
    result = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=seconds)
    assert result.returncode == 0, f"{command}: status {result.returncode}: {result.stdout}{result.stderr}"
    return result.stdout


def shown(name, unit=UNIT):
    return shell(f"systemctl show -P {name} {unit}").strip()


def is_listening():
    """Both sockets are in systemd's hands, and there."""
    for unit in SOCKETS:
        assert shown("ActiveState", unit) == "active", unit
    return os.path.exists(SOCKET) and os.path.exists(CONTROL)


def stop():
    # A start under way would be followed by another, for whoever it has not accepted yet.
    wait_for(lambda: shown("ActiveState") != "activating", 60, "the start is through")
    shell("systemctl stop " + UNIT)
    assert shown("ActiveState") == "inactive", shown("ActiveState")


def override(text):
    """Changes the unit by a drop-in, in the place of the one of before; until `restore`."""
    os.makedirs(OVERRIDES, exist_ok=True)
    with open(OVERRIDES + "/checks.conf", "w") as file:
        file.write(text)
    shell("systemctl daemon-reload")


def restore():
    """The unit is as it came."""
    shutil.rmtree(OVERRIDES, ignore_errors=True)
    shell("systemctl daemon-reload")


def said(since):
    """What the service has said since then: (priority, sentence) each."""
    output = shell(f"journalctl -q -o json --since=@{since:.6f} _SYSTEMD_UNIT={UNIT}")
    entries = [json.loads(line) for line in output.splitlines()]
    return [(int(entry["PRIORITY"]), str(entry["MESSAGE"])) for entry in entries]


class Reconnecting:
    """foldctl, which waits for the daemon whenever there is none."""

    def __init__(self):
        self.path = "/run/checks-reader"
        with open(self.path, "w") as file:
            self.process = subprocess.Popen(
                ["foldctl", "watch", "--format", "json", "--reconnect"], stdout=file, stderr=subprocess.DEVNULL
            )

    def lines(self):
        with open(self.path) as file:
            return [line for line in file.read().split("\n")[:-1] if '"fold"' in line]

    def goes_on(self, seconds, what):
        """Waits for lines of the fold beyond those of now."""
        count = len(self.lines())
        wait_for(lambda: len(self.lines()) > count + 5, seconds, what)

    def __enter__(self):
        wait_for(self.lines, 30, "the first lines")
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(10)


def reader_starts_it():
    """Before any sensor was there: its kernel part is loaded by the service, and one that comes is read by its buffer."""
    stop()
    with Stream() as stream:
        stream.event("searching")
        with hid("--set", HALF):
            stream.event("ok", 60)
            wait_for(lambda: ask("status")["ok"]["mode"] == "buffered", 60, "it reads by the buffer")
            assert shown("User") == "folddaemon" and shown("ActiveState") == "active"
    stop()


def three_lines():
    with hid("--set", HALF):
        stop()
        lines = shell(f"socat -u UNIX-CONNECT:{SOCKET} - | head -3").splitlines()
        assert len(lines) == 3 and all(json.loads(line) for line in lines), lines
        assert shown("ActiveState") == "active"
        with Stream() as stream:
            near(stream.settled(), HALF_FOLD, 0.01)
            status = subprocess.run(["systemctl", "status", "--no-pager", UNIT], capture_output=True, text=True).stdout
            assert "sensor ok: accel_3d (iio:device0), buffered at 62.5 Hz" in status, status


def killed():
    """The next one takes back the buffer that the killed one left on."""
    with hid("--set", HALF) as sensor, Reconnecting() as reader:
        wait_for(lambda: read(sensor.buffer) == "1", 60, "the buffer is on")
        first = shown("MainPID")
        os.kill(int(first), signal.SIGKILL)
        wait_for(lambda: shown("MainPID") not in ("0", first), 60, "another process")
        reader.goes_on(60, "the reader goes on")
        assert ask("status")["ok"]["mode"] == "buffered"


def stands_still():
    with hid("--set", HALF), Reconnecting() as reader:
        first, since = shown("MainPID"), time.time()
        os.kill(int(first), signal.SIGSTOP)
        wait_for(lambda: shown("MainPID") not in ("0", first), 40, "another process")
        reader.goes_on(60, "the reader goes on")
        log = shell(f"journalctl -q -o cat --since=@{since:.6f} -u {UNIT}")
        assert "Watchdog timeout" in log, log


def unmoved():
    """udev's rules that are run once more, as any package may let them, interrupt nobody."""
    with hid("--set", HALF), Stream() as stream:
        stream.fold(60)
        stream.settled()
        count = len(stream.lines)
        shell("udevadm trigger --action=change --subsystem-match=iio --settle")
        for _ in range(60):
            stream.fold()
        assert not [line for line in stream.lines[count:] if "event" in line], stream.lines[count:]


def waits_with_a_sleep():
    """By logind's delay, as its own user; only while the sensor is on."""
    with hid("--set", HALF):
        with Stream() as stream:
            stream.fold(60)
            wait_for(
                lambda: "folddaemon" in shell("systemd-inhibit --list --no-legend"), 60, "it holds a delay of sleep")
        stop()
        assert "folddaemon" not in shell("systemd-inhibit --list --no-legend")


def configure(text, command="reload"):
    """Writes the drop-in, and lets systemctl's command bring it to the service."""
    os.makedirs(DROP_INS, exist_ok=True)
    with open(DROP_IN, "w") as file:
        file.write(text)
    shell(f"systemctl {command} {UNIT}")


def gain():
    return ask("get gain")["ok"]["gain"]


def reloaded():
    """A good configuration holds at once, a bad one is refused in a sentence, and either leaves the process alone."""
    try:
        assert gain() == -1.6
        process, since = shown("MainPID"), time.time()
        configure("[fold]\ngain = -2\n")
        wait_for(lambda: gain() == -2, 60, "the new gain")
        configure("[fold]\ngain = steep\n")
        refused = wait_for(lambda: [line for line in said(since) if "50-checks.conf" in line[1]], 60, "a refusal")
        assert refused[0][0] <= 4 and "gain" in refused[0][1], refused
        assert gain() == -2 and shown("MainPID") == process
    finally:
        os.unlink(DROP_IN)
    shell("systemctl reload " + UNIT)
    wait_for(lambda: gain() == -1.6, 60, "the gain of before")


def priorities():
    """info for what is as it should be, notice for a sensor that is not there."""
    stop()
    since = time.time()
    with Stream() as stream:
        stream.until(lambda value: "no accelerometer" in value.get("detail", ""), what="there is no sensor")
        wanted = {(6, "listening on"), (5, "sensor searching: no accelerometer")}

        def missing():
            lines = said(since)
            return {
                (priority, start) for priority, start in wanted
                if not any(line[0] == priority and line[1].startswith(start) for line in lines)
            }

        wait_for(lambda: not missing(), 60, f"lines of both priorities: {missing()} of {said(since)}")
    assert not [line for line in said(since) if line[1].startswith("<")], "a priority was not taken"


def stopped():
    with hid("--set", HALF) as sensor:
        with Stream() as stream:
            stream.fold(60)
            wait_for(lambda: read(sensor.buffer) == "1", 60, "the buffer is on")
            # Whoever does not read meanwhile is not waited for.
            stopping = subprocess.Popen(["systemctl", "stop", UNIT])
            stream.until(lambda value: value.get("event") == "shutdown", what="the goodbye")
            assert stopping.wait(20) == 0
        assert read(sensor.buffer) == "0" and is_listening()
        assert shown("ActiveState") == "inactive", "a reader that has gone starts nothing"
        with Stream() as stream:
            stream.event("ok", 60)


def needs_both():
    """With one socket alone it says which unit is missing, and ends as misconfigured."""
    stop()
    result = subprocess.run(
        "systemd-socket-activate --fdname=fold -l /run/checks.sock /usr/bin/folddaemon & pid=$!; "
        "until [ -S /run/checks.sock ]; do sleep 0.1; done; "
        "socat -u UNIX-CONNECT:/run/checks.sock - & wait $pid",
        shell=True, capture_output=True, text=True, timeout=60,
    )
    assert result.returncode == 78 and "folddaemon-control.socket" in result.stderr, result
    assert is_listening(), "the sockets of before are there"


CHECKS = [
    ("a reader starts the service, and a sensor that comes then is read by its buffer", reader_starts_it),
    ("socat prints three lines, and systemctl tells of the sensor", three_lines),
    ("killed, it is started again, and its readers go on", killed),
    ("standing still, it is found by the watchdog", stands_still),
    ("udev's rules, run once more, interrupt nobody", unmoved),
    ("a sleep waits until it has let the sensor go", waits_with_a_sleep),
    ("it takes a good configuration and refuses a bad one", reloaded),
    ("the journal's lines have priorities", priorities),
    ("stopped, it leaves the buffer off and the sockets with systemd", stopped),
    ("handed one socket alone, it says which is missing", needs_both),
]
