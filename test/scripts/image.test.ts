/**
 * Proves of the image and its services:
 * 1. the variables of compose.yaml are those of .env.example, each a setting of the server or of a service next to it
 * 2. a setting that compose.yaml gives the server is one that it knows
 * 3. the image runs as no root and without a shell, and is built from files that .dockerignore lets through
 */

import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { execForm, lastOf, readStages } from '../../scripts/check-image/dockerfile.ts'
import { readSettings } from '../../src/http/http.ts'
import { MedlinkError } from '../../src/medlink.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

/** Variables that the server does not read itself: the SDK of S3 does, and compose.yaml puts one into a URL. */
const OF_OTHERS = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'POSTGRES_PASSWORD']

const service = z.looseObject({
  environment: z.record(z.string(), z.string()),
  image: z.string(),
  healthcheck: z.looseObject({ test: z.array(z.string()) }).optional(),
})
const compose = z
  .object({
    services: z.object({
      medlink: z.looseObject({ ...service.shape, read_only: z.literal(true) }),
      records: service,
      files: service,
    }),
    volumes: z.record(z.string(), z.null()),
  })
  .parse(parse(read('compose.yaml')))

/** Names of the server's settings, which its message about an unknown one lists. */
function settingNames(): string[] {
  try {
    readSettings({}, { unknown: 'x' })
  } catch (error) {
    if (error instanceof MedlinkError)
      return Array.from(
        error.message.replace(/^.* than /, '').matchAll(/\w+/g),
        ([name]) => `MEDLINK_${name.toUpperCase()}`,
      )
  }
  return []
}

/** Variables of .env.example. */
const examples = Array.from(read('.env.example').matchAll(/^(\w+)=/gm), ([, name]) => name!)
/** Variables that compose.yaml takes from the environment. */
const taken = new Set(
  Array.from(read('compose.yaml').matchAll(/(?<!\$)\$\{(\w+)/g), ([, name]) => name!),
)

test('compose.yaml takes the variables of .env.example and no others', () => {
  expect([...taken].sort()).toEqual(examples.toSorted())
})

test('each is a setting of the server, or one of another service', () => {
  const names = settingNames()
  expect(names).toEqual(expect.arrayContaining(['MEDLINK_PORT', 'MEDLINK_JWT_SECRET']))
  expect(examples.filter((name) => !names.includes(name)).sort()).toEqual(OF_OTHERS)
})

test('the server knows each setting that it is given', () => {
  const given = Object.keys(compose.services.medlink.environment)
  const names = settingNames()
  expect(given.filter((name) => !names.includes(name) && !OF_OTHERS.includes(name))).toEqual([])
})

test('the settings of .env.example are sound once the secrets are made', () => {
  const values = Array.from(read('.env.example').matchAll(/^(\w+)=(.*)$/gm), ([, name, value]) => [
    name!,
    value!,
  ])
  const env = {
    ...(Object.fromEntries(values) as Record<string, string>),
    MEDLINK_JWT_SECRET: 'c2VjcmV0IG9mIGEgdGVzdCwgbm90IG9mIGEgc2VydmVy',
    NODE_ENV: 'production',
  }
  expect(readSettings(env)).toMatchObject({ port: 8080, isProduction: true, processes: 1 })
  expect(() => readSettings({ ...env, MEDLINK_JWT_SECRET: '' })).toThrow('MEDLINK_JWT_SECRET')
})

test('a secret has no default', () => {
  const withDefault = [...taken]
    .filter((name) => /SECRET|PASSWORD|_KEY/.test(name))
    .filter((name) => new RegExp(`\\$\\{${name}:-[^}]`).test(read('compose.yaml')))
  expect(withDefault).toEqual([])
})

test('the services that the server needs say when they are ready', () => {
  const { records, files } = compose.services
  for (const { healthcheck } of [records, files])
    expect(healthcheck?.test.length).toBeGreaterThan(1)
})

test('the image starts as a user without rights, and needs no shell', () => {
  const [build, image] = readStages(read('Dockerfile'))
  expect(build).toMatchObject({ base: 'node:24-slim', name: 'build' })
  expect(image!.base).toBe('scratch')
  expect(lastOf(image!, 'USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/)
  expect(image!.instructions.map(({ name }) => name)).not.toContain('RUN')
  expect(execForm(lastOf(image!, 'ENTRYPOINT'))[0]).toBe('/usr/local/bin/node')
  expect(execForm(lastOf(image!, 'CMD'))).toEqual(['serve'])
  const check = execForm(lastOf(image!, 'HEALTHCHECK').replace(/^.*? CMD /, ''))
  expect(check.join(' ')).toContain('/readyz')
})

test('the environment of the image is settings of the server', () => {
  const image = readStages(read('Dockerfile')).at(-1)!
  const names = lastOf(image, 'ENV')
    .split(/\s+/)
    .map((pair) => pair.split('=')[0]!)
  expect(names).toContain('MEDLINK_DIR')
  expect(names.filter((name) => ![...settingNames(), 'NODE_ENV'].includes(name))).toEqual([])
})

test('.dockerignore lets files through that are there, and all that is copied by name', () => {
  const excepted = Array.from(read('.dockerignore').matchAll(/^!(.+)$/gm), ([, name]) => name!)
  expect(excepted.filter((name) => !existsSync(new URL(`../../${name}`, import.meta.url)))).toEqual(
    [],
  )
  const [build] = readStages(read('Dockerfile'))
  const copied = build!.instructions
    .filter(({ name }) => name === 'COPY')
    .flatMap(({ text }) => text.split(/\s+/).slice(0, -1))
    .filter((path) => path !== '.')
  expect(copied.filter((path) => !excepted.includes(path))).toEqual([])
})

test.each([
  { source: 'RUN ls', message: 'RUN comes before FROM' },
  { source: 'FROM scratch', message: 'there is no CMD' },
  { source: 'FROM scratch\nCMD serve', message: 'a shell is needed for serve' },
])('a Dockerfile is refused: $message', ({ source, message }) => {
  expect(() => execForm(lastOf(readStages(source)[0]!, 'CMD'))).toThrow(message)
})

test('lines that are continued are one instruction, and comments none', () => {
  const [stage] = readStages('# first\nFROM a AS b\nRUN one \\\n  && two\n')
  expect(stage).toEqual({
    base: 'a',
    name: 'b',
    instructions: [{ name: 'RUN', text: 'one    && two' }],
  })
})
