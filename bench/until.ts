import { setTimeout as sleep } from 'node:timers/promises'

/** Looks again and again until something is so. @returns false where it is not within so many milliseconds */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  withinMs: number,
  pauseMs = 50,
): Promise<boolean> {
  const deadline = performance.now() + withinMs
  while (!(await isSo())) {
    if (performance.now() > deadline) return false
    await sleep(pauseMs)
  }
  return true
}
