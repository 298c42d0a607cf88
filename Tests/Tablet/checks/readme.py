"""The README's section about installing, to the letter, as the person at the screen types it."""
import contextlib
import json
import os
import re
import shutil
import signal
import subprocess

from sessions import Session, add_user, as_user, run
from tablet import HALF, HALF_FOLD, SHARE, SOCKET, Stream, hid, near, wait_for
from unit import SOCKETS, is_listening, shell, shown, stop

# Who owns the tablet, and has the right of sudo.
PERSON = "robin"
HOME = f"/home/{PERSON}"
CHECKOUT = HOME + "/folddaemon"
# What only a machine with a compiler can do: its result is in the checkout.
BUILDS = {"scripts/package", "make"}
# The commands that they have typed so far, and the blocks that checks have taken from the README.
typed, taken = set(), set()


def section():
    with open(SHARE + "/checkout/README.md") as file:
        return file.read().split("\n## Install\n")[1].split("\n## ")[0]


def blocks():
    """The commands of the section, a list for each of its blocks."""
    found, is_inside = [], False
    for line in section().splitlines():
        if line.startswith("    "):
            if not is_inside:
                found.append([])
            found[-1].append(line[4:])
        is_inside = line.startswith("    ")
    return found


def commands_in_prose():
    """What has several words; one alone is a name."""
    text = "\n".join(line for line in section().splitlines() if not line.startswith("    "))
    return {" ".join(words.split()) for words in re.findall("`([^`]+)`", text) if " " in words}


def block(start):
    """The block of the section that begins with that command."""
    matching = [commands for commands in blocks() if commands[0] == start]
    assert len(matching) == 1, f"the README has {len(matching)} blocks that begin with '{start}'"
    taken.add(start)
    return matching[0]


def move_in():
    """A person with a checkout, in which the programs and the package are built: the guest has no compiler."""
    add_user(PERSON)
    with open("/etc/sudoers.d/checks", "w") as file:
        file.write(f"{PERSON} ALL=(ALL) NOPASSWD: ALL\n")
    shutil.copytree(SHARE + "/checkout", CHECKOUT, symlinks=True)
    run("chown", "-R", f"{PERSON}:{PERSON}", CHECKOUT, check=True)


def session():
    """Them at the screen."""
    at_screen = Session(PERSON, 3)
    at_screen.activate()
    return at_screen


def shell_of_theirs(command):
    """The words that let them run a line of the README in the checkout; USER stands there for whoever is meant."""
    environment = ["env", f"HOME={HOME}", f"USER={PERSON}"]
    return [*as_user(PERSON), *environment, "bash", "-c", command.replace(" USER", " " + PERSON)]


def types(command):
    """What a command writes that they type; an error where it fails, or asks something."""
    result = subprocess.run(
        shell_of_theirs(command), cwd=CHECKOUT, stdin=subprocess.DEVNULL, capture_output=True, text=True,
        timeout=240)
    assert result.returncode == 0, f"{command}: status {result.returncode}: {result.stdout}{result.stderr}"
    typed.add(command)
    return result.stdout


def types_all(commands):
    for command in commands:
        if command not in BUILDS:
            types(command)


@contextlib.contextmanager
def running(command, word):
    """A command that they type and end by Ctrl-C, once it has said that word."""
    log = "/run/checks-typed"
    with open(log, "w") as file:
        process = subprocess.Popen(
            shell_of_theirs(command), cwd=CHECKOUT, stdin=subprocess.DEVNULL, stdout=file, stderr=file,
            start_new_session=True)

    def has_said():
        with open(log) as file:
            text = file.read()
        assert process.poll() is None, f"{command}: status {process.returncode}: {text}"
        return word in text

    try:
        wait_for(has_said, 60, f"{command} says: {word}")
        typed.add(command)
        yield
    finally:
        os.killpg(process.pid, signal.SIGINT)
        status = process.wait(20)
    assert status == 0, f"{command}: status {status}"


def is_refused():
    """They, outside of any session."""
    asked = run(*as_user(PERSON), "foldctl", "watch", "--count", "1")
    return asked.returncode == 77 and "only the user at the screen (seat0)" in asked.stderr


def leave_the_group():
    run("gpasswd", "-d", PERSON, "fold", check=True)


def joins_the_group():
    """With the next login they read without sitting at the screen."""
    with hid("--set", HALF):
        assert is_refused()
        types('sudo adduser "$USER" fold')
        try:
            assert any("fold" in json.loads(line) for line in types("foldctl watch --count 3 --format json").splitlines())
        finally:
            leave_the_group()
        assert is_refused()


def tells_how_it_stands():
    with hid("--set", HALF), Stream() as stream:
        stream.fold()
        status = types("systemctl status folddaemon")
        assert 'Status: "sensor ok: accel_3d (iio:device0), buffered at 62.5 Hz' in status, status
        told = types("sudo journalctl -u folddaemon")
        assert "listening on " + SOCKET in told and "sensor ok" in told, told


def needs_no_systemd():
    """By its own socket, in a folder that it makes and takes away; a group that nobody made yet is who may read too."""
    checking, starting = block("sudo folddaemon --check")
    stop()
    shell("systemctl stop " + " ".join(SOCKETS))
    os.rmdir(os.path.dirname(SOCKET))
    shell("groupdel fold")
    try:
        with hid("--set", HALF):
            would = types(checking)
            assert f"socket: {SOCKET}\n" in would and "source: accel_3d (iio:device0)" in would, would
            with running(starting, "listening on " + SOCKET):
                lines = shell(f"socat -u UNIX-CONNECT:{SOCKET} - | head -3").splitlines()
                assert len(lines) == 3 and json.loads(lines[2])["state"] == "ok", lines
                with Stream() as stream:
                    near(stream.settled(), HALF_FOLD, 0.01)
                assert shown("ActiveState") == "inactive", "the service has nothing to do with it"
            assert not os.path.exists(os.path.dirname(SOCKET)), "the directory that it made"
            types("sudo groupadd -r fold; sudo usermod -aG fold USER")
            with running(starting, "listening on " + SOCKET):
                types("foldctl watch --count 1")
                leave_the_group()
                assert is_refused()
                with session():
                    types("foldctl watch --count 1")
    finally:
        # A new one has no members.
        run("groupdel", "fold")
        shell("groupadd -r fold && systemctl start " + " ".join(SOCKETS))
        assert is_listening()


def leaves_nothing_untyped():
    """Neither a block of the section, nor a command in its prose."""
    starts = {commands[0] for commands in blocks()}
    assert starts == taken, f"no check takes the blocks that begin with {starts - taken}"
    commands = {command for commands in blocks() for command in commands} | commands_in_prose()
    assert commands - typed == BUILDS, f"nobody typed {commands - typed - BUILDS}, or {BUILDS - commands} is gone"


CHECKS = [
    ("who joins the group reads away from the screen", joins_the_group),
    ("systemctl and journalctl tell the person how it stands", tells_how_it_stands),
    ("without systemd it is started by hand", needs_no_systemd),
]
LAST = [("each command of the README's section was typed", leaves_nothing_untyped)]
