/**
 * Proves of words for acts:
 * 1. a word is one by the table, by its plural or by its ending
 * 2. a name lacks an act if the text alone has a word for one
 */

import { describe, expect, test } from 'vitest'
import { isAct, lacksAct } from '../../src/clinical/word-kinds.ts'

describe('a word for what is done to a patient', () => {
  test.each(['banding', 'grafts', 'orchidopexy', 'colonoscopy', 'amniocentesis'])(
    '"%s" is one',
    (form) => {
      expect(isAct(form)).toBe(true)
    },
  )
  test.each(['gout', 'microscopy', 'decompression', 'telescope'])('"%s" is none', (form) => {
    expect(isAct(form)).toBe(false)
  })
})

test('a name lacks an act that the text alone has', () => {
  const common: string[] = ['varices']
  expect(lacksAct({ common, left: ['banding'], added: [] })).toBe(true)
  expect(lacksAct({ common, left: ['large'], added: [] })).toBe(false)
  expect(lacksAct({ common, left: ['banding'], added: ['ligation'] })).toBe(false)
  expect(lacksAct({ common: ['biopsy'], left: ['banding'], added: [] })).toBe(false)
})
