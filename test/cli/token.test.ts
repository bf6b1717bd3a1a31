/**
 * Proves of `medlink token`:
 * 1. it prints a token and nothing else, with the claims that it was told, signed with the secret of the settings
 * 2. without a secret it signs with the one that the server makes up and keeps, which is for its user alone
 * 3. a server of the same settings takes it
 */

import { readFileSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeProtectedHeader, jwtVerify } from 'jose'
import { expect, onTestFinished, test } from 'vitest'
import { createServer } from '../../src/http/http.ts'
import { openMedlink } from '../../src/medlink.ts'
import { medlink, tempFolder } from './support.ts'

const SECRET = 'a secret of the tests that is more than long enough'
const env = { MEDLINK_JWT_SECRET: SECRET }

const claimsOf = async (token: string, secret = SECRET) =>
  (await jwtVerify(token, new TextEncoder().encode(secret), { algorithms: ['HS256'] })).payload

test.each([
  {
    argv: [],
    claims: {
      ...{ sub: '10000000000000000', cid: 'development', bid: 'development', role: 'admin' },
      seconds: 3600,
    },
  },
  {
    argv: ['--oid', '7', '--client', 'app', '--workspace', 'w', '--role', 'user', '--seconds', '5'],
    claims: { sub: '7', cid: 'app', bid: 'w', role: 'user', seconds: 5 },
  },
  {
    argv: [],
    settings: { MEDLINK_JWT_ISSUER: 'us', MEDLINK_JWT_AUDIENCE: 'them' },
    claims: { iss: 'us', aud: 'them', seconds: 3600 },
  },
])('$argv, $settings', async ({ argv, settings, claims: { seconds, ...claims } }) => {
  const ran = await medlink(['token', ...argv], { env: { ...env, ...settings } })
  expect(ran).toMatchObject({ code: 0, stderr: '' })
  const found = await claimsOf(ran.stdout.replace(/\n$/, ''))
  expect(found).toMatchObject(claims)
  expect(found.exp! - found.iat!).toBe(seconds)
  expect('iss' in found).toBe('iss' in claims)
  expect(decodeProtectedHeader(ran.stdout)).toEqual({ alg: 'HS256', typ: 'JWT' })
})

test('as JSON', async () => {
  const { stdout } = await medlink(['token', '--json', '--seconds', '60'], { env })
  const { access_token, ...others } = JSON.parse(stdout)
  expect(others).toEqual({ expires_in: 60 })
  expect(await claimsOf(access_token)).toMatchObject({ role: 'admin' })
})

test('by the secret of a file of settings, unless the environment has one', async () => {
  const config = join(await tempFolder(), 'medlink.json')
  const other = `${SECRET}, another`
  await writeFile(config, JSON.stringify({ jwt_secret: other }))
  const byFile = await medlink(['token', '--config', config])
  expect(await claimsOf(byFile.stdout.trim(), other)).toMatchObject({ role: 'admin' })
  const byBoth = await medlink(['token'], { env: { ...env, MEDLINK_CONFIG: config } })
  expect(await claimsOf(byBoth.stdout.trim())).toMatchObject({ role: 'admin' })
})

test('by a secret that is made up once and kept next to the records', async () => {
  const data = join(await tempFolder(), 'records')
  const tokens = [
    (await medlink(['token', '--data', data])).stdout.trim(),
    (await medlink(['token'], { env: { MEDLINK_DATA: data } })).stdout.trim(),
  ]
  const file = join(data, 'development-secret')
  const secret = readFileSync(file, 'utf8')
  expect(secret).toMatch(/^development-[\w-]{43}$/)
  expect([statSync(file).mode & 0o777, statSync(data).mode & 0o777]).toEqual([0o600, 0o700])
  for (const token of tokens)
    expect(await claimsOf(token, secret)).toMatchObject({ cid: 'development' })
  const elsewhere = join(await tempFolder(), 'records')
  const { stdout } = await medlink(['token', '--data', elsewhere])
  await expect(claimsOf(stdout.trim(), secret)).rejects.toThrow('signature')
})

test('but none in production', async () => {
  const data = join(await tempFolder(), 'records')
  const ran = await medlink(['token', '--data', data], { env: { NODE_ENV: 'production' } })
  expect(ran).toMatchObject({ code: 1, stdout: '' })
  expect(ran.stderr).toContain('MEDLINK_JWT_SECRET')
})

test('that a server of the same settings takes', async () => {
  const index = openMedlink({ dir: await tempFolder() })
  const server = await createServer({ medlink: index, tokens: { secret: SECRET } })
  onTestFinished(async () => {
    await server.close()
    index.close()
  })
  const statusBy = async (secret: string) => {
    const { stdout } = await medlink(['token'], { env: { MEDLINK_JWT_SECRET: secret } })
    const headers = { authorization: `Bearer ${stdout.trim()}` }
    return (await server.inject({ url: '/med-link/registry/', headers })).statusCode
  }
  expect([await statusBy(SECRET), await statusBy(`${SECRET}!`)]).toEqual([200, 401])
})

test('of a folder that no server has run with says so, once', async () => {
  const data = join(await tempFolder(), 'records')
  const first = await medlink(['token', '--data', data])
  expect(first.stderr).toBe(
    `medlink: no server has run with ${data} yet: a server with another --data refuses this token\n`,
  )
  expect((await medlink(['token', '--data', data])).stderr).toBe('')
})
