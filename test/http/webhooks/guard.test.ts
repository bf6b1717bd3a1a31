/**
 * Proves of where webhooks may go:
 * 1. by default to public addresses only: none of this machine, of a private network, of a special purpose, in whatever form
 * 2. to others where they are named: by name, address or network, and no others by that
 * 3. a name is good when every address of it is
 * 4. an endpoint is a URL of https without a user, a fragment or more characters than it may have
 * 5. what names hosts is read as it is meant, or refused
 */

import { BlockList } from 'node:net'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  AddressGuard,
  ForbiddenAddress,
  type Lookup,
  MAX_ENDPOINT_LENGTH,
  parsePrivateHosts,
} from '../../../src/http/webhooks/guard.ts'

const PUBLIC = ['8.8.8.8', '1.1.1.1', '93.184.215.14', '2606:4700:4700::1111', '2a00:1450:4001::5']
const SPECIAL = [
  ...['127.0.0.1', '127.255.255.254', '0.0.0.0', '0.1.2.3', '10.0.0.1', '172.16.0.1'],
  ...['172.31.255.255', '192.168.1.1', '169.254.169.254', '100.64.0.1', '192.0.0.8', '192.0.2.1'],
  ...['198.18.0.1', '198.51.100.7', '203.0.113.9', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
  ...['::', '::1', '::7f00:1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', 'fe80::1', 'fc00::1'],
  ...['fd12:3456::1', 'fec0::1', 'ff02::1', '64:ff9b::7f00:1', '64:ff9b:1::1', '2002:7f00:1::1'],
  ...['2001::1', '2001:db8::1', '100::1', '4000::1', '5f00::1', '3fff::1'],
]

/** IANA's IPv4 addresses of special purposes, by node:net. */
const specialV4 = new BlockList()
for (const network of [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24'],
  ...['192.168.0.0/16', '192.175.48.0/24', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
]) {
  const [address, bits] = network.split('/')
  specialV4.addSubnet(address!, Number(bits))
}

const guard = new AddressGuard()

describe('by default', () => {
  test.each(PUBLIC)('%s is allowed', (address) => {
    expect(guard.allows('hooks.example', address)).toBe(true)
  })

  test.each(SPECIAL)('%s is not', (address) => {
    expect(guard.allows('hooks.example', address)).toBe(false)
  })

  test('every address of IPv4 is allowed unless IANA has given it a purpose', () => {
    const near = fc
      .tuple(fc.constantFrom(...SPECIAL.slice(0, 18)), fc.nat(255), fc.nat(255))
      .map(
        ([address, third, fourth]) =>
          `${address.split('.').slice(0, 2).join('.')}.${third}.${fourth}`,
      )
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), near), (address) => {
        expect(guard.allows('a', address)).toBe(!specialV4.check(address))
      }),
      { numRuns: 2000 },
    )
  })

  test.each([
    ...['127.0.0.1', '2130706433', '0x7f000001', '0177.0.0.1', '127.1', '0x7f.1', '127.0.0.1.'],
    ...['[::1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:0:0:1]', '10.1.2.3'],
    ...['169.254.169.254', '3232235777', '[fe80::1]', '[fd00::1]', 'localhost', 'LOCALHOST.'],
    ...['a.localhost', '0', '１２７.０.０.１'],
  ])('an endpoint at %s is refused', (host) => {
    expect(guard.faultOf(`https://${host}/hook`, 'https')).toMatch(/^must not be an address/)
  })

  test.each([
    ...['https://example.com/hook', 'HTTPS://Example.com:8443/a?b=c', 'https://8.8.8.8/'],
    ...['https://[2606:4700:4700::1111]/', 'https://bücher.example/', 'https://localhost.example/'],
    `https://example.com/${'x'.repeat(MAX_ENDPOINT_LENGTH - 20)}`,
  ])('an endpoint %# is taken', (endpoint) => {
    expect(guard.faultOf(endpoint, 'https')).toBeUndefined()
  })

  test.each([
    ['', 'must be a URL'],
    ['example.com/hook', 'must be a URL'],
    ['https://', 'must be a URL'],
    ['https://256.1.1.1/', 'must be a URL'],
    ['http://example.com/', 'must begin with https://'],
    ['ftp://example.com/', 'must begin with https://'],
    ['file:///etc/passwd', 'must begin with https://'],
    ['https://user@example.com/', 'must not have a user or a password'],
    ['https://:password@example.com/', 'must not have a user or a password'],
    ['https://example.com/#part', 'must not have a fragment'],
    ['https://example.com:0/', 'must not have the port 0'],
    [`https://example.com/${'x'.repeat(MAX_ENDPOINT_LENGTH - 19)}`, 'must not be longer than 2048'],
  ])('an endpoint is refused (%#: %s)', (endpoint, fault) => {
    expect(guard.faultOf(endpoint, 'https')).toContain(fault)
  })

  test('http is refused', () => {
    expect(guard.faultOf('http://example.com/', 'http')).toMatch(/^must begin with https:/)
    expect(guard.faultOf('https://example.com/', 'http')).toBe('must begin with http://')
  })
})

