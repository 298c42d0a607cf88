#!/bin/bash
# The threshold in a shell script: says when the left half is lifted past half way, and when it is down again; nothing
# wakes it in between. JSON is matched as text. Put your own commands in the place of `echo lifted` and `echo down`.
#
#   examples/lifted.sh [SOCKET]        needs bash and socat
socket=${1:-$XDG_RUNTIME_DIR/folddaemon/fold.sock}
[ -n "${1:-}" ] || [ -S "$socket" ] || socket=/run/folddaemon/fold.sock

# -t: go on reading when the request has been sent, and not only for half a second.
exec {stream}< <(exec socat -t 1000000000 - "UNIX-CONNECT:$socket" <<<'watch threshold below=0.3 above=0.5' 2>/dev/null)
trap 'kill $! 2>/dev/null' EXIT

if ! IFS= read -r -u "$stream" line; then
    echo "lifted.sh: no daemon answers on $socket: start folddaemon, or name its socket as the first argument" >&2
    exit 69
fi
while [ "$line" != '{"event":"shutdown"}' ]; do
    case $line in
        '{"event":"sensor"'* | '{"error"'*) echo "$line" >&2 ;;
        '{"event"'*) ;; # what a later version may tell
        *'"lifted":true'*) echo lifted ;;
        *'"lifted":false'*) echo down ;;
    esac
    IFS= read -r -u "$stream" line || exit 0
done
