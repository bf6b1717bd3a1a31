import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scriptOf } from '../../src/language/script.ts'
import { anyString } from '../support/arbitraries.ts'

describe('the script of', () => {
  test.each([
    { text: 'Fever', script: 'Latn' },
    { text: 'Émoussé', script: 'Latn' },
    { text: 'हृदय विफलता', script: 'Deva' },
    { text: 'জ্বর', script: 'Beng' },
    { text: 'காய்ச்சல்', script: 'Taml' },
    { text: 'జ్వరం', script: 'Telu' },
    { text: 'તાવ', script: 'Gujr' },
    { text: 'ಜ್ವರ', script: 'Knda' },
    { text: 'പനി', script: 'Mlym' },
    { text: 'ਬੁਖ਼ਾਰ', script: 'Guru' },
    { text: 'ଜ୍ୱର', script: 'Orya' },
    { text: 'حمى', script: 'Arab' },
    { text: 'лихорадка', script: 'Cyrl' },
    { text: 'πυρετός', script: 'Grek' },
    { text: 'חום', script: 'Hebr' },
    { text: 'ไข้', script: 'Thai' },
    { text: '열', script: 'Hang' },
    { text: 'カゼ', script: 'Kana' },
    { text: 'かぜ', script: 'Hira' },
    { text: '糖尿病', script: 'Hani' },
    { text: 'ትኩሳት', script: 'Zzzz' },
    { text: '2 (β) receptor', script: 'Grek' },
    { text: '10^9 cells', script: 'Latn' },
    { text: '2 – "fever"', script: 'Latn' },
    { text: 'fever ज्वर', script: 'Latn' },
    { text: 'ज्वर fever', script: 'Deva' },
    { text: '120/80', script: 'Zyyy' },
    { text: '?!', script: 'Zyyy' },
    { text: '', script: 'Zyyy' },
    { text: '\ud800', script: 'Zyyy' },
  ])('"$text" is $script', ({ text, script }) => {
    expect(scriptOf(text)).toBe(script)
  })
})

test('every text has a script, and what stands before its first letter does not matter', () => {
  const noLetters = fc.string({ unit: fc.constantFrom(...'0 (?-"/') })
  fc.assert(
    fc.property(anyString, noLetters, (text, before) => {
      expect(scriptOf(text)).toMatch(/^[A-Z][a-z]{3}$/)
      expect(scriptOf(before + text)).toBe(scriptOf(text))
    }),
  )
})
