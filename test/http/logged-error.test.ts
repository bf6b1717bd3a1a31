/**
 * Proves of a fault in the log: its kind and its place in the code are there, its message is not, whether it was made ready for
 * the log or not.
 */

import { PassThrough } from 'node:stream'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { loggedError, loggerOptions } from '../../src/http/log.ts'

test.each([
  { what: 'made ready', made: loggedError },
  { what: 'as it was thrown', made: (error: Error) => error },
])('a fault, $what', ({ made }) => {
  const stream = new PassThrough()
  const { log } = Fastify(loggerOptions('error', stream))
  log.error({ error: made(new RangeError('what somebody sent')) }, 'an operation failed')
  const line = String(stream.read())
  expect(JSON.parse(line).error).toEqual({
    type: 'RangeError',
    stack: expect.stringMatching(/^ {4}at .*logged-error\.test\.ts/),
  })
  expect(line).not.toContain('somebody')
})
