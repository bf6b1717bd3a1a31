#!/bin/bash
# Maps a table with a job array of Slurm on this machine, kills what maps one of the parts with -9, and compares with what
# one process writes.
#   scripts/distributed/slurm.sh [INDEXES]
# Needs Debian's packages slurmctld, slurmd, slurm-client and munge, none of them running.
. "$(dirname "$0")/trial.sh"
PATH=$PATH:/usr/sbin
need slurmctld slurmctld
need slurmd slurmd
need sbatch slurm-client
need munged munge
prepare "$@"

node=$(hostname -s)
mkdir "$folder/state" "$folder/spool"
export SLURM_CONF=$folder/slurm.conf
# A task that is queued again waits until its credential has expired, which takes two minutes by default.
cat >"$SLURM_CONF" <<END
ClusterName=trial
SlurmctldHost=$node(127.0.0.1)
SlurmctldPort=46817
SlurmdPort=46818
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket,cred_expire=5
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
NodeName=$node NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=trial Nodes=$node Default=YES State=UP
END
mungekey --create --keyfile "$folder/munge.key"
munged --force --key-file "$folder/munge.key" --socket "$folder/munge.socket" \
  --pid-file "$folder/munged.pid" --log-file "$folder/munged.log" --seed-file "$folder/munge.seed"
slurmctld
slurmd -N "$node"
is_idle() { [ "$(sinfo --noheader --format %t 2>/dev/null)" = idle ]; }
await is_idle

job=$(sbatch --parsable --array="1-$parts" --output="$folder/task-%a.log" \
  "$home/slurm.sbatch" "$folder/tests.csv" loinc "$folder/parts")
await is_begun
pkill -KILL -f -- "--out $part"
echo "killed: $(basename "$part"), with $answers answers on disk"
is_over() { [ -z "$(squeue --noheader)" ]; }
await is_over
echo "run again: $(scontrol show job "$job" | grep -c 'Restarts=[1-9]') of $parts tasks"
finish
