// @ts-check
/// <reference lib="webworker" />
/** Web Worker of `<medlink-suggest>`: it opens a FlexSearch index, which the browser keeps, and suggests from it. */

import { openSuggestIndex } from './browser.js'

/**
 * @import { FileCache, SuggestIndex } from './browser.ts'
 * @import { FromWorker, ToWorker } from './suggest-sources.js'
 */

/** Name of the storage that keeps indexes between visits. */
const CACHE = 'medlink-suggest'

const worker = /** @type {DedicatedWorkerGlobalScope} */ (/** @type {unknown} */ (self))

/** @type {Promise<SuggestIndex> | undefined} */
let opening

/** @param {MessageEvent<ToWorker>} event */
worker.onmessage = async ({ data }) => {
  const { id } = data
  try {
    if ('url' in data) {
      opening = open(data)
      const { ontology, version, licence, counts } = (await opening).manifest
      answer({ id, about: { ontology, version, licence, names: counts.names } })
    } else {
      const { prefix, limit } = data
      const rows = (await opening)?.suggest({ prefix, limit }) ?? []
      answer({ id, rows })
    }
  } catch (error) {
    const { code = 'internal', message } = /** @type {Error & { code?: string }} */ (error)
    answer({ id, error: { code, message } })
  }
}

/** @param {{ url: string, headers: Readonly<Record<string, string>> }} from */
async function open({ url, headers }) {
  const cache = await openCache()
  return openSuggestIndex(url, { headers, ...(cache && { cache }) })
}

/**
 * The browser's storage; undefined without permission for one, as in an insecure page.
 *
 * @returns {Promise<FileCache | undefined>}
 */
async function openCache() {
  return globalThis.caches?.open(CACHE).catch(() => undefined)
}

/** @param {FromWorker} message */
function answer(message) {
  worker.postMessage(message)
}
