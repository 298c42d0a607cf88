"""The Debian package, from its installation to its purge, on a guest that has never seen it."""
import os
import pwd
import shutil
import socket
import subprocess
import threading
import time

import readme
from promised import ACCOUNTS, LISTENING, PROMISED, READING, with_folders
from tablet import HALF, SHARE, SOCKET, Stream, ask, hid, wait_for
from unit import DROP_INS, SOCKETS, UNIT, Reconnecting, is_listening, shell, shown

NEWER = SHARE + "/newer.deb"
# What others keep: dpkg, apt, the journal, logind, and copies of the lists of users.
KEPT = [
    "/var/lib/dpkg", "/var/lib/apt", "/var/cache", "/var/log", "/etc/passwd-", "/etc/shadow-", "/etc/group-",
    "/etc/gshadow-", "/etc/.pwd.lock", "/root", "/tmp", "/var/tmp", "/var/lib/systemd/linger", "/var/lib/sudo",
    readme.HOME,
]
# Where Debian's scripts keep which units are enabled, which is configuration too.
ENABLED = ["/var/lib/systemd/deb-systemd-helper-enabled", "/etc/systemd/system/sockets.target.wants"]
LISTS = ["/etc/passwd", "/etc/group", "/etc/shadow", "/etc/gshadow"]
MINE = DROP_INS + "/90-mine.conf"
# The script that the package leaves for its purge.
POSTRM = "/run/checks-postrm"
before = {}


def files():
    """All files of the disk, and what /run has of ours."""
    pruned = " -o ".join(f"-path {path}" for path in KEPT)
    found = shell(f"find / -xdev \\( {pruned} \\) -prune -o -print; find /run/folddaemon* || true", 120)
    return set(found.splitlines())


def accounts():
    names = set()
    for path in LISTS:
        with open(path) as file:
            names |= {f"{path}: {line.split(':')[0]}" for line in file}
    return names


def apt(command):
    return shell(f"DEBIAN_FRONTEND=noninteractive apt-get -y -q -o Dpkg::Use-Pty=0 {command}", 240)


def is_below(path, folders):
    return any(path == folder or path.startswith(folder + "/") for folder in folders)


def installs():
    readme.move_in()
    before["files"], before["accounts"] = files(), accounts()
    readme.types_all(readme.block("scripts/package"))
    # Where /lib is another name of /usr/lib, the disk has the file there.
    listed = {os.path.realpath(path) for path in shell("dpkg -L folddaemon").splitlines()}
    assert listed == with_folders(PROMISED), listed ^ with_folders(PROMISED)
    before["installed"] = files()
    came, expected = before["installed"] - before["files"], with_folders(PROMISED | LISTENING) - before["files"]
    assert came == expected, came ^ expected
    assert not before["files"] - before["installed"], "something went that was there before"
    assert accounts() == before["accounts"] | ACCOUNTS, accounts() ^ before["accounts"]
    assert is_listening() and [shown("UnitFileState", unit) for unit in SOCKETS] == ["enabled"] * 2
    assert shown("ActiveState") == "inactive", "it runs without a reader"
    version = shell("dpkg-query -W -f '${Version}' folddaemon")
    assert shell("folddaemon --version").split()[-1] == version, version


class Callers:
    """Somebody who connects again and again, and reads a little."""

    def __init__(self):
        self.count = 0
        self.refused = []
        self.isEnding = False
        self.thread = threading.Thread(target=self.call)

    def call(self):
        while not self.isEnding:
            try:
                with socket.socket(socket.AF_UNIX) as caller:
                    caller.connect(SOCKET)
                self.count += 1
            except OSError as error:
                self.refused.append(str(error))
            time.sleep(0.02)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.isEnding = True
        self.thread.join()


def upgrades():
    """Whoever connects meanwhile is served by the new daemon; the sockets are the same all the time."""
    with hid("--set", HALF):
        with Reconnecting() as reader, Callers() as callers:
            first = shown("MainPID")
            since = [shown("ActiveEnterTimestampMonotonic", unit) for unit in SOCKETS]
            apt("install " + NEWER)
            assert shown("MainPID") not in ("0", first), "the old daemon still runs"
            assert [shown("ActiveEnterTimestampMonotonic", unit) for unit in SOCKETS] == since
            reader.goes_on(60, "the reader goes on")
            now, expected = files(), before["installed"] | READING
            assert now == expected, now ^ expected
        assert not callers.refused and callers.count > 50, (callers.count, callers.refused[:3])


