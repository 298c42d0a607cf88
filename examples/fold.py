#!/usr/bin/env python3
"""The dial in Python: the fold and the status, a line whenever the fold has moved by 0.01. A level tablet wakes nobody.

updates() is the part to copy: a generator of what the daemon says, each a dictionary.

  examples/fold.py [SOCKET]        needs Python 3, and nothing else
"""
import json
import os
import signal
import socket
import sys


def default_path():
    own = os.path.join(os.environ.get("XDG_RUNTIME_DIR", ""), "folddaemon/fold.sock")
    return own if os.path.exists(own) else "/run/folddaemon/fold.sock"


def updates(stream, request):
    """What the daemon answers to `request`, up to its end; sensor events go to standard error."""
    stream.sendall(request.encode() + b"\n", socket.MSG_NOSIGNAL)
    for line in stream.makefile(encoding="utf-8", newline="\n"):
        if not line.endswith("\n"):
            return  # cut off in mid-line: the daemon is gone
        update = json.loads(line)
        event = update.get("event")
        if event == "shutdown":
            return
        if event == "sensor":
            print("sensor", update["state"], update["detail"], file=sys.stderr)
        elif "error" in update:
            print("refused:", update["error"], file=sys.stderr)
        elif event is None:
            yield update


def main():
    for number in (signal.SIGINT, signal.SIGPIPE):
        signal.signal(number, signal.SIG_DFL)  # end without a traceback
    path = sys.argv[1] if len(sys.argv) > 1 else default_path()
    stream = socket.socket(socket.AF_UNIX)
    try:
        stream.connect(path)
    except OSError as problem:
        print(f"fold.py: no daemon answers on {path} ({problem.strerror or problem}): start folddaemon,"
              " or name its socket as the first argument", file=sys.stderr)
        return 69
    try:
        for update in updates(stream, "watch fold change=0.01"):
            if "fold" in update:
                print(f"{update['fold']:.6f} {update['status']}", flush=True)
    except ConnectionError:
        pass  # an end without a goodbye is one too
    return 0


if __name__ == "__main__":
    sys.exit(main())