describe('what is named', () => {
  const named = (said: string) => new AddressGuard(parsePrivateHosts(said))

  test.each([
    ['true', 'anything', '127.0.0.1', true],
    ['false', 'anything', '127.0.0.1', false],
    ['hooks.internal', 'hooks.internal', '10.0.0.1', true],
    ['hooks.internal', 'other.internal', '10.0.0.1', false],
    ['Hooks.Internal.', 'hooks.internal', '10.0.0.1', true],
    ['10.0.0.0/8', 'any.name', '10.255.0.1', true],
    ['10.0.0.0/8', 'any.name', '11.0.0.1', true],
    ['10.0.0.0/8', 'any.name', '192.168.0.1', false],
    ['10.0.0.0/8', 'any.name', '::ffff:10.0.0.1', true],
    ['10.0.0.0/8', 'any.name', 'fd00::1', false],
    ['192.168.1.5', 'any.name', '192.168.1.5', true],
    ['192.168.1.5', 'any.name', '192.168.1.6', false],
    ['fd00::/8', 'any.name', 'fd12::1', true],
    ['fd12::1', 'any.name', 'fd12::1', true],
    ['fd12::1', 'any.name', 'fd12::2', false],
    ['::ffff:10.0.0.1', 'any.name', '10.0.0.1', true],
    ['::1', '::1', '::1', true],
    ['a, 127.0.0.1 ,b', 'b', '10.0.0.1', true],
    ['a,127.0.0.1', 'c', '127.0.0.1', true],
  ])('%s: %s at %s is allowed: %s', (said, host, address, isAllowed) => {
    expect(named(said).allows(host, address)).toBe(isAllowed)
  })

  test('has a way by http, and nothing else has', () => {
    const guard = named('hooks.internal,10.0.0.0/8')
    for (const host of ['hooks.internal', '10.1.1.1', 'HOOKS.internal.'])
      expect(guard.faultOf(`http://${host}/`, 'http')).toBeUndefined()
    for (const host of ['example.com', '192.168.0.1', '8.8.8.8'])
      expect(guard.faultOf(`http://${host}/`, 'http')).toMatch(/^must begin with https:/)
    expect(named('localhost').faultOf('https://localhost/', 'https')).toBeUndefined()
    expect(named('127.0.0.0/8').faultOf('https://127.0.0.1/', 'https')).toBeUndefined()
  })

  test.each([
    { said: 'true', hosts: true },
    { said: 'false', hosts: false },
    { said: '10.0.0.0/8', hosts: ['10.0.0.0/8'] },
    { said: '[::1], A.b', hosts: ['::1', 'a.b'] },
    { said: 'db', hosts: ['db'] },
    { said: 'a_b.c-d.e1', hosts: ['a_b.c-d.e1'] },
  ])('$said is read', ({ said, hosts }) => {
    expect(parsePrivateHosts(said)).toEqual(hosts)
  })

  test.each([
    ...['', ',', 'a,', '10.0.0.0/33', '127.1', '10', '1.2.3', '300.1.1.1', 'fd00::/129', 'a b'],
    ...['https://a', 'a/8', '*.internal', 'x'.repeat(64), '10.0.0.0/', '127.1/8', '.a'],
  ])('%j is no list of hosts', (said) => {
    expect(parsePrivateHosts(said)).toBeUndefined()
  })
})

describe('a look-up', () => {
  /** What is given for a name by a look-up that gives these addresses. */
  const ask = (addresses: readonly string[], options: object, given = guard) =>
    new Promise((resolve) => {
      const lookup: Lookup = (_, { all }, callback) => {
        expect(all).toBe(true)
        const found = addresses.map((address) => ({
          ...{ address, family: address.includes(':') ? 6 : 4 },
        }))
        callback(null, found)
      }
      given.guarded(lookup)('hooks.example', options, (error, address, family) =>
        resolve(error ?? [address, family]),
      )
    })

  test('gives one address, or all', async () => {
    expect(await ask(PUBLIC, {})).toEqual(['8.8.8.8', 4])
    expect(await ask(['1.1.1.1', '2606:4700::1'], { all: true })).toEqual([
      [
        { address: '1.1.1.1', family: 4 },
        { address: '2606:4700::1', family: 6 },
      ],
      undefined,
    ])
  })

  test.each([[[]], [['127.0.0.1']], [['8.8.8.8', '10.0.0.1']], [['::1', '8.8.8.8']]])(
    'gives nothing for %j',
    async (addresses) => {
      for (const options of [{}, { all: true }])
        expect(await ask(addresses, options)).toBeInstanceOf(ForbiddenAddress)
    },
  )

  test('gives what is named', async () => {
    const given = new AddressGuard(['hooks.example'])
    expect(await ask(['10.0.0.1'], {}, given)).toEqual(['10.0.0.1', 4])
  })

  test('that fails, fails', async () => {
    const lookup: Lookup = (_, __, callback) => callback(new Error('no such name'), [])
    const error = await new Promise((resolve) => guard.guarded(lookup)('a', {}, resolve))
    expect(error).toMatchObject({ message: 'no such name' })
  })
})
