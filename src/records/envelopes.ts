import type { Envelopes } from './records.ts'
import type { Store } from './store.ts'

/** How often those whose time is over are removed, by each process. */
const CLEARED_EVERY_MS = 60_000

/** The envelopes that a database remembers. @param now clock in epoch milliseconds */
export function envelopesOf(store: Store, now: () => number): Envelopes {
  let clearedAt = Number.NEGATIVE_INFINITY
  return {
    remember: (id, untilMs) =>
      store.run(async (db) => {
        const time = now()
        if (time - clearedAt >= CLEARED_EVERY_MS) {
          clearedAt = time
          await db.deleteFrom('seen_envelope').where('until_ms', '<=', time).execute()
        }
        const made = await db
          .insertInto('seen_envelope')
          .values({ id, until_ms: untilMs })
          .onConflict((conflict) =>
            conflict
              .column('id')
              .doUpdateSet({ until_ms: untilMs })
              .where('seen_envelope.until_ms', '<=', time),
          )
          .returning('id')
          .executeTakeFirst()
        return made !== undefined
      }),
  }
}
