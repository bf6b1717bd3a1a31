/** Allowed targets of webhooks: public addresses, and others only if the server's settings name them. */

import type { LookupAddress, LookupOptions } from 'node:dns'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { isWithin, type Network, networkOf } from '../networks.ts'

/** Hosts and networks that are not public and may be delivered to all the same: all of them, none, or a list. */
export type PrivateHosts = boolean | readonly string[]

/** Maximum length of an endpoint, in UTF-16 units. */
export const MAX_ENDPOINT_LENGTH = 2048

/** All other addresses are special or unassigned: IANA's registry of IPv6 addresses. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3')
/** A name of the DNS; what ends in a number would be read as an address. */
const HOST_NAME = /^(?=.{1,253}$)(?:[a-z0-9_-]{1,63}\.)*(?=[a-z0-9_-]*[a-z_-])[a-z0-9_-]{1,63}$/

/** Why a connection was not made. */
export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress'
  constructor() {
    super('the address is not public, and MEDLINK_WEBHOOK_PRIVATE does not allow it')
  }
}

/** As of node:dns. */
export type Lookup = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/**
 * Value of MEDLINK_WEBHOOK_PRIVATE: `true`, `false`, or names, addresses and networks separated by commas.
 *
 * @returns undefined for any other value
 */
export function parsePrivateHosts(said: string): PrivateHosts | undefined {
  if (said === 'true' || said === 'false') return said === 'true'
  const hosts = said.split(',').map((host) => bareHost(host.trim()))
  return hosts.every((host) => HOST_NAME.test(host) || networkOf(host)) ? hosts : undefined
}

/** Knows which addresses may be connected to. Names are asked for again at each connection: what they stand for changes. */
export class AddressGuard {
  readonly #isOpen: boolean
  readonly #names: ReadonlySet<string>
  readonly #networks: readonly Network[]

  /** @param allowed as {@link parsePrivateHosts} gives it */
  constructor(allowed: PrivateHosts = false) {
    const hosts = typeof allowed === 'boolean' ? [] : allowed
    this.#isOpen = allowed === true
    this.#networks = hosts.map(networkOf).filter((network) => network !== undefined)
    this.#names = new Set(hosts.filter((host) => networkOf(host) === undefined))
  }

  /** True if a host, given by a name or an address, is one of those in the settings. */
  isNamed(host: string): boolean {
    const bare = bareHost(host)
    return this.#isOpen || this.#names.has(bare) || (isIP(bare) !== 0 && this.#isListed(bare))
  }

  /** True if connecting to an address of a host is allowed. */
  allows(host: string, address: string): boolean {
    return this.isNamed(host) || isPublic(address) || this.#isListed(address)
  }

  /**
   * The fault of a URL of an endpoint: completes "endpoint …", and repeats nothing of it. Names are not looked up.
   *
   * @param protocol the protocol that the request names for the endpoint
   */
  faultOf(endpoint: string, protocol: 'https' | 'http'): string | undefined {
    if (endpoint.length > MAX_ENDPOINT_LENGTH)
      return `must not be longer than ${MAX_ENDPOINT_LENGTH} characters`
    if (!URL.canParse(endpoint)) return 'must be a URL'
    const url = new URL(endpoint)
    const host = bareHost(url.hostname)
    if (url.protocol !== `${protocol}:`) return `must begin with ${protocol}://`
    if (protocol === 'http' && !this.isNamed(host))
      return 'must begin with https://, unless MEDLINK_WEBHOOK_PRIVATE names its host'
    if (url.username !== '' || url.password !== '') return 'must not have a user or a password'
    if (url.hash !== '') return 'must not have a fragment'
    if (url.port === '0') return 'must not have the port 0'
    const isForbidden = isIP(host) === 0 ? isOfThisMachine(host) : !this.allows(host, host)
    if (isForbidden && !this.isNamed(host))
      return 'must not be an address of this machine, or one that is not public'
    return undefined
  }

  /**
   * A look-up for connections that gives nothing where any of the addresses is forbidden: a name of which one address is
   * public and another is not is no accident.
   */
  guarded(lookup: Lookup) {
    return (
      host: string,
      options: LookupOptions,
      callback: (error: Error | null, address: string | LookupAddress[], family?: number) => void,
    ): void => {
      lookup(host, { ...options, all: true }, (error, addresses) => {
        if (error !== null) return callback(error, [])
        const [first] = addresses
        if (first === undefined || !addresses.every(({ address }) => this.allows(host, address)))
          return callback(new ForbiddenAddress(), [])
        if (options.all) callback(null, addresses)
        else callback(null, first.address, first.family)
      })
    }
  }

  #isListed(address: string): boolean {
    return this.#networks.some((network) => isWithin(address, network))
  }
}

/** A host of a URL without what is written around it: the brackets of IPv6, the dot at the end of a whole name. */
export function bareHost(host: string): string {
  return host
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase()
}

/** Neither loopback nor private, link-local, multicast, reserved, of documentation, nor one that holds another address. */
function isPublic(address: string): boolean {
  const found = ipaddr.parse(address)
  return found.range() === 'unicast' && (found.kind() === 'ipv4' || found.match(GLOBAL_UNICAST))
}

function isOfThisMachine(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost')
}
