"""What an owner may do to the installed service without a second thought, and what comes of it."""
import os
import stat
import subprocess

from tablet import FLAT, Stream, hid
from unit import UNIT, shell, shown, stop

FOLDER = "/etc/folddaemon/folddaemon.conf.d"
CALIBRATION = FOLDER + "/50-calibration.conf"


def mode(path):
    return stat.S_IMODE(os.stat(path).st_mode)


def calibrates_in_private():
    """As a root whose umask keeps new files to themselves, where the folder is still to be made."""
    sensor = hid("--set", FLAT)
    try:
        os.rmdir(FOLDER)
        with Stream() as stream:
            stream.event("ok", 30)
            told = subprocess.run(
                "umask 077; foldctl calibrate --level", shell=True, input="\n", capture_output=True, text=True, timeout=60)
        assert told.returncode == 0, told
        assert mode(FOLDER) == 0o755 and mode(CALIBRATION) == 0o644, (oct(mode(FOLDER)), oct(mode(CALIBRATION)))
        stop()
        shell("systemctl start " + UNIT)
        assert shown("ActiveState") == "active" and CALIBRATION in shell("foldctl get"), shell("foldctl get")
    finally:
        os.makedirs(FOLDER, exist_ok=True)
        if os.path.exists(CALIBRATION):
            os.unlink(CALIBRATION)
        stop()
        sensor.quit()


CHECKS = [("what root calibrates with umask 077 the service reads", calibrates_in_private)]
