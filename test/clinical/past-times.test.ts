import { describe, expect, it, test } from 'vitest'
import type { Assertion } from '../../src/clinical/assertions.ts'
import { SAYS_OVER, SAYS_PAST, TOLD_AS_HISTORY } from '../../src/clinical/history.ts'
import { assertionsOf, contextsOf } from '../support/marked-assertions.ts'

describe('diseases that an operation ended', () => {
  it.each([
    ['[inguinal hernia] s/p mesh repair', ['past']],
    ['[AAA] s/p EVAR, sac gone', ['past']],
    ['[Varicose veins], had bilateral stripping.', ['past']],
    ['[Multinodular goitre] s/p total thyroidectomy, on levothyroxine.', ['past']],
    ['[aortic stenosis] (TAVR 2019)', ['past']],
    ['[Prostate cancer] (radical prostatectomy 2009, PSA undetectable)', ['past']],
    // Of no use, to come, or for another disease.
    ['[Goitre], thyroidectomy booked.', ['own']],
    ['[Goitre], considering thyroidectomy.', ['own']],
    ['[Prostate cancer] (prostatectomy 2015), on bicalutamide', ['own']],
    ['[Cirrhosis] s/p TIPS', ['own']],
  ])('reads %s', (text, expected) => {
    expect(contextsOf(text)).toEqual(expected)
  })
})

test.each([
  '[ESRD] s/p renal transplant, now failed, on dialysis',
  '[Varicose veins] s/p stripping, recurrent',
  '[Diabetes] s/p gastric bypass',
])('is not sure that %s is over', (text) => {
  const said = assertionsOf(text)[0]!
  expect(said.some(({ score }) => score >= SAYS_OVER)).toBe(false)
})

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
    ['Between 2010 and 2013 she was treated for [pneumonia].', ['past']],
    ['In his gap year he picked up [jaundice].', ['past']],
    ['As an infant was treated for [bronchiolitis]', ['past']],
    ['When she was 12 had [meningitis]', ['past']],
    ['When he was a child he caught [mumps].', ['past']],
    // A verb that begins like "was".
    ['When he washed little he caught [scabies].', ['own']],
    ['As a boy he had [jaundice].', ['past']],
    ['In college she had [jaundice].', ['past']],
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
    // A time that a trigger names.
    ['During military service he suffered from [cellulitis].', ['past']],
    ['Before marriage, I developed [jaundice].', ['past']],
    ['In March she developed [jaundice].', ['own']],
    ['In March she had [jaundice].', ['past']],
    ['On arrival he developed [jaundice].', ['own']],
    // Ages, behind.
    ['He had [jaundice] at the age of 12.', ['past']],
    ['He suffered from [jaundice] at 12 years of age.', ['past']],
    ['[Jaundice] when he was ten years old', ['past']],
    ['[Jaundice] at the age of 12 years', ['past']],
    // An onset in early life, and one that may last.
    ['[Jaundice] developed in the army.', ['past']],
    ['[Cellulitis] was diagnosed at age 7.', ['past']],
    ['[Meningitis] was diagnosed as a child.', ['past']],
    ['[Jaundice] was 10 years ago.', ['past']],
    ['[Cough] developed in March.', ['own']],
    ['He was once ill with [jaundice].', ['past']],
    ['[Jaundice] was found 10 years ago.', ['past']],
    ['In the last month she has had [jaundice].', ['own']],
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

  it.each([
    ['[jaundice], [pneumonia] and a [DVT] last year', ['past', 'past', 'past']],
    ['[jaundice], [pneumonia], and [cellulitis] 10 years ago', ['past', 'past', 'past']],
    ['She had [jaundice], [pneumonia] and [cellulitis] in 2009.', ['past', 'past', 'past']],
    ['[jaundice], [gout] and [cellulitis] have resolved', ['past', 'past', 'past']],
    ['[jaundice], [pneumonia] and [DVT] in her cousin', ['family', 'family', 'family']],
    ['Bouts of [jaundice], [pneumonia] and [cellulitis] last year', ['past', 'past', 'past']],
    ['Previous admission with [jaundice], [pneumonia] and [DVT]', ['past', 'past', 'past']],
    // A relative clause, an item with more than a name, no "and", another verb.
    ['[jaundice], [pneumonia] and [cellulitis], which resolved', ['own', 'past', 'past']],
    ['[jaundice] on and off, [pneumonia] and [cellulitis] 10 years ago', ['own', 'past', 'past']],
    ['[jaundice], [pneumonia], [cellulitis] 10 years ago', ['own', 'own', 'past']],
    ['Previous admission with [jaundice], [pneumonia]', ['past', 'own']],
    ['Previous admission with [jaundice], [pneumonia] and [gout] is new', ['past', 'own', 'own']],
  ])('reads the list of %s', (text, expected) => {
    expect(contextsOf(text)).toEqual(expected)
  })

  it('leaves what lasts of a list with the patient', () => {
    expect(contextsOf('[gout], [jaundice] and [DVT] 2009')).toEqual(['own', 'past', 'past'])
  })

  it('leaves a disease that lasts with the patient', () => {
    const [[said]] = assertionsOf('In 2019 he was diagnosed with [diabetes]') as [[Assertion]]
    expect(said.score).toBeGreaterThanOrEqual(TOLD_AS_HISTORY)
    expect(said.score).toBeLessThan(SAYS_PAST)
  })
})

describe('events that are over in days', () => {
  it.each([
    ['K/c/o [stroke], [gout]', ['past', 'own']],
    ['K/c/o DM, HTN and [CVA]', ['past']],
    ['Known case of [MI] on aspirin', ['past']],
    ['[MI] patient since 2018', ['past']],
    ['[Stroke] x 3 yrs', ['past']],
    ['[Stroke] for 3 days', ['own']],
    ['Known case of DM, now [stroke]', ['own']],
    ['K/c/o HTN with [stroke]', ['own']],
    ['K/c/o HTN, [acute stroke]', ['own']],
    ['[Asthma] patient since 2018', ['own']],
  ])('%j: %j', (marked, contexts) => {
    expect(contextsOf(marked)).toEqual(contexts)
  })
})
