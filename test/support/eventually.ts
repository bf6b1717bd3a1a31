import { vi } from 'vitest'

/** Waits until a function does not throw: milliseconds on a quiet machine, up to twenty seconds on a busy one. */
export function eventually<T>(look: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(look, { timeout: 20_000, interval: 20 })
}
