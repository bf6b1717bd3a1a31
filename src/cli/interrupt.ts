import { MedlinkError } from '../medlink.ts'

/**
 * Runs something that Ctrl-C stops by its signal, with a `MedlinkError` `closed`; a second Ctrl-C ends the process.
 *
 * @param then the way to go on, for the message: "run the same command to start over"
 */
export async function withInterrupt<T>(
  then: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController()
  const onInterrupt = () => stop.abort(new MedlinkError('closed', `stopped: ${then}`))
  process.once('SIGINT', onInterrupt)
  try {
    return await work(stop.signal)
  } finally {
    process.off('SIGINT', onInterrupt)
  }
}
