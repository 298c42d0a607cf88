"""What the service's sandbox takes away, and what it leaves: tried in a unit with the very same directives."""
import json
import os
import shutil
import subprocess
import time

from tablet import SHARE, hid, wait_for
from unit import SOCKETS, UNIT, override, restore, said, shell, shown, stop

PROBE = "folddaemon-probe.service"
# What a unit that runs once has otherwise.
LEFT_OUT = ["Requires", "Type", "NotifyAccess", "ExecStart", "ExecReload", "Restart", "RestartSec", "WatchdogSec"]


def exposure():
    last = shell(f"systemd-analyze security --no-pager {UNIT}").strip().splitlines()[-1]
    number = float(last.split(": ")[1].split()[0])
    assert number <= 1.5, last


def verified():
    """Without manual pages, since the guest has no man."""
    units = " ".join([UNIT, *SOCKETS, "fold-mqtt@broker.service"])
    result = subprocess.run(
        f"systemd-analyze verify --man=no {units}", shell=True, capture_output=True, text=True, timeout=60)
    assert (result.returncode, result.stdout + result.stderr) == (0, ""), result


def sandboxed_probe():
    """The service's own unit, with the probe as its program."""
    path = shown("FragmentPath")
    with open(path) as file:
        lines = [line for line in file.read().splitlines() if line.split("=")[0] not in LEFT_OUT]
    os.makedirs("/run/probe", exist_ok=True)
    # The service's user reads it, and writes the results where it may write at all.
    shutil.copy(SHARE + "/checks/sandbox_probe.py", "/run/probe/probe.py")
    results = "/run/folddaemon-daemon/results"
    text = "\n".join(lines) + f"\nType=oneshot\nExecStart=/usr/bin/python3 -B /run/probe/probe.py {results}\n"
    with open("/run/systemd/system/" + PROBE, "w") as file:
        file.write(text)
    try:
        shell("systemctl daemon-reload")
        shell(f"systemctl start {PROBE} || {{ journalctl -q -u {PROBE} -n 20; false; }}", 120)
        with open(results) as file:
            return json.load(file)
    finally:
        os.unlink("/run/systemd/system/" + PROBE)
        shutil.rmtree("/run/probe")
        subprocess.run(["rm", "-f", results])
        shell("systemctl daemon-reload")


def free_probe():
    """As root, without any sandbox: what is forbidden can be done on this machine."""
    shell(f"RUNTIME_DIRECTORY=/run python3 -B {SHARE}/checks/sandbox_probe.py /run/probe-free")
    with open("/run/probe-free") as file:
        return json.load(file)["forbidden"]


def probed():
    with hid("--set", "0,0,-9.80665"):
        try:
            os.makedirs("/home/owner", exist_ok=True)
            with open("/home/owner/secret", "w") as file:
                file.write("everybody may read this, but for the service\n")
            shell("install -m 4755 /usr/bin/id /usr/local/bin/probe-id")
            shell("systemctl stop " + UNIT)
            free, probe = free_probe(), sandboxed_probe()
            impossible = {name: result for name, result in free.items() if result != "done"}
            assert not impossible, f"not even root can: {impossible}"
            possible = [name for name, result in probe["forbidden"].items() if result == "done"]
            assert not possible, f"the service can {possible}"
            refused = {name: result for name, result in probe["allowed"].items() if result != "done"}
            assert not refused, f"the service cannot: {refused}"
        finally:
            shutil.rmtree("/home/owner", ignore_errors=True)
            subprocess.run(["rm", "-f", "/usr/local/bin/probe-id", "/run/probe-free"])


# A directive too many or one too few, and what the service's start says of it. DeviceAllow= and ReadWritePaths= forget
# what the unit allows.
TIGHTER = [
    ("PrivateDevices=yes", "PrivateDevices= may hide the node"),
    ("DeviceAllow=", "the unit needs DeviceAllow=char-iio rw"),
    ("ReadWritePaths=", "the unit needs ReadWritePaths=/sys/devices"),
    ("PrivateUsers=yes", "leave PrivateUsers= off"),
    ("InaccessiblePaths=/run/dbus", "InaccessiblePaths= or BindReadOnlyPaths= may hide it"),
]


def is_advised(advice, since):
    """A warning ends in it, or in it and what else may be."""
    warnings = [sentence for priority, sentence in said(since) if priority == 4]
    return any(sentence.endswith(advice) or advice + ";" in sentence for sentence in warnings)


def names_the_directive():
    with hid("--set", "0,0,-9.80665"):
        try:
            for directive, advice in TIGHTER:
                override(f"[Service]\n{directive}\n")
                stop()
                since = time.time()
                shell("foldctl watch --count 1")
                wait_for(lambda: is_advised(advice, since), 60, f"a warning against {directive} that says: {advice}")
        finally:
            restore()
            stop()


CHECKS = [
    ("systemd finds the service's exposure at 1.5 or less", exposure),
    ("systemd finds no fault in the units", verified),
    ("a directive that takes away too much is named", names_the_directive),
    ("the sandbox refuses what the service does not need, and nothing that it needs", probed),
]
