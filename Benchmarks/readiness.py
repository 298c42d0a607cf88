"""Waits for a server's READY=1 as a service manager does: a socket's file is there before anybody listens."""

import os
import socket
import time


class Readiness:
    """A notification socket, there inside `with`; its path belongs into the server's NOTIFY_SOCKET."""

    def __init__(self, directory):
        self.path = str(directory / "notify.sock")

    def __enter__(self):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(self.path)
        return self

    def __exit__(self, *_):
        # Closed, it refuses what the server says later; left open, its queue would fill and hold the server up.
        self.socket.close()
        os.unlink(self.path)

    def wait(self, seconds, has_ended=lambda: False):
        """True once the server is ready; False where it ended, or was silent for that long."""
        deadline = time.monotonic() + seconds
        self.socket.settimeout(0.1)
        while time.monotonic() < deadline and not has_ended():
            try:
                if b"READY=1" in self.socket.recv(4096).split(b"\n"):
                    return True
            except TimeoutError:
                pass
        return False
