/**
 * A reader of bench/rebuilds.ts: asks in rounds, by `link` and by `linkMany` on new, warm and mixed workers, while another
 * process replaces the index. It does so at a message `{ rounds }`, and answers with what it counted.
 *
 *   fork: bench/reader-child.mjs <library URL> <dir> <file with {requests, answers: {old: […], new: […]}}>
 */
import { readFileSync } from 'node:fs'

const WORKERS = 2

const [library, dir, file] = process.argv.slice(2)
const { openMedlink } = await import(library)
const { requests, answers } = JSON.parse(readFileSync(file, 'utf8'))

/** By way of asking: answers of either index, of neither, failures; batches with answers of both, and changes seen. */
const counts = {}

function count(way, place, outcome) {
  counts[way] ??= { old: 0, new: 0, mixed: 0, failed: 0, batches: 0, batchesOfBoth: 0 }
  const said = JSON.stringify(outcome)
  const kind =
    'error' in outcome
      ? 'failed'
      : said === answers.old[place]
        ? 'old'
        : said === answers.new[place]
          ? 'new'
          : 'mixed'
  counts[way][kind]++
  if (kind === 'failed') console.error(way, outcome.error.code, outcome.error.message)
  return kind
}

function linkEach(medlink) {
  for (const [place, request] of requests.entries()) {
    let outcome
    try {
      outcome = medlink.link(request)
    } catch (error) {
      outcome = { error }
    }
    count('link', place, outcome)
  }
}

async function linkBatch(way, medlink, repeats) {
  const kinds = new Set()
  const batch = Array.from({ length: repeats }, () => requests).flat()
  let place = 0
  for await (const outcome of medlink.linkMany(batch, { workers: WORKERS }))
    kinds.add(count(way, place++ % requests.length, outcome))
  counts[way].batches++
  if (kinds.size > 1) counts[way].batchesOfBoth++
}

process.once('message', async ({ rounds }) => {
  const kept = openMedlink({ dir })
  await linkBatch('linkMany, warm', kept, 1)
  for (let round = 0; round < rounds; round++) {
    linkEach(kept)
    await linkBatch('linkMany, warm', kept, 4)
    const fresh = openMedlink({ dir })
    await linkBatch('linkMany, cold', fresh, 2)
    fresh.close()
    const mixed = openMedlink({ dir })
    for await (const _ of mixed.linkMany(requests.slice(0, 1), { workers: 1 }));
    await linkBatch('linkMany, mixed', mixed, 2)
    mixed.close()
  }
  kept.close()
  process.send({ counts })
  process.disconnect()
})
process.send({ ready: true })
