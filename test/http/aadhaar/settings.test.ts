/**
 * Proves of the settings for Aadhaar numbers:
 * 1. without any, numbers go to the sandbox in development and nowhere in production, have to end in their check digit, and
 *    need an envelope in production only
 * 2. the gateway's own are completed: where its tokens come from, and who manages consents
 * 3. a server that lacks one of them, or has one that is wrong, does not start, and repeats nothing of it
 */

import { expect, test } from 'vitest'
import { readSettings } from '../../../src/http/settings.ts'

const SECRET = 'qX3v9Lk2mZ8cT5wR7yB1nD4gH6jP0sA='
const CLIENT = { MEDLINK_ABDM_CLIENT_ID: 'id', MEDLINK_ABDM_CLIENT_SECRET: 'secret' }
const ABDM = {
  ...CLIENT,
  MEDLINK_AADHAAR_GATEWAY: 'abdm',
  MEDLINK_ABDM_URL: 'https://abhasbx.abdm.gov.in/abha/api',
}
const PRODUCTION = {
  ...{ NODE_ENV: 'production', MEDLINK_JWT_SECRET: SECRET },
  MEDLINK_PUBLIC_URL: 'https://records.example.org',
}

function aadhaarOf(env: Readonly<Record<string, string | undefined>>) {
  return readSettings(env).aadhaar
}

test.each([
  { env: {}, gateway: 'sandbox', allowsPlain: true },
  { env: { MEDLINK_AADHAAR_PLAIN: 'false' }, gateway: 'sandbox', allowsPlain: false },
  { env: PRODUCTION, gateway: undefined, allowsPlain: false },
  {
    env: { ...PRODUCTION, MEDLINK_AADHAAR_GATEWAY: 'sandbox' },
    ...{ gateway: undefined, allowsPlain: false },
  },
  {
    env: { ...PRODUCTION, MEDLINK_AADHAAR_PLAIN: 'true' },
    ...{ gateway: undefined, allowsPlain: true },
  },
  {
    env: { ...PRODUCTION, ...ABDM },
    ...{ gateway: expect.objectContaining({ clientId: 'id' }), allowsPlain: false },
  },
])('numbers go to $gateway, without an envelope: $allowsPlain', ({ env, gateway, allowsPlain }) => {
  expect(aadhaarOf(env)).toEqual({ gateway, checksDigit: true, allowsPlain })
})

test('the check digit, and the gateway that is not asked', () => {
  const env = { ...ABDM, MEDLINK_AADHAAR_GATEWAY: 'sandbox', MEDLINK_AADHAAR_CHECK: 'false' }
  expect(aadhaarOf(env)).toMatchObject({ gateway: 'sandbox', checksDigit: false })
  expect(readSettings({}, { aadhaar_check: false }).aadhaar.checksDigit).toBe(false)
})

test.each([
  {
    what: 'the government’s sandbox',
    url: 'https://abhasbx.abdm.gov.in/abha/api',
    sessionUrl: 'https://dev.abdm.gov.in/api/hiecm/gateway/v3/sessions',
    managerId: 'sbx',
  },
  {
    what: 'its gateway in earnest',
    url: 'https://abha.abdm.gov.in/api/abha',
    sessionUrl: 'https://apis.abdm.gov.in/api/hiecm/gateway/v3/sessions',
    managerId: 'abdm',
  },
  {
    what: 'another one',
    url: 'http://127.0.0.1:9000/abha/api',
    sessionUrl: 'http://127.0.0.1:9000/api/hiecm/gateway/v3/sessions',
    managerId: 'sbx',
  },
])('$what', ({ url, sessionUrl, managerId }) => {
  const gateway = { url, sessionUrl, managerId, clientId: 'id', clientSecret: 'secret' }
  for (const end of ['', '/', '/v3', '/v3/'])
    expect(aadhaarOf({ ...ABDM, MEDLINK_ABDM_URL: `${url}${end}` }).gateway).toEqual(gateway)
})

test('what is given of it stands', () => {
  const env = {
    ...ABDM,
    ...{ MEDLINK_ABDM_SESSION_URL: 'https://example.org/s', MEDLINK_ABDM_CM_ID: 'xyz' },
  }
  expect(aadhaarOf(env).gateway).toMatchObject({
    ...{ sessionUrl: 'https://example.org/s', managerId: 'xyz' },
  })
})

test.each([
  { name: 'MEDLINK_AADHAAR_GATEWAY', value: 'uidai' },
  { name: 'MEDLINK_AADHAAR_CHECK', value: 'off' },
  { name: 'MEDLINK_AADHAAR_PLAIN', value: '1' },
  { name: 'MEDLINK_ABDM_URL', value: undefined },
  { name: 'MEDLINK_ABDM_URL', value: 'http://abhasbx.abdm.gov.in/abha/api' },
  { name: 'MEDLINK_ABDM_URL', value: 'abhasbx.abdm.gov.in' },
  { name: 'MEDLINK_ABDM_URL', value: 'https://who@example.org/' },
  { name: 'MEDLINK_ABDM_URL', value: 'https://:knows@example.org/' },
  { name: 'MEDLINK_ABDM_URL', value: 'https://example.org/?a=b' },
  { name: 'MEDLINK_ABDM_URL', value: 'https://example.org/#a' },
  { name: 'MEDLINK_ABDM_SESSION_URL', value: 'http://example.org/' },
  { name: 'MEDLINK_ABDM_CLIENT_ID', value: undefined },
  { name: 'MEDLINK_ABDM_CLIENT_SECRET', value: undefined },
  { name: 'MEDLINK_ABDM_CM_ID', value: 'a b' },
])('$name as $value', ({ name, value }) => {
  const read = () => aadhaarOf({ ...ABDM, [name]: value })
  expect(read).toThrow(expect.objectContaining({ code: 'settings_invalid' }))
  expect(read).toThrow(name)
  if (value !== undefined) expect(read).not.toThrow(value)
})
