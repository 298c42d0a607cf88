#!/bin/bash
# The dial on many machines: hands the stream to an MQTT broker, a message a line, retained, so that whoever subscribes
# has the state at once. The last message is the daemon's goodbye, also where this script or its network dies.
#
#   [TOPIC=fold] examples/fold-to-mqtt.sh [SOCKET [OPTION…]]     needs bash, socat and mosquitto-clients
#   examples/fold-to-mqtt.sh "" -h broker.local         the default socket, and options of mosquitto_pub
#   mosquitto_sub -h broker.local -t fold               on every other machine
socket=${1:-$XDG_RUNTIME_DIR/folddaemon/fold.sock}
[ -n "${1:-}" ] || [ -S "$socket" ] || socket=/run/folddaemon/fold.sock
shift
topic=${TOPIC:-fold}
goodbye='{"event":"shutdown"}'

# -t: go on reading when the request has been sent, and not only for half a second.
exec {stream}< <(exec socat -t 1000000000 - "UNIX-CONNECT:$socket" <<<'watch fold change=0.01' 2>/dev/null)
socat=$!
trap 'kill $socat 2>/dev/null' EXIT

if ! IFS= read -r -u "$stream" line; then
    echo "fold-to-mqtt.sh: no daemon answers on $socket: start folddaemon, or name its socket as the first argument" >&2
    exit 69
fi
# The lines go on as they are: subscribers pass over what they do not know, as docs/protocol.md has it.
messages() {
    until [ "$line" = "$goodbye" ]; do
        case $line in '{"event":"sensor"'* | '{"error"'*) echo "$line" >&2 ;; esac
        printf '%s\n' "$line"
        IFS= read -r -u "$stream" line || break
    done
    printf '%s\n' "$goodbye"
}
mosquitto_pub -t "$topic" -r -l --will-topic "$topic" --will-payload "$goodbye" --will-retain "$@" < <(messages)
