"""Maps the parts of a table on the workers of a Dask scheduler.

    dask_map.py SCHEDULER INPUT ONTOLOGY FOLDER PARTS

All workers have the command medlink, the indexes (MEDLINK_DIR) and the folder, where each part becomes a file. A part
whose worker has died goes to another one, which goes on where the dead one was stopped.
"""

import os
import subprocess
import sys

from distributed import Client


def map_part(table, ontology, folder, index, count):
    out = os.path.join(folder, f"part-{index}{os.path.splitext(table)[1]}")
    if os.path.exists(out) and not os.path.exists(f"{out}.journal"):
        return
    # What a worker has started dies with it: two processes would want to write one part.
    command = ["setpriv", "--pdeathsig", "KILL", "medlink", "map", table, "-o", ontology]
    command += ["--shard", f"{index}/{count}", "--resume", "--out", out, "--jobs", "1"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    scheduler, table, ontology, folder, parts = sys.argv[1:]
    count = int(parts)
    with Client(scheduler) as client:
        asked = [(table, ontology, folder, index, count) for index in range(1, count + 1)]
        client.gather([client.submit(map_part, *part, pure=False, retries=3) for part in asked])
