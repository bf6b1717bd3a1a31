/** What the system says of a running process with all its threads (Linux); 0 once it has ended. */
import { readFileSync } from 'node:fs'

/** The unit of times in /proc. */
const TICK_MS = 10

/** What it has in memory now. */
export function residentMegabytes(pid: number | undefined): number {
  return megabytes(pid, 'VmRSS')
}

/** The most that it had in memory. */
export function peakMegabytes(pid: number | undefined): number {
  return megabytes(pid, 'VmHWM')
}

/** What it has used of all processors, in milliseconds. */
export function processorMs(pid: number | undefined): number {
  const fields = readProcess(pid, 'stat').split(') ').at(-1)!.split(' ')
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS
}

function megabytes(pid: number | undefined, field: 'VmRSS' | 'VmHWM'): number {
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readProcess(pid, 'status'))?.[1]
  return Number(kilobytes ?? '0') / 1024
}

/** A file of /proc; '' once the process has ended. */
function readProcess(pid: number | undefined, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
