/**
 * Proves of the sandbox:
 * 1. a number has the same transaction and hint every time, and another one others
 * 2. another sandbox says something else of the same number: nothing but its key leads from one to the other
 * 3. transactions are UUIDs of version 4, and hints hide all of a mobile number but four digits
 */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SandboxGateway } from '../../../src/http/aadhaar/sandbox.ts'

const numbers = fc.stringMatching(/^[2-9]\d{11}$/)

test('it answers the same of the same number, and of no other', async () => {
  const sandbox = new SandboxGateway()
  await fc.assert(
    fc.asyncProperty(numbers, numbers, async (one, other) => {
      const first = await sandbox.start(one)
      expect(await sandbox.start(one)).toEqual(first)
      expect((await sandbox.start(other)).txn_id === first.txn_id).toBe(one === other)
    }),
  )
})

test('two sandboxes have nothing in common', async () => {
  const [one, other] = [new SandboxGateway(), new SandboxGateway()]
  expect((await one.start('234567890124')).txn_id).not.toBe(
    (await other.start('234567890124')).txn_id,
  )
})

test('transactions and hints have their shape', async () => {
  const sandbox = new SandboxGateway()
  const hints = new Set<string>()
  const variants = new Set<string>()
  await fc.assert(
    fc.asyncProperty(numbers, async (number) => {
      const { txn_id, hint } = await sandbox.start(number)
      expect(txn_id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
      expect(hint).toMatch(/^OTP sent to mobile number ending \*{6}\d{4}$/)
      hints.add(hint)
      variants.add(txn_id.charAt(19))
    }),
  )
  expect(hints.size).toBeGreaterThan(80)
  // All bits of a transaction that are free are random.
  expect([...variants].sort()).toEqual(['8', '9', 'a', 'b'])
})
