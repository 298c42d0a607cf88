"""The system sleeps and wakes, for real: S3, by logind. In a guest of its own, which run-in-vm.sh --suspend wakes."""
import os
import subprocess
import time

from tablet import HALF, HALF_FOLD, RIGHT, Daemon, Stream, hid, near, now, read, wait_for

NINEP = "/sys/bus/virtio/drivers/9pnet_virtio"


def leave_the_share():
    """9p does not come back from sleep: run from a copy, and give the shared directory up."""
    os.chdir("/")
    subprocess.run(["umount", "/mnt/share"], check=True)
    for device in os.listdir(NINEP):
        if device.startswith("virtio"):
            with open(NINEP + "/unbind", "w") as file:
                file.write(device)
    subprocess.run(["systemctl", "start", "systemd-logind"], check=True)


def inhibitors():
    result = subprocess.run(["systemd-inhibit", "--list", "--no-legend"], capture_output=True, text=True, check=True)
    return [line for line in result.stdout.splitlines() if "folddaemon" in line]


class Delay:
    """A lock of our own, so that there is time to look between the word that it will sleep and the sleep."""

    def __init__(self):
        self.process = subprocess.Popen(
            ["systemd-inhibit", "--what=sleep", "--mode=delay", "--who=check", "--why=to look", "cat"],
            stdin=subprocess.PIPE,
        )

        def is_there():
            listed = subprocess.run(["systemd-inhibit", "--list", "--no-legend"], capture_output=True, text=True)
            return "check" in listed.stdout

        wait_for(is_there, 10, "the delay lock is taken")

    def end(self):
        self.process.stdin.close()
        self.process.wait(10)


def lock_while_it_reads():
    with hid("--set", HALF), Daemon():
        assert not inhibitors()
        with Stream() as stream:
            stream.event("ok")
            held = wait_for(inhibitors, 5, "a lock")
            assert len(held) == 1 and " sleep " in held[0] and "delay" in held[0], held
        wait_for(lambda: not inhibitors(), 10, "without a reader there is no lock")


def sleeps_and_wakes():
    """Laid flat before it sleeps, rolled to the right while it does. A machine of qemu sleeps once a boot."""
    with hid("--set", "0,0,-9.80665") as sensor:
        with Daemon("--orientation", RIGHT), Stream("watch fold rate=max") as stream:
            stream.event("ok")
            near(stream.settled(), 0, 0)
            wait_for(inhibitors, 5, "the daemon's lock")
            delay = Delay()
            before, awake = now(), time.clock_gettime(time.CLOCK_MONOTONIC)
            subprocess.run(["systemctl", "suspend", "--no-block"], check=True, timeout=30)
            wait_for(lambda: read(sensor.buffer) == "0", 4, "the buffer is off before it sleeps")
            sensor.set(*HALF.split(","))
            last = len(stream.lines)
            delay.end()
            wait_for(lambda: gap(before, awake) > 1, 60, "the system sleeps")
            is_right_at_once(stream, last, now())
            wait_for(lambda: read(sensor.buffer) == "1", 5, "the buffer is on again")
            near(stream.settled(0.5), HALF_FOLD, 0.01)
            wait_for(inhibitors, 5, "the lock is taken again")


def is_right_at_once(stream, last, woke):
    """The first fold after it woke; `last` lines had been read when it went to sleep."""
    stream.event("ok", 30)
    first = stream.fold()
    assert first["t"] > woke - 1 and abs(now() - first["t"]) < 1.5, (first["t"], woke, now())
    # The time since the last update is far more than the filter's 0.13 s.
    assert abs(first["fold"] - HALF_FOLD) < 0.01, first
    told = [value for value in stream.objects()[last:] if "fold" in value]
    assert max(b["t"] - a["t"] for a, b in zip(told, told[1:])) > 3, "the gap is told as it was"
    wrong = [value for value in told if value["fold"] != 0 and abs(value["fold"] - HALF_FOLD) > 0.01]
    assert not wrong, f"neither before nor after: {wrong[0]}"


def gap(before, awake):
    """How long it slept since a moment: the clock of the boot runs on, that of being awake does not."""
    return now() - before - (time.clock_gettime(time.CLOCK_MONOTONIC) - awake)


CHECKS = [
    ("it holds a delay lock while it reads, and none else", lock_while_it_reads),
    ("it lets the sensor go before a sleep, and is right at once after it", sleeps_and_wakes),
]
