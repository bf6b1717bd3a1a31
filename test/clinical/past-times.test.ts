import { describe, expect, it } from 'vitest'
import type { Assertion } from '../../src/clinical/assertions.ts'
import { SAYS_PAST, TOLD_AS_HISTORY } from '../../src/clinical/history.ts'
import { assertionsOf, contextsOf } from '../support/marked-assertions.ts'

describe('times of the past that open a clause', () => {
  it.each([
    ['In 2009 he developed [pneumonia].', ['past']],
    ['In 2009, he was found to have [pneumonia] and [sepsis].', ['past', 'past']],
    ['2009: admitted with [pneumonia]', ['past']],
    ['back in early March 2009 came down with [malaria]', ['past']],
    ['In her early twenties she had [hepatitis].', ['past']],
    ['In the seventies he had [hepatitis].', ['past']],
    ['In difficulties he got [cough].', ['own']],
    ['in the 90s he was treated for [malaria]', ['past']],
    ['Last winter she caught [pneumonia].', ['past']],
    ['During her last pregnancy she developed [hepatitis].', ['past']],
    ['Previously he had [jaundice].', ['past']],
    ['In childhood developed [pneumonia].', ['past']],
    ['in his late teens he had [glandular fever]', ['past']],
    ['As a child she was admitted with [croup].', ['past']],
    ['As an infant was treated for [bronchiolitis]', ['past']],
    ['When she was 12 had [meningitis]', ['past']],
    ['When he was a child he caught [mumps].', ['past']],
    ['When younger, suffered [pyelonephritis].', ['past']],
    ['At the age of 12 presented with [meningitis]', ['past']],
    ['Aged 12 years underwent surgery for [appendicitis]', ['past']],
    ['Many years ago he contracted [malaria].', ['past']],
    ['a couple of months back had [jaundice]', ['past']],
    ['3 weeks ago treated for [UTI]', ['past']],
    ['[diarrhea] a month back self limited', ['past']],
    ['[asthma] in school days', ['past']],
    ['[Pneumonia] during the lockdown', ['past']],
    ['[DKA] at onset only', ['past']],
    ['67F who in 2009 had [PE], presents with [cough]', ['past', 'own']],
    ['Two years ago he was admitted with [sepsis] and now presents with [fever].', ['past', 'own']],
    // Two days or weeks are no past of what began then.
    ['2 days ago was admitted with [pneumonia]', ['own']],
    ['3 weeks ago developed [cough]', ['own']],
    ['3 weeks ago found to have [jaundice]', ['own']],
    // No time, no verb, or not a verb of the past.
    ['In 2014 the scan of the liver showed [gallstones]', ['own']],
    ['Last night she had [fever]', ['own']],
    ['As a precaution was admitted with [cough]', ['own']],
    ['When seen had [fever]', ['own']],
    ['At 12 had [fever]', ['own']],
    ['In theatre he developed [hypotension]', ['own']],
    ['Found to have [pneumonia]', ['own']],
    ['3 years ago seen [pneumonia]', ['own']],
  ])('reads %s', (text, expected) => {
    expect(contextsOf(text)).toEqual(expected)
  })

  it('leaves a disease that lasts with the patient', () => {
    const [[said]] = assertionsOf('In 2019 he was diagnosed with [diabetes]') as [[Assertion]]
    expect(said.score).toBeGreaterThanOrEqual(TOLD_AS_HISTORY)
    expect(said.score).toBeLessThan(SAYS_PAST)
  })
})
