/** The error that a call throws. */
export function errorOf(call: () => unknown): Error {
  try {
    call()
  } catch (error) {
    return error as Error
  }
  throw new Error('nothing was thrown')
}

/** The id of the user that owns nothing, on every system of our own. */
const NOBODY = 65_534

/** What `work` gives where this process has no permissions of its own; root has them all. */
export function asNobody<T>(work: () => T): T {
  if (process.geteuid?.() !== 0) return work()
  process.seteuid!(NOBODY)
  try {
    return work()
  } finally {
    process.seteuid!(0)
  }
}
