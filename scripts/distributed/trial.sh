# What the trials have in common; each of them sources it. They work in a temporary folder with a command `medlink`,
# indexes, an invented table and what one process makes of it. At its end a trial ends the processes whose numbers are in
# files *.pid of the folder, and removes it.

set -euo pipefail

rows=${ROWS:-100000} distinct=${DISTINCT:-12000} parts=${PARTS:-8}
home=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(realpath "$home/../..")

# need COMMAND PACKAGE: ends where a command is missing, and says which of Debian's packages has it.
need() {
  command -v "$1" >/dev/null || stop_with "there is no $1: install Debian's package $2"
}

stop_with() {
  echo "$0: $1" >&2
  exit 2
}

# prepare [INDEXES]: makes the folder and all that is in it. Without indexes, those of the vocabularies that come with Medlink.
prepare() {
  [ -e "$root/dist/cli/main.js" ] || stop_with "Medlink is not built: npm run build"
  folder=$(mktemp -d)
  trap clean_up EXIT
  mkdir "$folder/bin" "$folder/parts"
  ln -s "$root/dist/cli/main.js" "$folder/bin/medlink"
  export PATH="$folder/bin:$PATH" MEDLINK_DIR=$folder/indexes
  if [ $# -gt 0 ]; then MEDLINK_DIR=$(realpath "$1"); else medlink build starter >/dev/null 2>&1; fi
  "$root/node_modules/.bin/tsx" "$home/table.ts" "$rows" "$distinct" >"$folder/tests.csv"
  SECONDS=0
  medlink map "$folder/tests.csv" -o loinc --out "$folder/whole.csv" >/dev/null 2>&1
  echo "$rows rows, $distinct different requests, one process: $SECONDS s"
  SECONDS=0
}

clean_up() {
  set +e
  local file pid
  for file in "$folder"/*.pid; do
    [ -e "$file" ] || continue
    pid=$(<"$file")
    kill "$pid" 2>/dev/null && timeout 5 tail --pid="$pid" -f /dev/null
  done
  rm -rf "$folder"
}

# await COMMAND...: runs it until it succeeds, for at most ten minutes.
await() {
  local end=$((SECONDS + 600))
  until "$@"; do
    [ "$SECONDS" -lt "$end" ] || stop_with "waited in vain: $*"
    sleep 0.1
  done
}

# is_begun: whether a part is being mapped that has a hundred answers on disk: `part` is the one, of how many `answers`.
is_begun() {
  local journal
  for journal in "$folder"/parts/*.journal; do
    [ -e "$journal" ] || continue
    part=${journal%.journal}
    answers=$(($(wc -l <"$journal") - 1))
    [ "$answers" -ge 100 ] && return
  done
  return 1
}

# finish: puts the parts together and compares; ends with 1 where they are not what one process writes.
finish() {
  echo "$parts parts: $SECONDS s"
  medlink merge "$folder"/parts/part-*.csv --out "$folder/merged.csv"
  cmp "$folder/whole.csv" "$folder/merged.csv"
  echo equal
}
