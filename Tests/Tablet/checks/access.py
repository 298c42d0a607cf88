"""Who may read, with real sessions of real users at the seat."""
import json
import subprocess

import two_sensors
from sessions import Session, as_user, first, lock, reader, run, under_manager, users
from tablet import BIN, CONTROL, HALF, SOCKET, Daemon, Stream, hid, read, udev_rules, wait_for

# Connects, reads nothing, and tells when it is hung up on.
SLEEPER = """
import select, socket, sys
client = socket.socket(socket.AF_UNIX)
client.connect(sys.argv[1])
poll = select.poll()
poll.register(client, 0)
print("connected", flush=True)
print("hung up" if poll.poll(20000) else "still there", flush=True)
"""


def whoever_is_at_the_screen():
    run("groupadd", "-r", "fold")
    try:
        with users("alice", "bob", "greeter", carol="fold"), hid("--set", HALF):
            switch_users()
    finally:
        run("groupdel", "fold")


def switch_users():
    """Each gets the stream at the screen, and loses it as somebody else comes there."""
    with Session("alice", 3) as alice, Session("bob", 4) as bob:
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
            # Of a program that is in the group by its first one alone.
            only = run("setpriv", "--reuid=bob", "--regid=fold", "--clear-groups", BIN + "/foldctl", "get", "gain")
            assert only.returncode == 0, only
            # The control socket as well.
            asked = run(*as_user("bob"), BIN + "/foldctl", "status")
            assert asked.returncode == 77 and "only the user at the screen" in asked.stderr, asked
            told = run(*as_user("alice"), BIN + "/foldctl", "set", "gain=-2")
            assert told.returncode == 0, told
            # Programs of a desktop run under the user's own manager, outside of the session.
            for name, result in [("alice", 0), ("bob", 77)]:
                under = under_manager(name, BIN + "/foldctl", "watch", "--socket", SOCKET, "--count", "2")
                assert under.returncode == result, under
                assert len(under.stdout.splitlines()) == (2 if name == "alice" else 0), under
            # So seldom a line that none of them waits for somebody to read it.
            patient = subprocess.Popen(
                [*as_user("alice"), BIN + "/foldctl", "watch", "--socket", SOCKET, "--reconnect", "--format", "json",
                 "--rate", "1"],
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            )
            first(patient, "fold")
            samples, asleep = reader("alice", "watch samples"), reader("alice", script=SLEEPER)
            assert asleep.stdout.readline() == "connected\n"
            assert any(line[:1].isdigit() for line in samples.stdout), "no row came"
            steering = reader("alice", "calibrate flat", socket=CONTROL)
            assert "ok" in first(steering, "ok")
            # They switch: what she reads ends with an event, and his begins.
            bob.activate()
            last = [json.loads(line) for line in hers.stdout][-1]
            assert last["event"] == "access" and "only the user at the screen" in last["detail"], last
            assert hers.wait(10) == 0, "and it is closed"
            assert '"event":"access"' in list(samples.stdout)[-1], "also in a recording it is the last word"
            assert "only the user at the screen" in first(steering, "error")["error"]
            assert steering.wait(10) == 0, "and who steered is closed"
            assert asleep.stdout.readline() == "hung up\n", "who does not read keeps no place"
            his = reader("bob")
            assert "fold" in first(his, "fold")
            his.kill()
            group.kill()
            # A greeter at the screen is who is there.
            with Session("greeter", 5, "greeter") as greeter:
                greeter.activate()
                its = reader("greeter")
                assert "fold" in first(its, "fold")
                its.kill()
                # Whom the screen went away from waits.
                waits = next(line for line in patient.stderr if "refuses" in line)
                assert "only the user at the screen" in waits, waits
                assert first(patient, "event")["event"] == "access"
                alice.activate()
            assert "fold" in first(patient, "fold")
            patient.kill()


def another_seat():
    """A sensor of another seat is not the first seat's to read, also before it was opened."""
    with udev_rules('SUBSYSTEM=="iio", ENV{ID_SEAT}="seat1"\n'), users("alice"), hid("--set", HALF):
        run("udevadm", "settle", check=True)
        with Session("alice", 3) as session, Daemon("--orientation", "landscape-right"):
            session.activate()
            for _ in range(2):
                hers = reader("alice")
                assert "only the user at the screen (seat1)" in first(hers, "error")["error"]
                with Stream() as root:
                    root.fold()


def base_of_another_seat():
    """Of two sensors the one decides that is taken, also before it was opened."""
    rules = two_sensors.RULES + 'SUBSYSTEM=="iio", ENV{ACCEL_LOCATION}=="base", ENV{ID_SEAT}="seat1"\n'
    with two_sensors.lid_and_base(False, rules), users("alice"), Session("alice", 3) as session:
        run("udevadm", "settle", check=True)
        session.activate()
        with Daemon("--orientation", "landscape-right"):
            hers = reader("alice")
            assert "fold" in first(hers, "fold")
            hers.kill()


def locked_session_lets_the_sensor_go():
    with users("alice"), hid("--set", HALF) as sensor, Session("alice", 3) as session:
        session.activate()
        with Daemon("--orientation", "landscape-right"), Stream() as stream:
            stream.fold()
            lock(session, True)
            stream.event("stale", 15)
            wait_for(lambda: read(sensor.buffer) == "0", 5, "the buffer is off")
            with Stream() as late:
                late.until(lambda value: "locked" in value.get("detail", ""), what="who comes now is told why")
            lock(session, False)
            stream.event("ok", 15)
            lock(session, True)
        # One that is started behind the lock asks first.
        with Daemon("--orientation", "landscape-right"), Stream() as stream:
            stream.until(lambda value: "locked" in value.get("detail", ""), what="it is locked")
            assert not [line for line in stream.lines if "fold" in json.loads(line)], stream.lines
            lock(session, False)
            stream.event("ok", 15)


CHECKS = [
    ("the user at the screen reads, nobody else but root and the group", whoever_is_at_the_screen),
    ("a sensor belongs to its seat", another_seat),
    ("the base's sensor does not decide for the display's", base_of_another_seat),
    ("a locked session lets the sensor go", locked_session_lets_the_sensor_go),
]
