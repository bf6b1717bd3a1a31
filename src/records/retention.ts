/** Records whose time is over. A legal hold keeps them. */

import type { Outdated } from './records.ts'
import type { Store } from './store.ts'

/** Records that one look finds. */
const AT_ONCE = 100

/** The records of a database whose time is over. */
export function outdatedOf(store: Store): Outdated {
  return {
    documents: (before) =>
      store.read((db) =>
        db
          .selectFrom('document as d')
          .leftJoin('profile as p', 'p.oid', 'd.patient')
          .select(['d.id', 'd.bid', 'd.patient'])
          .where('d.upload_date', '<', before)
          .where('d.seq', '>', 0)
          .where('p.held_at', 'is', null)
          .orderBy('d.upload_date')
          .orderBy('d.id')
          .limit(AT_ONCE)
          .execute(),
      ),

    patients: (before) =>
      store.read((db) =>
        db
          .selectFrom('profile as p')
          .select(['p.bid', 'p.oid as patient'])
          .where('p.kind', '=', 'patient')
          .where('p.u_ate', '<', before)
          .where('p.held_at', 'is', null)
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('document as d')
                  .select('d.id')
                  .whereRef('d.bid', '=', 'p.bid')
                  .whereRef('d.patient', '=', 'p.oid')
                  .where('d.upload_date', '>=', before),
              ),
            ),
          )
          .orderBy('p.u_ate')
          .limit(AT_ONCE)
          .execute(),
      ),
  }
}
