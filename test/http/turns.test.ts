/**
 * Proves of turns:
 * 1. no more than so many have one at once, whoever comes and goes, and nobody waits while one is free
 * 2. they are given in the order in which they were asked for; who gives up waiting is passed over
 * 3. a turn ends once
 * 4. a caller with its share is passed over until one of its turns ends
 */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Turns } from '../../src/http/turns.ts'

const PATIENT = new AbortController().signal
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('so many at once, in the order in which they came', async () => {
  const step = fc.oneof(
    fc.constant({ does: 'come' as const }),
    fc.record({ does: fc.constantFrom('end' as const, 'give up' as const), which: fc.nat(9) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 3 }), fc.array(step), async (atOnce, steps) => {
      const turns = new Turns(atOnce)
      /** As it must be. */
      const [having, waiting]: [number[], number[]] = [[], []]
      const ends = new Map<number, () => void>()
      const givers: AbortController[] = []
      for (const each of steps) {
        if (each.does === 'come') {
          const nth = givers.length
          const giver = new AbortController()
          givers.push(giver)
          void turns.take(giver.signal).then(
            (end) => ends.set(nth, end),
            () => {},
          )
          ;(having.length < atOnce ? having : waiting).push(nth)
        } else if (each.does === 'end') {
          const nth = having.splice(each.which % Math.max(having.length, 1), 1)[0]
          if (nth === undefined) continue
          ends.get(nth)!()
          ends.delete(nth)
          if (waiting.length > 0) having.push(waiting.shift()!)
        } else {
          const nth = waiting.splice(each.which % Math.max(waiting.length, 1), 1)[0]
          if (nth !== undefined) givers[nth]!.abort()
        }
        await settle()
        expect([...ends.keys()].sort()).toEqual([...having].sort())
      }
    }),
  )
})

test('a turn ends once', async () => {
  const turns = new Turns(1)
  const end = await turns.take(PATIENT)
  for (let i = 0; i < 2; i++) end()
  await turns.take(PATIENT)
  let hasTurn = false
  void turns.take(PATIENT).then(() => {
    hasTurn = true
  })
  await settle()
  expect(hasTurn).toBe(false)
})

test('a caller with its share is passed over', async () => {
  const turns = new Turns(2, 1)
  const began: string[] = []
  const take = async (caller: string) => {
    const end = await turns.take(PATIENT, caller)
    began.push(caller)
    return end
  }
  const [first] = await Promise.all([take('a')])
  const again = take('a')
  const other = await take('b')
  const third = take('c')
  await settle()
  expect(began).toEqual(['a', 'b'])
  other()
  await settle()
  expect(began).toEqual(['a', 'b', 'c'])
  first()
  await again
  expect(began).toEqual(['a', 'b', 'c', 'a'])
  ;(await third)()
})

test('who has given up already gets none', async () => {
  const turns = new Turns(1)
  await expect(turns.take(AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
  await turns.take(PATIENT)
})
