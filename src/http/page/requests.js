// @ts-check
/** How a page asks its server: JSON, with the user's token in a header where the server needs one. */

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

/** Requests of one page to its own operations. */
export class Requests {
  #key
  #unreachable

  /**
   * @param {object} options
   * @param {URL} options.operations folder of the operations
   * @param {string} options.key entry of the session's storage in which the token is kept
   * @param {string} [options.unreachable] said to the user when the server does not answer
   */
  constructor({ operations, key, unreachable = 'The server does not answer.' }) {
    this.operations = operations
    this.#key = key
    this.#unreachable = unreachable
  }

  get hasToken() {
    return sessionStorage.getItem(this.#key) !== null
  }

  /** Headers of a request by the present user. */
  get headers() {
    const token = sessionStorage.getItem(this.#key)
    return /** @type {Record<string, string>} */ (token ? { authorization: `Bearer ${token}` } : {})
  }

  /** @param {string | undefined} token kept until the tab is closed; none forgets the one that there is */
  keepToken(token) {
    if (token) sessionStorage.setItem(this.#key, token)
    else sessionStorage.removeItem(this.#key)
  }

  /**
   * @param {string} path below the operations
   * @param {Readonly<Record<string, string | number | undefined>>} [query] undefined and '' are not sent
   * @returns {Promise<any>} the answer
   * @throws {Refused}
   */
  get(path, query = {}) {
    const url = new URL(path, this.operations)
    for (const [key, value] of Object.entries(query))
      if (value !== undefined && value !== '') url.searchParams.set(key, String(value))
    return this.#ask(url)
  }

  /**
   * @param {string} path below the operations
   * @param {unknown} body
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>} the answer
   * @throws {Refused} and the signal's reason
   */
  post(path, body, signal) {
    return this.#ask(new URL(path, this.operations), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    })
  }

  /**
   * @param {URL} url
   * @param {RequestInit} [request]
   */
  async #ask(url, request) {
    const headers = { ...request?.headers, ...this.headers }
    const response = await fetch(url, { ...request, headers }).catch((error) => {
      if (request?.signal?.aborted) throw error
      throw new Refused('unreachable', this.#unreachable)
    })
    const answer = await response.json().catch(() => undefined)
    if (response.ok) return answer
    const { code = 'internal', message = `The server answered ${response.status}.` } =
      answer?.error ?? {}
    throw new Refused(code, message)
  }
}
