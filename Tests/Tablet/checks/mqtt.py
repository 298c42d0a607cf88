"""The fold on its way to an MQTT broker, by the unit that the package brings."""
import contextlib
import json
import socket
import subprocess

from tablet import HALF, HALF_FOLD, hid, wait_for
from unit import UNIT, shell, shown

BRIDGE = "fold-mqtt@localhost.service"
GOODBYE = '{"event":"shutdown"}'


def heard():
    """What the broker has for a new subscriber: the retained message."""
    command = ["mosquitto_sub", "-h", "localhost", "-t", "fold/rig", "-C", "1", "-W", "5"]
    return subprocess.run(command, capture_output=True, text=True, timeout=20).stdout.strip()


def listens():
    try:
        socket.create_connection(("localhost", 1883), 5).close()
        return True
    except OSError:
        return False


class Broker:
    """Mosquitto's, which keeps nothing from one to the next."""

    def __init__(self):
        self.process = subprocess.Popen(["mosquitto", "-p", "1883"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_for(listens, 60, "the broker listens")

    def end(self):
        self.process.terminate()
        self.process.wait(10)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()


def has_the_fold():
    message = heard()
    return message and abs(json.loads(message).get("fold", 0) - HALF_FOLD) < 0.02


@contextlib.contextmanager
def bridged():
    """The unit is started, and the fold is there."""
    shell("systemctl start " + BRIDGE)
    try:
        wait_for(has_the_fold, 90, "the fold at the broker")
        yield
    finally:
        subprocess.run(["systemctl", "stop", BRIDGE, UNIT], capture_output=True)


def publishes():
    """The last line is retained, and the goodbye when it ends."""
    with hid("--set", HALF), Broker(), bridged():
        shell("systemctl stop " + BRIDGE)
        wait_for(lambda: heard() == GOODBYE, 60, "the goodbye at the broker")
        assert shown("ActiveState") == "active" and shown("NRestarts", BRIDGE) == "0"


def comes_back():
    """Of a tablet that lies still all the same: at a broker that has forgotten it, and after mosquitto_pub has died."""
    with hid("--set", HALF), Broker() as broker, bridged():
        broker.end()
        with Broker():
            wait_for(has_the_fold, 150, "the fold at the next broker")
            process = shown("MainPID", BRIDGE)
            shell("pkill -KILL -x mosquitto_pub")
            wait_for(lambda: heard() == GOODBYE, 60, "the goodbye of what died")
            wait_for(has_the_fold, 150, "the fold by the next start")
            assert shown("MainPID", BRIDGE) not in ("0", process)


CHECKS = [
    ("a broker has the fold, and the goodbye when the tablet ends", publishes),
    ("a broker has the fold of a tablet that lies still again, whatever came between", comes_back),
]
