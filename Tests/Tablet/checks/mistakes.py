"""What an owner may do to the installed service without a second thought, and what comes of it."""
import contextlib
import os
import stat
import subprocess

from tablet import FLAT, Stream, hid, read, wait_for
from unit import (
    DROP_IN, DROP_INS, SOCKETS, UNIT, configure, gain, is_listening, override, restore, shell, shown, stop,
)

CALIBRATION = DROP_INS + "/50-calibration.conf"
# By which a changed configuration comes to a service that may run or not.
BRING = "try-reload-or-restart"
HEARD = "/run/checks-heard"
TOLD = "/run/checks-told"


def mode(path):
    return stat.S_IMODE(os.stat(path).st_mode)


def calibrates_in_private():
    """As a root whose umask keeps new files to themselves, where the folder is still to be made."""
    with hid("--set", FLAT):
        try:
            os.rmdir(DROP_INS)
            with Stream() as stream:
                stream.fold(60)
                command = "umask 077; foldctl calibrate --level"
                told = subprocess.run(command, shell=True, input="\n", capture_output=True, text=True, timeout=60)
            assert told.returncode == 0, told
            assert mode(DROP_INS) == 0o755 and mode(CALIBRATION) == 0o644, (oct(mode(DROP_INS)), oct(mode(CALIBRATION)))
            stop()
            shell("systemctl start " + UNIT)
            assert shown("ActiveState") == "active" and CALIBRATION in shell("foldctl get"), shell("foldctl get")
        finally:
            os.makedirs(DROP_INS, exist_ok=True)
            if os.path.exists(CALIBRATION):
                os.unlink(CALIBRATION)
            stop()


@contextlib.contextmanager
def watching(*options):
    """foldctl, which watches meanwhile, its lines in HEARD, and what it says in TOLD."""
    with open(HEARD, "w") as lines, open(TOLD, "w") as errors:
        watch = subprocess.Popen(["foldctl", "watch", "--format", "json", *options], stdout=lines, stderr=errors)
    try:
        yield watch
    finally:
        watch.terminate()
        watch.wait(10)


def asks(command):
    return subprocess.run(["foldctl", command], capture_output=True, text=True, timeout=60)


def is_told(fault):
    status = subprocess.run(["systemctl", "status", "--full", UNIT], capture_output=True, text=True).stdout
    return "Active: failed" in status and fault in status


def tells_of_a_configuration():
    """A service that cannot start tells whoever connects why, and nothing runs between; who waits is served once it can."""
    stop()
    configure("[fold]\ngain = steep\n", BRING)
    fault = f"{DROP_IN}:2: [fold] gain"
    try:
        with hid("--set", FLAT), watching("--reconnect"):
            for command in ["watch", "status"]:
                asked = asks(command)
                assert asked.returncode == 77 and f"the service cannot start: {fault}" in asked.stderr, asked
            wait_for(lambda: fault in read(TOLD), 60, "the reason, for who waits")
            wait_for(lambda: is_told(fault), 60, "between the tries of who waits it has failed, and says why")
            assert shown("NRestarts") == "0" and fault in shell("journalctl -n 20 -u folddaemon")
            os.unlink(DROP_IN)
            wait_for(lambda: '"fold"' in read(HEARD), 60, "the fold, once the configuration is right")
    finally:
        if os.path.exists(DROP_IN):
            os.unlink(DROP_IN)
        stop()


def waits_for_a_start():
    """Of one that dies before it can say anything foldctl says where to look, and it is served by the first that lives."""
    stop()
    override("[Service]\nExecStartPre=/bin/false\n")
    try:
        with hid("--set", FLAT), watching() as watch:
            advice = "but nobody answers; sudo journalctl -n 20 -u folddaemon says why"
            wait_for(lambda: advice in read(TOLD), 60, "the word of a silent service")
            asked = asks("status")
            assert asked.returncode == 69 and advice in asked.stderr, asked
            assert "Control process exited, code=exited, status=1" in shell("journalctl -n 20 -u folddaemon")
            restore()
            wait_for(lambda: '"fold"' in read(HEARD), 60, "the fold, once it lives")
            assert watch.poll() is None and read(TOLD).count("\n") == 0, read(TOLD)
    finally:
        restore()
        stop()


def reads_a_change():
    """By one command, whether the service runs or not."""
    stop()
    try:
        configure("[fold]\ngain = -2\n", BRING)
        assert shown("ActiveState") == "inactive", "it was started for nothing"
        assert gain() == -2, "its start reads it"
        process = shown("MainPID")
        configure("[fold]\ngain = -3\n", BRING)
        wait_for(lambda: gain() == -3, 60, "the gain of a service that runs")
        assert shown("MainPID") == process
    finally:
        os.unlink(DROP_IN)
        stop()


def starts_again():
    """The advice that foldctl gives where nobody listens brings both sockets."""
    stop()
    shell("systemctl stop " + " ".join(SOCKETS))
    try:
        asked = subprocess.run(["foldctl", "status"], capture_output=True, text=True, timeout=30)
        assert asked.returncode == 69 and "sudo systemctl start folddaemon" in asked.stderr, asked
        shell("systemctl start folddaemon")
        assert is_listening() and "source" in shell("foldctl status")
    finally:
        shell("systemctl start " + " ".join(SOCKETS))
        stop()


CHECKS = [
    ("what root calibrates with umask 077 the service reads", calibrates_in_private),
    ("with a wrong configuration whoever connects is told why, and nothing runs between", tells_of_a_configuration),
    ("where it dies at once foldctl says where to look, and is served once it lives", waits_for_a_start),
    ("try-reload-or-restart brings a change, and starts nothing", reads_a_change),
    ("where nobody listens, systemctl start folddaemon brings both sockets", starts_again),
]
