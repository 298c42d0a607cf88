"""Who may read, with real sessions of real users at the seat."""
import json
import os
import subprocess

from tablet import BIN, HALF, SOCKET, Daemon, Stream, hid, wait_for

READER = """
import json, socket, sys
client = socket.socket(socket.AF_UNIX)
client.connect(sys.argv[1])
client.settimeout(20)
for line in client.makefile():
    print(line, end="", flush=True)
"""


def run(*words, **options):
    return subprocess.run(words, capture_output=True, text=True, timeout=60, **options)


def add_user(name, *groups):
    run("useradd", "--create-home", name, check=True)
    for group in groups:
        run("usermod", "-aG", group, name, check=True)


class Session:
    """A session of `user` on a virtual terminal of seat0, as a login makes it."""

    def __init__(self, user, terminal, kind="user"):
        self.user, self.terminal = user, terminal
        self.unit = f"session-of-{user}"
        run(
            "systemd-run", f"--unit={self.unit}", "--property=PAMName=login", f"--property=User={user}",
            f"--property=TTYPath=/dev/tty{terminal}", "--property=StandardInput=tty-force",
            f"--setenv=XDG_SESSION_CLASS={kind}", f"--setenv=XDG_SEAT=seat0", f"--setenv=XDG_VTNR={terminal}",
            "--setenv=XDG_SESSION_TYPE=tty", "sleep", "infinity", check=True,
        )
        self.name = wait_for(self.find, 20, f"a session of {user}")

    def find(self):
        for line in run("loginctl", "list-sessions", "--no-legend").stdout.splitlines():
            words = line.split()
            if words[2] == self.user and "seat0" in words:
                return words[0]
        return None

    def state(self):
        return run("loginctl", "show-session", self.name, "-p", "State", "--value").stdout.strip()

    def activate(self):
        run("loginctl", "activate", self.name, check=True)
        wait_for(lambda: self.state() == "active", 20, f"{self.user} is at the screen")

    def end(self):
        run("systemctl", "stop", self.unit)


def reader(user, *prefix):
    """A reader that `user` starts, outside of any session."""
    return subprocess.Popen(
        [*prefix, "setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups", "python3", "-c", READER, SOCKET],
        stdout=subprocess.PIPE, text=True,
    )


def first(process, name):
    """The first line of a reader that has a member of that name."""
    for line in process.stdout:
        value = json.loads(line)
        if name in value:
            return value
    raise AssertionError(f"no line with {name}")


def whoever_is_at_the_screen():
    run("groupadd", "-r", "fold")
    for name, groups in [("alice", []), ("bob", []), ("carol", ["fold"]), ("greeter", [])]:
        add_user(name, *groups)
    sensor = hid("--set", HALF)
    sessions = []
    try:
        alice, bob = Session("alice", 3), Session("bob", 4)
        sessions += [alice, bob]
        alice.activate()
        with Daemon("--orientation", "landscape-right"):
            hers, his = reader("alice"), reader("bob")
            assert "fold" in first(hers, "fold")
            assert "only the user at the screen (seat0)" in first(his, "error")["error"]
            assert his.wait(10) == 0, "it is closed"
            group, nobody = reader("carol"), reader("nobody")
            assert "fold" in first(group, "fold")
            assert "only the user" in first(nobody, "error")["error"]
            with Stream() as root:
                root.fold()
            # The control socket as well.
            asked = run("setpriv", "--reuid=bob", "--regid=bob", "--init-groups", BIN + "/foldctl", "status")
            assert asked.returncode != 0 and "only the user at the screen" in asked.stderr, asked
            told = run("setpriv", "--reuid=alice", "--regid=alice", "--init-groups", BIN + "/foldctl", "set", "gain=-2")
            assert told.returncode == 0, told
            # Programs of a desktop run under the user's own manager, outside of the session.
            under = run(
                "systemd-run", "--user", "--machine=alice@.host", "--pipe", "--wait", "--quiet",
                "sh", "-c", f"{BIN}/foldctl watch --socket {SOCKET} | head -n 2",
            )
            assert len(under.stdout.splitlines()) == 2, under
            # They switch: what she reads ends with an event, and his begins.
            bob.activate()
            last = [json.loads(line) for line in hers.stdout][-1]
            assert last["event"] == "access" and "only the user at the screen" in last["detail"], last
            assert hers.wait(10) == 0, "and it is closed"
            his = reader("bob")
            assert "fold" in first(his, "fold")
            his.kill()
            group.kill()
            # A greeter at the screen is who is there.
            greeter = Session("greeter", 5, "greeter")
            sessions.append(greeter)
            greeter.activate()
            its = reader("greeter")
            assert "fold" in first(its, "fold")
            its.kill()
    finally:
        for session in sessions:
            session.end()
        sensor.quit()
        for name in ["alice", "bob", "carol", "greeter"]:
            run("loginctl", "terminate-user", name)
            run("userdel", "--force", "--remove", name)
        run("groupdel", "fold")


def locked_session_lets_the_sensor_go():
    add_user("alice")
    sensor = hid("--set", HALF)
    session = None
    try:
        session = Session("alice", 3)
        session.activate()
        with Daemon("--orientation", "landscape-right"), Stream() as stream:
            stream.fold()
            lock(session, True)
            stream.event("stale", 15)
            wait_for(lambda: open(sensor.buffer).read().strip() == "0", 5, "the buffer is off")
            lock(session, False)
            stream.event("ok", 15)
    finally:
        if session:
            session.end()
        sensor.quit()
        run("loginctl", "terminate-user", "alice")
        run("userdel", "--force", "--remove", "alice")


def lock(session, is_locked):
    """What a desktop tells logind of its lock screen; only the session's own user and root may."""
    path = run(
        "busctl", "call", "org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager",
        "GetSession", "s", session.name, check=True,
    ).stdout.split('"')[1]
    run(
        "busctl", "call", "org.freedesktop.login1", path, "org.freedesktop.login1.Session", "SetLockedHint", "b",
        "true" if is_locked else "false", check=True,
    )


CHECKS = [
    ("the user at the screen reads, nobody else but root and the group", whoever_is_at_the_screen),
    ("a locked session lets the sensor go", locked_session_lets_the_sensor_go),
]
