/**
 * Proves of the settings of documents:
 * 1. files are in a folder next to the records, in another one, or in a bucket, as told
 * 2. what means nothing, or says two things, is refused by its name, without its value
 */

import { expect, test } from 'vitest'
import { readSettings } from '../../../src/http/settings.ts'

const BUCKET = { MEDLINK_S3_BUCKET: 'b' }

test.each<[string, Record<string, string>, unknown]>([
  ['nothing', {}, { folder: 'records/files' }],
  ['a folder of records', { MEDLINK_DATA: '/r' }, { folder: '/r/files' }],
  ['a folder of files', { MEDLINK_DATA: '/r', MEDLINK_FILES: '/f' }, { folder: '/f' }],
  ['a bucket', BUCKET, { bucket: 'b' }],
  [
    'a bucket elsewhere',
    {
      ...{ ...BUCKET, MEDLINK_S3_ENDPOINT: 'http://127.0.0.1:9000', MEDLINK_S3_REGION: 'r' },
      MEDLINK_S3_PATH_STYLE: 'false',
    },
    { bucket: 'b', endpoint: 'http://127.0.0.1:9000', region: 'r', pathStyle: false },
  ],
])('where nobody says more than %s', (_, env, blobs) => {
  expect(readSettings(env).blobs).toEqual(blobs)
})

test('a file is of 10 MB, and URLs are as the request says, unless told otherwise', () => {
  expect(readSettings({})).toMatchObject({ maxFileBytes: 10_000_000, publicUrl: undefined })
  const env = {
    ...{ MEDLINK_MAX_FILE_BYTES: '5', MEDLINK_PUBLIC_URL: 'https://a.example/b/' },
    MEDLINK_SIGNING_SECRET: 's',
  }
  const told = { maxFileBytes: 5, publicUrl: 'https://a.example/b', signingSecret: 's' }
  expect(readSettings(env)).toMatchObject(told)
  expect(readSettings({ ...BUCKET }, { s3_path_style: true }).blobs).toMatchObject({
    pathStyle: true,
  })
})

test.each<[string, string, Record<string, string>]>([
  ['a region without a bucket', 'S3_BUCKET', { MEDLINK_S3_REGION: 'hush' }],
  ['an endpoint without a bucket', 'S3_BUCKET', { MEDLINK_S3_ENDPOINT: 'http://hush' }],
  ['a style without a bucket', 'S3_BUCKET', { MEDLINK_S3_PATH_STYLE: 'false' }],
  ['two places', 'FILES', { ...BUCKET, MEDLINK_FILES: 'hush' }],
  ['no URL', 'S3_ENDPOINT', { ...BUCKET, MEDLINK_S3_ENDPOINT: 'hush' }],
  ['neither yes nor no', 'S3_PATH_STYLE', { ...BUCKET, MEDLINK_S3_PATH_STYLE: 'hush' }],
  ['no size', 'MAX_FILE_BYTES', { MEDLINK_MAX_FILE_BYTES: '0' }],
  ['a size beyond all', 'MAX_FILE_BYTES', { MEDLINK_MAX_FILE_BYTES: '500000001' }],
  ['a URL with a query', 'PUBLIC_URL', { MEDLINK_PUBLIC_URL: 'https://a?hush' }],
  ['a URL with a password', 'PUBLIC_URL', { MEDLINK_PUBLIC_URL: 'https://a:hush@b' }],
  ['a URL of no web', 'PUBLIC_URL', { MEDLINK_PUBLIC_URL: 'file:///hush' }],
  [
    'a short secret in production',
    'SIGNING_SECRET',
    { NODE_ENV: 'production', MEDLINK_JWKS: 'https://keys', MEDLINK_SIGNING_SECRET: 'hush' },
  ],
  [
    'a short secret where other machines reach the server',
    'SIGNING_SECRET',
    { MEDLINK_HOST: '::', MEDLINK_JWKS: 'https://keys', MEDLINK_SIGNING_SECRET: 'hush' },
  ],
])('%s is refused', (_, name, env) => {
  expect(() => readSettings(env)).toThrow(
    expect.objectContaining({
      code: 'settings_invalid',
      message: expect.stringContaining(`MEDLINK_${name} `),
    }),
  )
  expect(() => readSettings(env)).not.toThrow('hush')
})