def removes():
    """While the service runs, with a configuration of the owner's."""
    with hid("--set", HALF) as sensor:
        os.makedirs(os.path.dirname(MINE), exist_ok=True)
        with open(MINE, "w") as file:
            file.write("[fold]\ngain = -2\n")
        with Stream() as stream:
            # It may have been ok before, and tells that no more.
            stream.fold()
            assert os.stat("/dev/iio:device0").st_gid != 0, "nothing was given, that could be given back"
            apt("remove folddaemon")
        left = files() - before["files"]
        assert MINE in left and all(is_below(path, ["/etc/folddaemon"] + ENABLED) for path in left), left
        assert not before["files"] - files(), "something went that was there before"
        assert accounts() == before["accounts"] | ACCOUNTS, "the accounts stay until the purge"
        assert not subprocess.run(["pgrep", "-x", "folddaemon"], capture_output=True).stdout
        assert os.stat("/dev/iio:device0").st_gid == 0 and os.stat(sensor.buffer).st_gid == 0


def returns():
    """What the owner wrote holds again."""
    apt("install " + NEWER)
    assert is_listening() and shown("ActiveState") == "inactive"
    assert ask("get gain")["ok"]["gain"] == -2
    apt("remove folddaemon")
    assert not os.path.exists(SOCKET) and os.path.exists(MINE)


def purges():
    """What the owner wrote goes too, as by systemctl edit."""
    shutil.copy("/var/lib/dpkg/info/folddaemon.postrm", POSTRM)
    for unit in [UNIT, *SOCKETS, "fold-mqtt@broker.local.service"]:
        os.makedirs(f"/etc/systemd/system/{unit}.d")
        with open(f"/etc/systemd/system/{unit}.d/override.conf", "w") as file:
            file.write("[Unit]\n")
    apt("purge folddaemon")
    now = files()
    assert now == before["files"], (now - before["files"], before["files"] - now)
    assert accounts() == before["accounts"], accounts() ^ before["accounts"]
    wait_for(lambda: shown("LoadState") == "not-found", 60, "systemd has forgotten the service")


def postrm():
    """What the package's script says at a purge; an error where it fails."""
    environment = {**os.environ, "DPKG_MAINTSCRIPT_PACKAGE": "folddaemon"}
    result = subprocess.run(["sh", POSTRM, "purge"], env=environment, capture_output=True, text=True, timeout=60)
    assert result.returncode == 0, result
    return result.stderr


def purges_what_it_may():
    """An account that is in use stays with a word, and keeps nothing else from going."""
    shell("useradd -r folddaemon && groupadd -r fold && groupadd others && useradd -M -g fold other")
    user = pwd.getpwnam("folddaemon")
    program = subprocess.Popen(["sleep", "600"], user=user.pw_uid, group=user.pw_gid, extra_groups=[])
    try:
        os.makedirs(os.path.dirname(MINE))
        said = postrm()
        for account in ["user folddaemon", "group folddaemon", "group fold"]:
            assert f"folddaemon: the {account} stays" in said, said
        assert not os.path.exists("/etc/folddaemon")
    finally:
        program.kill()
        program.wait(10)
    # Members lose a group that was for nothing else.
    shell(f"usermod -g others other && usermod -aG fold {readme.PERSON}")
    assert "stays" not in postrm()
    shell("userdel other; groupdel others")
    assert accounts() == before["accounts"], accounts() ^ before["accounts"]


COMES = [("installed, it listens and does not run, and brings what it promises", installs)]
GOES = [
    ("an upgrade refuses nobody, and readers go on", upgrades),
    ("removed, it leaves only its configuration and accounts", removes),
    ("installed again, it has its configuration", returns),
    ("purged, it leaves nothing", purges),
    ("purged, it leaves the accounts that somebody needs", purges_what_it_may),
]
