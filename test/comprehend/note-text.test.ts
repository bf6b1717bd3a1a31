/** Proves that lines of HL7 messages are left out of a text, which keeps its length and its other lines. */
import { expect, test } from 'vitest'
import { withoutSegments } from '../../src/comprehend/note-text.ts'

test.each([
  ['PRB|DE|20240101|I10^HYPERTENSION^I10', true],
  ['AL1|1|DA|CODEINE|MI|NAUSEA', true],
  ['Gout | asthma', false],
  ['PMH|gout|asthma', false],
  ['DG1 gout', false],
  ['dg1|gout', false],
])('"%s" is a segment: %s', (line, isSegment) => {
  const text = `Has gout.\n${line}\nCough.`
  const left = isSegment ? ' '.repeat(line.length) : line
  expect(withoutSegments(text)).toBe(`Has gout.\n${left}\nCough.`)
})

test('segments may end in a carriage return', () => {
  expect(withoutSegments('PID|1\rDG1|1||GOUT\rGout')).toBe(
    `${' '.repeat(5)}\r${' '.repeat(11)}\rGout`,
  )
})
