-- Sends requests from a file, one per line: method, path, token or "-", body or "-", tab-separated.
-- The second argument "once" stops after the last of them; otherwise they are repeated.
local ffi = require("ffi")
ffi.cdef("typedef struct { long s, ns; } moment; int clock_gettime(int, moment *);")
local requests, threads, once = {}, {}, false
sent, seconds = 0, 0

function setup(thread)
  table.insert(threads, thread)
end

function init(args)
  once = args[2] == "once"
  for line in io.lines(args[1]) do
    local method, path, token, body = line:match("^(.-)\t(.-)\t(.-)\t(.-)$")
    local headers = { ["Accept-Encoding"] = "br, gzip" }
    if token ~= "-" then headers["Authorization"] = "Bearer " .. token end
    if body ~= "-" then headers["Content-Type"] = "application/json" end
    table.insert(requests, wrk.format(method, path, headers, body ~= "-" and body or nil))
  end
end

local function now()
  local moment = ffi.new("moment")
  ffi.C.clock_gettime(1, moment)
  return tonumber(moment.s) + tonumber(moment.ns) / 1e9
end

local began
function request()
  sent = sent + 1
  began = began or now()
  -- wrk itself runs for the full time although it has stopped, so the actual time is measured here.
  if once and sent >= #requests then
    seconds = now() - began
    wrk.thread:stop()
  end
  return requests[(sent - 1) % #requests + 1]
end

function done(summary, latency)
  local all, stopped = 0, 0
  for _, thread in ipairs(threads) do
    all = all + thread:get("sent")
    stopped = math.max(stopped, thread:get("seconds"))
  end
  local errors = summary.errors
  io.write(string.format(
    '\n{"answered":%d,"sent":%d,"seconds":%.6f,"p50":%.3f,"p99":%.3f,"refused":%d,"broken":%d}\n',
    summary.requests, all, stopped > 0 and stopped or summary.duration / 1e6,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, errors.status,
    errors.connect + errors.read + errors.write + errors.timeout))
end
