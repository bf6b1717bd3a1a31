import { openBlobs } from '../../http/http.ts'
import { type Io, print, remark } from '../io.ts'
import { withRecords } from '../records.ts'
import type { SettingOptions } from '../settings.ts'

/** Wraps the data keys by the current master key, and seals what is plain. */
export async function rotateKeys(io: Io, options: SettingOptions): Promise<void> {
  await withRecords(io, options, async ({ keys, audit }, { blobs: place }) => {
    const draft = {
      ...{ operation: 'medlink keys rotate', action: 'update' as const },
      record: { type: 'key' },
    }
    try {
      const rotation = await keys.rotate(await openBlobs(place))
      await audit.add(draft, 'done')
      print(
        io,
        `data keys rewrapped\t${rotation.keys}`,
        `rows sealed\t${rotation.rows}`,
        `documents sealed\t${rotation.documents}`,
      )
      remark(
        io,
        rotation.isWhole
          ? 'all records and files are sealed'
          : 'some rows are still plain because they were in use: stop servers without keys, and run this again',
      )
    } catch (error) {
      await audit.add(draft, 'failed')
      throw error
    }
  })
}
