"""Real users of the guest, and their sessions at its seat."""
import contextlib
import json
import pwd
import subprocess

from tablet import SOCKET, wait_for

READER = r"""
import json, socket, sys
client = socket.socket(socket.AF_UNIX)
client.connect(sys.argv[1])
client.settimeout(20)
if sys.argv[2:]:
    client.sendall(sys.argv[2].encode() + b"\n")
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
            f"--setenv=XDG_SESSION_CLASS={kind}", "--setenv=XDG_SEAT=seat0", f"--setenv=XDG_VTNR={terminal}",
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

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()


def as_user(user):
    """The words that let a command run as `user`, with all of their groups, outside of any session."""
    return ["setpriv", f"--reuid={user}", f"--regid={pwd.getpwnam(user).pw_gid}", "--init-groups"]


def reader(user, *request, socket=SOCKET, script=READER):
    """A reader that `user` starts, outside of any session."""
    command = [*as_user(user), "python3", "-c", script, socket, *request]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def under_manager(user, *command):
    """Runs a command under the user's own service manager, and waits for it."""
    manager = f"XDG_RUNTIME_DIR=/run/user/{pwd.getpwnam(user).pw_uid}"
    return run(*as_user(user), "env", manager, "systemd-run", "--user", "--pipe", "--wait", "--quiet", *command)


def first(process, name):
    """The first line of a reader that has a member of that name."""
    for line in process.stdout:
        value = json.loads(line)
        if name in value:
            return value
    raise AssertionError(f"no line with {name}")


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


@contextlib.contextmanager
def users(*names, **groups):
    """Users for a while, those of `groups` each in that group."""
    try:
        for name in names:
            add_user(name)
        for name, group in groups.items():
            add_user(name, group)
        yield
    finally:
        for name in [*names, *groups]:
            run("loginctl", "terminate-user", name)
            run("userdel", "--force", "--remove", name)
