-- Posts the lines of a file, each a JSON body, round and round:
--
--   TOKEN=… wrk … -s cycle.lua URL -- FILE
--
-- The last line is JSON: how many were answered and in what time, the quantiles in milliseconds, what went wrong.

local requests = {}
local at = 0

function init(args)
  local headers = {
    ['authorization'] = 'Bearer ' .. os.getenv('TOKEN'),
    ['content-type'] = 'application/json',
  }
  for line in io.lines(args[1]) do
    requests[#requests + 1] = wrk.format('POST', nil, headers, line)
  end
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"seconds":%.6f,"p50_ms":%.3f,"p99_ms":%.3f,"errors":%d,"non_2xx":%d}\n',
    summary.requests,
    summary.duration / 1e6,
    latency:percentile(50) / 1e3,
    latency:percentile(99) / 1e3,
    errors.connect + errors.read + errors.write + errors.timeout,
    errors.status
  ))
end
