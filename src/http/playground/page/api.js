// @ts-check
/** Requests of the page: JSON, with the user's token where the server needs one. */

const TOKEN = 'medlink-playground-token'
/** Folder of the page's operations. */
export const OPERATIONS = new URL('../api/', import.meta.url)

/** A refusal of the server: its message is for people. */
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

/** @param {string} token kept until the tab is closed; '' forgets it */
export function keepToken(token) {
  if (token === '') sessionStorage.removeItem(TOKEN)
  else sessionStorage.setItem(TOKEN, token)
}

/** Headers of a request by the present user. */
export function headersOfUser() {
  const token = sessionStorage.getItem(TOKEN)
  return /** @type {Record<string, string>} */ (token ? { authorization: `Bearer ${token}` } : {})
}

/**
 * @param {string} path below the page's operations
 * @param {unknown} [body] sent by POST; without one the request is a GET
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>} the answer
 * @throws {Refused}
 */
export async function ask(path, body, signal) {
  const response = await fetch(new URL(path, OPERATIONS), {
    headers: {
      ...headersOfUser(),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch((error) => {
    if (signal?.aborted) throw error
    throw new Refused('unreachable', 'The server does not answer.')
  })
  const answer = await response.json().catch(() => undefined)
  if (response.ok) return answer
  const { code = 'internal', message = `The server answered ${response.status}.` } =
    answer?.error ?? {}
  throw new Refused(code, message)
}
