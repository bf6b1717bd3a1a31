/**
 * Proves of the commands of the server:
 * 1. each explains itself, and loads neither server nor database to do so
 * 2. called wrongly, each exits with 2, and makes nothing
 * 3. what is set wrongly is refused with exit code 1, by its name and without its value, before anything is made
 */

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { ROLES } from '../../src/http/http.ts'
import { compiledSources } from '../support/compiled.ts'
import { medlink, tempFolder } from './support.ts'

const COMMANDS = [
  ['serve'],
  ['token'],
  ['client', 'add'],
  ['client', 'list'],
  ['client', 'remove'],
  ['backup'],
  ['restore'],
]
const SECRET = 'a secret of the tests that is more than long enough'

describe('help', () => {
  test.each(COMMANDS.map((command) => command.join(' ')))('of %s', async (command) => {
    const { code, stdout, stderr } = await medlink([...command.split(' '), '--help'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(`Usage: medlink ${command}`)
    for (const option of ['--dir', '--data', '--config'])
      expect(stdout).toMatch(new RegExp(`^ {2}${option} <`, 'm'))
  })

  test('of serve names every setting', async () => {
    const { stdout } = await medlink(['serve', '--help'])
    const said = stdout.replace(/\s+/g, ' ')
    for (const option of ['--host', '--port', '--processes', '--only'])
      expect(said).toContain(`${option} <`)
    for (const name of ['JWT_SECRET', 'JWKS', 'JWT_ISSUER', 'JWT_AUDIENCE', 'DATABASE_URL'])
      expect(said).toContain(`MEDLINK_${name}`)
    for (const name of ['WORKERS', 'RATE_LIMIT', 'LOG_LEVEL'])
      expect(said).toContain(`MEDLINK_${name}`)
    expect(said).toMatch(/Examples?: \$ medlink serve/)
  })

  test('of none loads a server or a database', async () => {
    const sources = compiledSources()
    const script = `
      const { run } = await import(${JSON.stringify(join(sources, 'src/cli/run.js'))})
      for (const command of ${JSON.stringify(COMMANDS)}) await run([...command, '--help'], process)
      const { createRequire } = await import('node:module')
      const loaded = Object.keys(createRequire(import.meta.url).cache)
      const packages = new Set(loaded.map((file) => /node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(file)?.[1]))
      console.log(JSON.stringify([...packages]))`
    const argv = ['--input-type=module', '-e', script]
    const { stdout } = await promisify(execFile)(process.execPath, argv, { cwd: sources })
    expect(stdout.match(/^Usage: medlink/gm)).toHaveLength(COMMANDS.length)
    expect(stdout.trim().split('\n').at(-1)).toBe('["commander"]')
  })
})

describe('called wrongly exits with 2', () => {
  test.each([
    { argv: ['serve', 'x'], says: 'too many arguments' },
    { argv: ['serve', '--jwt-secret', SECRET], says: 'there is no such option' },
    { argv: ['token', '--role', 'root'], says: ROLES.join(', ') },
    { argv: ['token', '--seconds', '0'], says: 'whole number from 1 to 31536000' },
    { argv: ['token', '--seconds', '31536001'], says: 'whole number from 1 to 31536000' },
    { argv: ['token', 'x'], says: 'too many arguments' },
    { argv: ['client'], says: 'Usage: medlink client' },
    { argv: ['client', 'add'], says: '--workspace' },
    { argv: ['client', 'add', '--workspace', 'a', '--role', 'root'], says: ROLES.join(', ') },
    { argv: ['client', 'remove'], says: "'id'" },
    { argv: ['client', 'list', 'x'], says: 'too many arguments' },
    { argv: ['backup'], says: "'file'" },
    { argv: ['restore'], says: "'file'" },
    {
      argv: ['token'],
      env: { MEDLINK_JWKS: 'https://keys.example.org/jwks' },
      says: 'MEDLINK_JWT_SECRET is not set',
    },
    {
      argv: ['backup', 'x'],
      env: { MEDLINK_DATABASE_URL: 'postgres://u:hunter2@127.0.0.1/x' },
      says: 'pg_dump',
    },
    {
      argv: ['restore', 'x'],
      env: { MEDLINK_DATABASE_URL: 'postgres://u:hunter2@127.0.0.1/x' },
      says: 'pg_dump',
    },
  ])('$argv', async ({ argv, env, says }) => {
    const data = join(await tempFolder(), 'records')
    const ran = await medlink(argv, { env: { MEDLINK_DATA: data, ...env } })
    expect(ran).toMatchObject({ code: 2, stdout: '' })
    expect(ran.stderr).toContain(says)
    expect(ran.stderr).not.toContain(SECRET)
    expect(ran.stderr).not.toContain('hunter2')
    expect(existsSync(data)).toBe(false)
  })
})

describe('set wrongly', () => {
  const inProduction = { NODE_ENV: 'production' }

  test.each([
    { name: 'a port', argv: ['--port', '70000'], says: 'MEDLINK_PORT must be a whole number' },
    { name: 'no port', env: { MEDLINK_PORT: 'http' }, says: 'MEDLINK_PORT must be a whole number' },
    { name: 'processes', argv: ['--processes', '0'], says: 'MEDLINK_PROCESSES must be' },
    { name: 'workers', env: { MEDLINK_WORKERS: '1.5' }, says: 'MEDLINK_WORKERS must be' },
    { name: 'a rate', env: { MEDLINK_RATE_LIMIT: '-1' }, says: 'MEDLINK_RATE_LIMIT must be' },
    { name: 'a level', env: { MEDLINK_LOG_LEVEL: 'loud' }, says: 'silent, error, warn, info' },
    {
      name: 'a database of another kind',
      env: { MEDLINK_DATABASE_URL: `mysql://u:${SECRET}@127.0.0.1/x` },
      says: 'MEDLINK_DATABASE_URL must be a URL of PostgreSQL',
    },
    {
      name: 'keys that come over an open network',
      env: { MEDLINK_JWKS: 'http://keys.example.org/' },
      says: 'MEDLINK_JWKS must be',
    },
    {
      name: 'no secret in production',
      env: inProduction,
      says: 'MEDLINK_JWT_SECRET or MEDLINK_JWKS is missing: in production',
    },
    {
      name: 'a short secret in production',
      env: { ...inProduction, MEDLINK_JWT_SECRET: SECRET.slice(0, 31) },
      says: 'MEDLINK_JWT_SECRET must have 32 random bytes or more',
    },
    {
      name: 'a secret of one letter in production',
      env: { ...inProduction, MEDLINK_JWT_SECRET: 'a'.repeat(40) },
      says: 'MEDLINK_JWT_SECRET must have 32 random bytes or more',
    },
    {
      name: 'the secret of a developer in production',
      env: { ...inProduction, MEDLINK_JWT_SECRET: `development-${SECRET}` },
      says: 'MEDLINK_JWT_SECRET was made for development',
    },
    {
      name: 'no secret where other machines reach the server',
      argv: ['--host', '0.0.0.0'],
      says: 'MEDLINK_JWT_SECRET or MEDLINK_JWKS is missing',
    },
    {
      name: 'a file that is not there',
      argv: ['--config', '/nowhere.json'],
      says: '/nowhere.json',
    },
  ])('$name', async ({ argv = [], env = {}, says }) => {
    const folder = await tempFolder()
    const command = ['serve', ...argv, '--dir', folder, '--data', join(folder, 'records')]
    const { code, stdout, stderr } = await medlink(command, { env: { MEDLINK_PORT: '0', ...env } })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^medlink: .*\n$/)
    expect(stderr).toContain(says)
    expect(stderr).not.toContain(SECRET.slice(0, 31))
    expect(existsSync(join(folder, 'records'))).toBe(false)
  })

  test.each([
    { name: 'that is no JSON', text: `{"jwt_secret": "${SECRET}`, says: 'is not valid JSON' },
    { name: 'that is a list', text: '[]', says: 'must hold an object' },
    {
      name: 'with a setting that there is not',
      text: `{"jwt_secrte": "${SECRET}"}`,
      says: 'unknown setting: the settings are host, port,',
    },
    { name: 'with a wrong one', text: '{"processes": 65}', says: 'MEDLINK_PROCESSES must be' },
  ])('a file $name', async ({ text, says }) => {
    const folder = await tempFolder()
    const config = join(folder, 'medlink.json')
    await writeFile(config, text)
    const { code, stderr } = await medlink(['serve', '--config', config, '--dir', folder])
    expect(code).toBe(1)
    expect(stderr).toContain(says)
    expect(stderr).not.toContain(SECRET)
  })

  test('a folder of indexes that does not exist', async () => {
    const folder = join(await tempFolder(), 'nowhere')
    const command = ['serve', '--dir', folder, '--data', await tempFolder()]
    const { code, stdout, stderr } = await medlink(command, { env: { MEDLINK_PORT: '0' } })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(`${folder} does not exist: name the folder`)
  })

  test('every fault is told at once, as JSON where that is asked for', async () => {
    const env = { MEDLINK_PORT: 'x', MEDLINK_WORKERS: 'y' }
    const { code, stderr } = await medlink(['client', 'list', '--json'], { env })
    expect(code).toBe(1)
    const { error } = JSON.parse(stderr) as { error: { code: string; message: string } }
    expect(error.code).toBe('settings_invalid')
    expect(error.message).toMatch(/MEDLINK_PORT .*; MEDLINK_WORKERS /)
  })
})
