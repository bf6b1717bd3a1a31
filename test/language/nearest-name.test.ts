/** Proves that a misspelt name is known by its nearest one: slips of up to two letters, no more than half of a name. */
import { expect, test } from 'vitest'
import { nearestName } from '../../src/language/nearest-name.ts'

const FIELDS = ['query', 'top_k', 'starter', 'strictness', 'billable', 'dir']

test.each([
  { written: 'topk', name: 'top_k' },
  { written: 'topK', name: 'top_k' },
  { written: 'starters', name: 'starter' },
  { written: 'strictnes', name: 'strictness' },
  { written: 'billabel', name: 'billable' },
  { written: 'qeury', name: 'query' },
  { written: 'DIR', name: 'dir' },
  { written: 'dri', name: undefined },
  { written: 'bilbbel', name: undefined },
  { written: 'patient', name: undefined },
  { written: '', name: undefined },
  { written: 'q'.repeat(100_000), name: undefined },
])('$written means $name', ({ written, name }) => {
  expect(nearestName(written, FIELDS)).toBe(name)
})

test('the nearer of two names counts, and the first of equally near ones', () => {
  expect(nearestName('codeA', ['coding', 'code', 'codeA'])).toBe('codeA')
  expect(nearestName('codeX', ['codeA', 'codeB'])).toBe('codeA')
})
