/** Networks of settings: an address, or an address with the length of its prefix. */

import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type Network = ReturnType<typeof ipaddr.parseCIDR>

/** The network of a text; undefined for other text. An address is a network of its own. Only usual forms: `127.1` is none. */
export function networkOf(text: string): Network | undefined {
  const [address = ''] = text.split('/')
  if (isIP(address) === 0) return undefined
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text)
  if (text !== address) return undefined
  const found = ipaddr.process(address)
  return [found, found.kind() === 'ipv4' ? 32 : 128]
}

/** True if an address is in a network. An address of IPv4 within IPv6 is one of IPv4. Any text that is no address is in none. */
export function isWithin(address: string, network: Network): boolean {
  if (isIP(address) === 0) return false
  const found = ipaddr.process(address)
  return found.kind() === network[0].kind() && found.match(network)
}

/**
 * Networks of a setting, separated by commas.
 *
 * @returns undefined for other text, and for a network of all addresses
 */
export function parseNetworks(said: string): readonly string[] | undefined {
  const networks = said.split(',').map((each) => each.trim())
  return networks.every((each) => (networkOf(each)?.[1] ?? 0) > 0) ? networks : undefined
}
