#!/usr/bin/env lua5.4
-- The switch in Lua: fully-open, partially-open or closed, a line whenever it changes, and nothing in between. That is
-- what decides whether an effect runs at all; ask for it first.
--
--   examples/status.lua [SOCKET]        needs Lua 5.1 to 5.4 with LuaSocket (Debian: lua5.4, lua-socket)
local unix = require "socket.unix"

local function default_path()
    local own = (os.getenv "XDG_RUNTIME_DIR" or "") .. "/folddaemon/fold.sock"
    -- Lua opens no socket as a file, but the error number tells one that is there (ENXIO, 6) from one that is not.
    local _, _, number = io.open(own)
    return number == 6 and own or "/run/folddaemon/fold.sock"
end

local path = arg[1] or default_path()
local stream = unix.stream()
local connected, problem = stream:connect(path)
if not connected then
    io.stderr:write("status.lua: no daemon answers on ", path, " (", problem,
        "): start folddaemon, or name its socket as the first argument\n")
    os.exit(69)
end
stream:send "watch status\n"
io.stdout:setvbuf "line"

local last
while true do
    local line = stream:receive "*l"
    if not line or line:find '^{"event":"shutdown"' then break end
    if line:find '^{"event":"sensor"' or line:find '^{"error"' then
        io.stderr:write(line, "\n")
    elseif not line:find '^{"event"' then
        local status = line:match '"status":"([^"]*)"'
        -- LuaSocket ignores SIGPIPE: a reader that has gone shows only here.
        if status and status ~= last and not io.write(status, "\n") then break end
        last = status or last
    end
end
