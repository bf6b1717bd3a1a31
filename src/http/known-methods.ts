import type { FastifyInstance } from 'fastify'

/** An address of the server, and the methods that it answers. */
interface Address {
  readonly pattern: RegExp
  readonly methods: Set<string>
}

/** Methods of every address of a server: what is asked with another one gets 405, not 404 (RFC 9110, 15.5.6). */
export class KnownMethods {
  readonly #addresses = new Map<string, Address>()

  /** @param app a server without routes yet */
  constructor(app: FastifyInstance) {
    app.addHook('onRoute', ({ url, method }) => {
      const path = withoutEnd(url)
      const address = this.#addresses.get(path) ?? { pattern: patternOf(path), methods: new Set() }
      this.#addresses.set(path, address)
      for (const each of [method].flat()) address.methods.add(each)
    })
  }

  /** Methods of an address, sorted; none where there is no such address. */
  of(url: string): string[] {
    const path = withoutEnd(url.replace(/[?#].*$/s, ''))
    const found = [...this.#addresses.values()].filter(({ pattern }) => pattern.test(path))
    return [...new Set(found.flatMap(({ methods }) => [...methods]))].sort()
  }
}

/** The router takes an address with a slash at its end for the same one. */
function withoutEnd(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path
}

/** Parameters and wildcards of a route as what they match. */
function patternOf(path: string): RegExp {
  const parts = path
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replace(/:\w+/g, '[^/]+')
  return new RegExp(`^${parts}$`, 's')
}
