#!/bin/bash
# Maps a table with BullMQ on PostgreSQL on this machine: three workers, each a process of its own, of which one is killed
# with -9 at work; and compares with what one process writes.
#   scripts/distributed/bullmq.sh [INDEXES]
# POSTGRES=postgres://… names an empty database; without it, a PostgreSQL of embedded-postgres is started.
. "$(dirname "$0")/trial.sh"
prepare "$@"
cd "$root"

url=${POSTGRES:-}
if [ -z "$url" ]; then
  node --import tsx "$home/postgres.ts" >"$folder/url" &
  echo $! >"$folder/postgres.pid"
  await test -s "$folder/url"
  url=$(<"$folder/url")
fi
for worker in 1 2 3; do
  node --import tsx "$home/bullmq-worker.ts" "$url" >"$folder/worker-$worker.log" 2>&1 &
  echo $! >"$folder/worker-$worker.pid"
done
disown -a

node --import tsx "$home/bullmq-map.ts" "$url" "$folder/tests.csv" loinc "$folder/parts" "$parts" &
client=$!
await is_begun
for file in "$folder"/worker-*.pid; do
  worker=$(<"$file")
  find "/proc/$worker/fd" -lname "$part.journal" | grep -q . && break
done
kill -KILL "$worker"
echo "killed: the worker of $(basename "$part"), with $answers answers on disk"
wait "$client"
finish
