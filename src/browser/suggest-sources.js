// @ts-check
/** Sources of the suggestions of `<medlink-suggest>`: a server, or a Web Worker with an index. */

/**
 * @import { Suggestion } from './browser.ts'
 */

/**
 * An index that a worker has opened.
 *
 * @typedef {object} IndexAbout
 * @property {string} ontology
 * @property {string} version
 * @property {string} licence
 * @property {number} names
 */

/**
 * @typedef {{ readonly [name: string]: string }} Headers
 *
 * @typedef {{ id: number } & ({ url: string, headers: Headers } | { prefix: string, limit: number })} ToWorker
 * @typedef {{ id: number } & ({ about: IndexAbout } | { rows: Suggestion[] }
 *   | { error: { code: string, message: string } })} FromWorker
 */

/**
 * @typedef {object} Source
 * @property {Promise<IndexAbout | undefined>} ready settled once suggestions are possible; rejects with a {@link SuggestError}
 * @property {(prefix: string, limit: number, signal: AbortSignal) => Promise<readonly Suggestion[]>} suggest
 * @property {() => void} close
 */

/** A failure of a source, with the code of Medlink's errors: its message is for people. */
export class SuggestError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   */
  constructor(code, message) {
    super(message)
    this.name = 'SuggestError'
    this.code = code
  }
}

/**
 * A server's operation `/med-link/suggest`, or another that answers like it.
 *
 * @param {string} url with the ontology and filters in its query
 * @param {() => Headers} headers read at each request, so that a new token counts
 * @returns {Source}
 */
export function serverSource(url, headers) {
  return {
    ready: Promise.resolve(undefined),
    async suggest(prefix, limit, signal) {
      if (prefix === '') return []
      const asked = new URL(url)
      asked.searchParams.set('prefix', prefix)
      asked.searchParams.set('limit', String(limit))
      const response = await fetch(asked, { headers: headers(), signal }).catch((cause) => {
        if (signal.aborted) throw cause
        throw new SuggestError('unreachable', 'the server does not answer')
      })
      const body = await response.json().catch(() => undefined)
      if (response.ok && Array.isArray(body?.suggestions)) return body.suggestions
      const { code = 'internal', message = `the server answered ${response.status}` } =
        body?.error ?? {}
      throw new SuggestError(code, message)
    },
    close() {},
  }
}

/**
 * A FlexSearch index in a Web Worker, kept in the browser's cache.
 *
 * @param {string} url of the index
 * @param {() => Headers} headers of its download
 * @returns {Source}
 */
export function workerSource(url, headers) {
  const worker = startWorker()
  let lastId = 0
  /** @type {Map<number, { resolve: (message: any) => void, reject: (error: Error) => void }>} */
  const waiting = new Map()
  /** @param {{ url: string, headers: Headers } | { prefix: string, limit: number }} message */
  const ask = (message) =>
    new Promise((resolve, reject) => {
      const id = ++lastId
      waiting.set(id, { resolve, reject })
      worker.postMessage({ id, ...message })
    })
  /** @param {MessageEvent<FromWorker>} event */
  worker.onmessage = ({ data }) => {
    const asked = waiting.get(data.id)
    waiting.delete(data.id)
    if ('error' in data) asked?.reject(new SuggestError(data.error.code, data.error.message))
    else asked?.resolve(data)
  }
  worker.onerror = (event) => {
    event.preventDefault()
    const error = new SuggestError('worker_failed', 'the script of the worker cannot be loaded')
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  const ready = ask({ url, headers: headers() }).then(({ about }) => about)
  return {
    ready,
    async suggest(prefix, limit) {
      await ready
      return (await ask({ prefix, limit })).rows
    },
    close: () => worker.terminate(),
  }
}

/** A page that allows scripts of trusted types only has to allow this policy by its name. */
const POLICY = 'medlink-suggest'

function startWorker() {
  const script = new URL('./suggest-worker.js', import.meta.url)
  const isOurs = script.origin === location.origin
  // A worker of another origin is not allowed, a worker that imports from there is.
  const url = isOurs ? script.href : URL.createObjectURL(importing(script.href))
  return new Worker(/** @type {string} */ (trusted(url)), { type: 'module', name: POLICY })
}

/** @param {string} url */
function importing(url) {
  return new Blob([`import ${JSON.stringify(url)}`], { type: 'text/javascript' })
}

/** @type {{ createScriptURL: (url: string) => unknown } | undefined} */
let policy

/** @param {string} url */
function trusted(url) {
  const { trustedTypes } = /** @type {any} */ (globalThis)
  try {
    policy ??= trustedTypes?.createPolicy(POLICY, {
      createScriptURL: (/** @type {string} */ given) => given,
    })
  } catch {
    // A page without that policy may allow plain URLs.
  }
  return policy?.createScriptURL(url) ?? url
}
