import type { Admission } from '../../src/records/webhooks.ts'

export interface Places {
  readonly limit?: number
  readonly perSubscription?: number
  /** Attempts that are being made, by subscription. */
  readonly running?: ReadonlyMap<string, number>
}

/** Admits so many deliveries, and so many of each subscription. */
export function admissionOf({
  limit = 100,
  perSubscription = 100,
  running,
}: Places = {}): Admission {
  const taken = new Map(running)
  let left = limit
  return {
    ...{ limit, exceptWorkspaces: [], only: undefined },
    except: [...taken].filter(([, count]) => count >= perSubscription).map(([id]) => id),
    admit(id) {
      const count = taken.get(id) ?? 0
      if (left === 0 || count >= perSubscription) return false
      left--
      taken.set(id, count + 1)
      return true
    },
  }
}
