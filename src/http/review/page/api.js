// @ts-check
/** How the page asks its server: JSON, with the reviewer's token in a header. */

const TOKEN = 'medlink-review-token'
/** Folder of the operations. */
export const OPERATIONS = new URL('../api/', import.meta.url)

/** A no of the server's: its message is for people. */
export class Refused extends Error {
  /**
   * @param {string} code
   * @param {string} message
   */
  constructor(code, message) {
    super(message)
    this.code = code
  }
}

/** True if there is a token for requests. */
export function hasToken() {
  return sessionStorage.getItem(TOKEN) !== null
}

/** Headers of a request by the reviewer. */
export function headersOfReviewer() {
  const token = sessionStorage.getItem(TOKEN)
  return /** @type {Record<string, string>} */ (token ? { authorization: `Bearer ${token}` } : {})
}

/** @param {string | undefined} token good until the tab is closed; none forgets the one that there is */
export function keepToken(token) {
  if (token === undefined) sessionStorage.removeItem(TOKEN)
  else sessionStorage.setItem(TOKEN, token)
}

/**
 * Changes the link that the page was opened with, which is good once, for a token. The link is taken out of the address, so
 * that neither the history nor a bookmark has it.
 */
export async function takeLink() {
  const [, link] = /^#open=([\w-]+)$/.exec(location.hash) ?? []
  if (link === undefined) return
  history.replaceState(null, '', location.pathname)
  const { token } = await post('session', { link })
  keepToken(token)
}

/**
 * @param {string} path below the operations of the review
 * @param {Readonly<Record<string, string | number | undefined>>} [query] what is undefined or '' is not sent
 * @returns {Promise<any>} what was answered
 * @throws {Refused}
 */
export function get(path, query = {}) {
  const url = new URL(path, OPERATIONS)
  for (const [key, value] of Object.entries(query))
    if (value !== undefined && value !== '') url.searchParams.set(key, String(value))
  return ask(url, {})
}

/**
 * @param {string} path
 * @param {unknown} body
 * @returns {Promise<any>} what was answered
 * @throws {Refused}
 */
export function post(path, body) {
  return ask(new URL(path, OPERATIONS), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/**
 * @param {URL} url
 * @param {RequestInit} request
 */
async function ask(url, request) {
  const headers = { ...request.headers, ...headersOfReviewer() }
  const response = await fetch(url, { ...request, headers }).catch(() => {
    throw new Refused('unreachable', 'The server does not answer. What you decided before is kept.')
  })
  const body = await response.json().catch(() => undefined)
  if (response.ok) return body
  throw new Refused(
    body?.error?.code ?? 'internal',
    body?.error?.message ?? `The server answered ${response.status}.`,
  )
}
