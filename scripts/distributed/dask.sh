#!/bin/bash
# Maps a table with Dask on this machine: a scheduler and three workers, each a process of its own, of which one is killed
# with -9 at work; and compares with what one process writes.
#   scripts/distributed/dask.sh [INDEXES]
# Needs Debian's package python3-distributed.
. "$(dirname "$0")/trial.sh"
python=/usr/bin/python3
"$python" -c 'import distributed' 2>/dev/null ||
  stop_with "there is no distributed for $python: install Debian's package python3-distributed"
need setpriv util-linux
prepare "$@"

scheduler=tcp://127.0.0.1:46820
"$python" -m distributed.cli.dask_scheduler --host 127.0.0.1 --port 46820 --no-dashboard \
  >"$folder/scheduler.log" 2>&1 &
echo $! >"$folder/scheduler.pid"
for worker in 1 2 3; do
  "$python" -m distributed.cli.dask_worker "$scheduler" --no-nanny --nthreads 1 --no-dashboard \
    --local-directory "$folder/worker-$worker" >"$folder/worker-$worker.log" 2>&1 &
  echo $! >"$folder/worker-$worker.pid"
done
disown -a

"$python" "$home/dask_map.py" "$scheduler" "$folder/tests.csv" loinc "$folder/parts" "$parts" &
client=$!
await is_begun
worker=$(ps -o ppid= -p "$(pgrep -f -- "--out $part")")
kill -KILL $worker
echo "killed: the worker of $(basename "$part"), with $answers answers on disk"
wait "$client"
finish
