"""The installation below /usr/local by make, as on a distribution without the package."""
import grp
import json
import os

import readme
from package import accounts, files, is_below
from tablet import HALF, SOCKET, hid
from unit import UNIT, is_listening, shell, shown

# The owner's, which stays.
OWN = "/etc/folddaemon"


def group(path):
    return grp.getgrgid(os.stat(path).st_gid).gr_name


def lives_below_local():
    """Installed, read, and taken away again by the README's commands."""
    files_before, accounts_before = files(), accounts()
    with hid("--set", HALF) as sensor, readme.session():
        try:
            readme.types_all(readme.block("make"))
            assert shown("FragmentPath") == f"/usr/local/lib/systemd/system/{UNIT}", shown("FragmentPath")
            assert is_listening() and shown("ActiveState") == "inactive"
            lines = readme.types(f"foldctl watch --socket {SOCKET} --count 3 --format json").splitlines()
            assert any("fold" in json.loads(line) for line in lines), lines
            mode = json.loads(readme.types("foldctl status --json"))["mode"]
            assert mode == "buffered", f"{mode}: the sensor's node was not given to the service"
            # Installing once more, as an upgrade, leaves it running.
            first = shown("MainPID")
            readme.types_all(readme.block("make"))
            assert shown("MainPID") == first != "0"
            readme.types("sudo systemctl try-restart folddaemon")
            assert shown("MainPID") not in ("0", first), "the old one still runs"
            disabling = "sudo systemctl disable --now folddaemon.socket folddaemon-control.socket folddaemon.service"
            taking_away = readme.block(disabling)
            given = [group(path) for path in ("/dev/iio:device0", sensor.buffer)]
            assert given == ["folddaemon"] * 2, f"{given}: nothing was given, that could be given back"
            readme.types_all(taking_away)
            # Folders below /usr/local stay, as make leaves them.
            left = {path for path in files() - files_before if not (os.path.isdir(path) and is_below(path, ["/usr/local"]))}
            assert left == {OWN, OWN + "/folddaemon.conf", OWN + "/folddaemon.conf.d"}, left
            assert not files_before - files(), "something went that was there before"
            assert [group(path) for path in ("/dev/iio:device0", sensor.buffer)] == ["root"] * 2
            assert accounts() - accounts_before, "the accounts stay, as the README says"
        finally:
            shell("userdel folddaemon; groupdel fold; rm -rf " + OWN)


CHECKS = [("by make it lives below /usr/local, and goes", lives_below_local)]
