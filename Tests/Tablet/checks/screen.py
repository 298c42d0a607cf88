"""Who may read the installed service: the person at the screen, root, and nobody else."""
import json
import subprocess

import readme
from sessions import Session, as_user, first, lock, reader, run, under_manager, users
from tablet import CONTROL, HALF, SOCKET, hid, read, wait_for
from unit import shown, stop


def first_reader():
    """The README's own command, typed at the screen, starts the service; who is not there is refused in a sentence."""
    with hid("--set", HALF), readme.session():
        stop()
        (command,) = readme.block(f"socat -u UNIX-CONNECT:{SOCKET} - | head -3")
        lines = readme.types(command).splitlines()
        # Of a service that it starts the first lines tell how the sensor is switched on.
        assert len(lines) == 3 and json.loads(lines[2])["state"] == "ok", lines
        assert shown("ActiveState") == "active" and shown("User") == "folddaemon"
        refused = run(*as_user("nobody"), "socat", "-u", f"UNIX-CONNECT:{SOCKET}", "-").stdout.splitlines()
        assert len(refused) == 1 and "only the user at the screen (seat0)" in json.loads(refused[0])["error"], refused
        told = run(*as_user("nobody"), "foldctl", "watch", "--count", "1")
        assert told.returncode == 77 and "only the user at the screen (seat0)" in told.stderr, told
        root = run("foldctl", "watch", "--count", "3", "--format", "plain")
        assert len(root.stdout.splitlines()) == 3, root
        assert run(*as_user(readme.PERSON), "foldctl", "set", "gain=-1.6").returncode == 0


def changes_hands():
    """As logind tells a service that sees nothing of other users' processes and files."""
    with users("alice", "bob"), hid("--set", HALF) as sensor, Session("alice", 3) as alice, Session("bob", 4) as bob:
        stop()
        alice.activate()
        hers = reader("alice")
        assert "fold" in first(hers, "fold")
        assert shown("User") == "folddaemon"
        bob.activate()
        last = [json.loads(line) for line in hers.stdout][-1]
        assert last["event"] == "access" and "only the user at the screen (seat0)" in last["detail"], last
        assert hers.wait(10) == 0, "and it is closed"
        for name, result, count in [("alice", 77, 0), ("bob", 0, 2)]:
            # Programs of a desktop run under the user's own manager, outside of the session.
            under = under_manager(name, "/usr/bin/foldctl", "watch", "--count", "2")
            assert (under.returncode, len(under.stdout.splitlines())) == (result, count), under
        his = reader("bob")
        assert "fold" in first(his, "fold")
        lock(bob, True)
        reason = next(line for line in his.stdout if "locked" in line)
        assert json.loads(reason)["state"] == "stale", reason
        wait_for(lambda: read(sensor.buffer) == "0", 5, "the buffer is off")
        lock(bob, False)
        assert any('"state":"ok"' in line for line in his.stdout) and "fold" in first(his, "fold")
        assert read(sensor.buffer) == "1"
        his.kill()
        his.wait(10)


HOLDER = """
import socket, sys
clients = []
for _ in range(64):
    client = socket.socket(socket.AF_UNIX)
    client.connect(sys.argv[1])
    client.sendall(b"version\\n")
    clients.append(client)
    client.recv(1000)
print("all", flush=True)
sys.stdin.read()
"""


def room_for_root():
    """Whoever sits at the screen may take all places, and not keep the owner out."""
    command = [*as_user(readme.PERSON), "python3", "-c", HOLDER, CONTROL]
    # Its standard input is closed at the end, by which it ends.
    with readme.session(), subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout.readline() == "all\n"
        refused = run(*as_user(readme.PERSON), "foldctl", "get", "gain")
        assert refused.returncode == 77 and "64 clients ask already" in refused.stderr, refused
        assert run("foldctl", "get", "gain").stdout == "-1.6\n"


CHECKS = [
    ("the person at the screen starts it and reads, root reads, nobody else does", first_reader),
    ("who comes to the screen reads in the place of who left, and a lock lets the sensor go", changes_hands),
    ("there is always room for root", room_for_root),
]
