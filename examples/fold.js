#!/usr/bin/env -S gjs -m
// The dial in GNOME's JavaScript, on a GLib main loop that is never blocked: the fold and the status, a line whenever
// the fold has moved by 0.01. In an extension leave out the loop, and hand watch() a Gio.Cancellable for disable().
//
//   examples/fold.js [SOCKET]        needs gjs 1.74 or later
import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import System from 'system';

Gio._promisify(Gio.SocketClient.prototype, 'connect_async');
Gio._promisify(Gio.OutputStream.prototype, 'write_all_async');
Gio._promisify(Gio.DataInputStream.prototype, 'read_line_async', 'read_line_finish_utf8');

function defaultPath() {
    const own = `${GLib.getenv('XDG_RUNTIME_DIR')}/folddaemon/fold.sock`;
    return GLib.file_test(own, GLib.FileTest.EXISTS) ? own : '/run/folddaemon/fold.sock';
}

/** Hands `onUpdate` what the daemon answers to `request`, up to its end; sensor events go to standard error. */
async function watch(connection, request, onUpdate, cancellable = null) {
    const bytes = new TextEncoder().encode(`${request}\n`);
    await connection.output_stream.write_all_async(bytes, GLib.PRIORITY_DEFAULT, cancellable);
    const lines = new Gio.DataInputStream({base_stream: connection.input_stream});
    for (;;) {
        const [line] = await lines.read_line_async(GLib.PRIORITY_DEFAULT, cancellable);
        if (!line?.endsWith('}'))
            return; // the stream's end, perhaps in mid-line
        const update = JSON.parse(line);
        if (update.event === 'shutdown')
            return;
        if (update.event === 'sensor')
            printerr(`sensor ${update.state} ${update.detail}`);
        else if ('error' in update)
            printerr(`refused: ${update.error}`);
        else if (!('event' in update))
            onUpdate(update);
    }
}

async function main(path) {
    let connection;
    try {
        connection = await new Gio.SocketClient().connect_async(Gio.UnixSocketAddress.new(path), null);
    } catch (problem) {
        printerr(`fold.js: no daemon answers on ${path} (${problem.message}): start folddaemon, ` +
            'or name its socket as the first argument');
        return 69;
    }
    try {
        await watch(connection, 'watch fold change=0.01', update => {
            if ('fold' in update)
                print(`${update.fold.toFixed(6)} ${update.status}`);
        });
    } catch (problem) {
        if (!problem.matches?.(Gio.IOErrorEnum, Gio.IOErrorEnum.CONNECTION_CLOSED))
            throw problem; // an end without a goodbye is one too
    }
    return 0;
}

const loop = new GLib.MainLoop(null, false);
let status = 1;
main(System.programArgs[0] ?? defaultPath()).then(code => (status = code)).catch(logError).finally(() => loop.quit());
loop.run();
System.exit(status);
