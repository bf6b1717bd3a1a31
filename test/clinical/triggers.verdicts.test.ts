/**
 * Proves of conditions in brackets how far a verdict, a question or a time of run-on notes reaches:
 * 1. a verdict speaks of its own item alone where a question or a test came before it, and its verb may hold an adverb
 * 2. a verdict before its condition, in an examination or after a colon, speaks of what follows
 * 3. a question ends at a measure or a test
 * 4. a minus before a slash is one
 * 5. what came once, at a time that is over, is past
 * 6. a test that is repeated looks for what is not there
 * 7. a list that "or" joins is denied or doubted as one, and "of" goes on with a denial
 * 8. a history behind its condition is of that one, not of the next line
 * 9. relatives only tell in a letter or a note, and have what is in brackets behind them
 * 10. the full stop of an abbreviation ends nothing
 */

import { expect, test } from 'vitest'
import { contextsOf } from '../support/marked-assertions.ts'

test.each([
  ['[Pneumonia], history of.', ['past']],
  ['[Pneumonia], past history', ['past']],
  ['[Stroke], family history of', ['family']],
  ['[Stroke] - family history', ['family']],
  ['[Stroke] (family history of)', ['family']],
  ['[Stroke], family history of, [cough]', ['family', 'own']],
  ['[Gout]\n[Stroke], family history of\n[Cough]', ['own', 'family', 'own']],
  ['[Gout], [stroke], family hx', ['own', 'family']],
  ['[Gout]\nFamily history\n[Stroke]', ['own', 'family']],
  ['[Gout], family history: [stroke]', ['own', 'family']],
  ['[Gout], family history - [stroke]', ['own', 'family']],
  ['[Gout], family history of [stroke]', ['own', 'family']],
  ['[Gout], no family history', ['own']],
])('a history behind: %j', (marked, said) => {
  expect(contextsOf(marked)).toEqual(said)
})

test.each([
  ['c/o [nausea] [vertigo] ?[stroke] unlikely', ['own', 'own', 'suspected']],
  ['?[PE] and ?[pneumonia] both excluded', ['absent suspected', 'absent suspected']],
  ['back [pain] belt mark on skin ct spine neg', ['own']],
  ['[malaria] rapid test neg', ['absent']],
  ['[TB] suspect, cough 2 weeks', ['suspected']],
  ['[Graves disease] 2010, now euthyroid off treatment', ['past']],
  ['[HIV], [hepatitis] B: both NR. Done today.', ['absent', 'absent']],
  ['A recurrent [pneumothorax] at altitude would be dangerous.', ['planned']],
  ['Friend wrote [gout], he says this is rubbish.', ['suspected']],
  ['[PE] ctpa neg', ['absent']],
  ['[Torsion] has therefore been excluded.', ['absent']],
  ['[Torsion] has since been reliably ruled out.', ['absent']],
  ['He was seen by us, [torsion] has been excluded.', ['absent']],
])('a verdict: %j', (marked, said) => {
  expect(contextsOf(marked)).toEqual(said)
})

test.each([
  ['He does not have [gout].', ['absent']],
  ["She doesn't have any [gout].", ['absent']],
  ['Does deny [cough].', ['absent']],
  ['[gout] he does not have', ['absent']],
  ['This is definitely not [gout].', ['absent']],
  ['Currently not [vomiting].', ['absent']],
  ['[cough] and nil [fever]', ['own', 'absent']],
  ['Swab neg for [thrush]', ['absent']],
  ['[fever] once on Friday, then none', ['past']],
  ['[gout] definitely not', ['absent']],
  ['HEENT neg [icterus]', ['absent']],
  ['abd: neg [ascites]; legs: [oedema]', ['absent', 'own']],
  ['calf [tenderness] neg bilat', ['absent']],
])('a verdict of an examination: %j', (marked, said) => {
  expect(contextsOf(marked)).toEqual(said)
})

test.each([
  ['?[covid] sats 90 [breathlessness]', ['suspected', 'own']],
  ['?[covid] swab taken [fever] [cough]', ['suspected', 'own', 'own']],
  ['?[covid] with sats unknown', ['suspected']],
])('a question: %j', (marked, said) => {
  expect(contextsOf(marked)).toEqual(said)
})

test.each([
  ['[cough] + / [vomiting] - / [fever] +', ['own', 'absent', 'own']],
  ['[vomiting] - / [constipation] +', ['absent', 'own']],
  ['[Fever] - [headache] - [rash] -', ['absent', 'absent', 'absent']],
  ['[Gout], [fever] - [rash] - . Warm', ['own', 'absent', 'absent']],
  ['[Cough]. [fever] - rash on both of his arms and legs -', ['own', 'own']],
  ['[fever] - [rash] -\nBP 120/80', ['absent', 'absent']],
  ['[Gout] - on allopurinol', ['own']],
  ['[cough] + [fever] - on azithromycin', ['own', 'own']],
])('a minus: %j', (marked, said) => {
  expect(contextsOf(marked)).toEqual(said)
})

test.each([
  ['One [adrenal crisis], in 2016', ['past']],
  ['a single [pneumothorax] in 2019', ['past']],
  ['one [seizure] last week', ['past']],
  ['[gout] 1 attack 2009', ['past']],
  ['[gout] 1 attack this week', ['own']],
  ['1. [cough] began 3 days ago', ['own']],
  ['one [nodule] in the left lobe', ['own']],
])('what came once: %j', (marked, said) => {
  expect(contextsOf(marked)).toEqual(said)
})

test.each([
  ['o [fever] o [rash]. c/o [cough]', ['absent', 'absent', 'own']],
  ['mass o, [melaena] o, [piles]', ['absent', 'own']],
  ['[gout]; o [IBD]', ['own', 'absent']],
  ['c o [cough]', ['own']],
  ['3 o clock [lump]', ['own']],
  ['group o [anemia]', ['own']],
  ['type o [anemia]', ['own']],
  ['s̄ [fever], c̄ [cough]', ['absent', 'own']],
])('a letter for none: %j', (marked, said) => {
  expect(contextsOf(marked)).toEqual(said)
})

test.each([
  ['[Pneumonia], resolved radiologically. Well', ['past']],
  ['[Pneumonia], resolved radiologically', ['past']],
  ['[Pneumonia], resolved early in June', ['own']],
  ['Shotty [nodes], no [hepatomegaly], no edema', ['own', 'absent']],
])('an adverb behind a verdict: %j', (marked, said) => {
  expect(contextsOf(marked)).toEqual(said)
})

test.each([
  ['[fever] x', ['absent']],
  ['[fever] x. [cough] x 3 days', ['absent', 'own']],
  ['[gout], [fever] x [rash] x', ['own', 'absent', 'absent']],
  ['[wheeze] x [rash] x → PET', ['absent', 'absent']],
  ['[wheeze] x [rash] x\nBP 120/80', ['absent', 'absent']],
  ['[cough] x since Monday', ['own']],
  ['[fever] x weeks, [rash] x', ['own', 'absent']],
  ['carrier of [fragile x]', ['own']],
  ['Fell. x [fever] x [rash] x [cough]', ['absent', 'absent', 'absent']],
  ['x [fever] x [rash]; [gout]', ['absent', 'absent', 'own']],
  ['x ray: [fracture]', ['own']],
  ['[fever], [rash], [cough] x', ['absent', 'absent', 'absent']],
  ['[gout], [cough] x', ['own', 'absent']],
  ['[gout], [sweats], [cough] x [rash] x', ['own', 'own', 'absent', 'absent']],
  ['[fever] = x, [rash] = x', ['absent', 'absent']],
  ['[fever] × [rash] ✕', ['absent', 'absent']],
  ['[fever] × 3 days', ['own']],
])('a cross: %j', (marked, said) => {
  expect(contextsOf(marked)).toEqual(said)
})

test.each([
  ['Weekly dips for [nephritis]', ['planned']],
  ['hourly neuro obs for [cerebral oedema]', ['planned']],
  ['Daily WCC for [neutropenia]', ['planned']],
  ['Daily dressings for [leg ulcer]', ['own']],
  ['Bloods sent; methotrexate for [psoriasis]', ['own']],
])('a test: %j', (marked, said) => {
  expect(contextsOf(marked)).toEqual(said)
})

test.each([
  ['[Jaundice], [anemia] or [gout] denied', ['absent', 'absent', 'absent']],
  [
    '[Jaundice], [heart failure] or [kidney failure] unlikely',
    ['suspected', 'suspected', 'suspected'],
  ],
  ['[Jaundice], [anemia] and [gout] denied', ['absent', 'absent', 'absent']],
  ['Itch but not [jaundice], [anemia] or [gout]', ['absent', 'absent', 'absent']],
  ['Itch but not [jaundice], [anemia], [gout]', ['absent', 'own', 'own']],
  ['Not seen by us, itch or [gout]', ['own']],
  ['There is no sign of [gout]', ['absent']],
  ['I found no trace of [jaundice]', ['absent']],
  ['Denies any history of [asthma]', ['absent past']],
  ['[Itch], ?due to [jaundice]', ['own', 'suspected']],
  ['[Itch] due to [jaundice]?', ['own', 'suspected']],
  ['Has [itch], [gout] v [pseudogout]', ['own', 'suspected', 'suspected']],
])('a list with "or", and what goes on: %j', (marked, said) => {
  expect(contextsOf(marked)).toEqual(said)
})

test.each([
  ['He was found not to have [gout]', ['absent']],
  ['It turned out not to be [gout]', ['absent']],
  ['He is not affected by [gout]', ['absent']],
  ['She was wrongly labelled as having [gout]', ['absent']],
  ['By no means [gout]', ['absent']],
  ['Something other than [gout]', ['absent']],
  ['I feel that she has [gout]', ['suspected']],
  ['It appears that she has [gout]', ['suspected']],
  ['Had he developed [gout], we would stop it', ['planned']],
  ['[Gout] is a known complication', ['planned']],
  ['Bloods sent for [gout]', ['planned']],
  ['Has [itch], ?mild [gout]', ['own', 'suspected']],
  ['[Rash]? Mild.', ['own']],
  ['(?)[gout]', ['suspected']],
  ['Well. (?) [gout]', ['suspected']],
  ['[Gout] (?)', ['suspected']],
  ['[Gout] could not be identified', ['absent']],
  ['She did not at present have [gout]', ['absent']],
  ['[Gout] is quite possible', ['suspected']],
  ['Imagined to have [gout]', ['suspected']],
  ['It may present with [gout]', ['planned']],
  ['Cases of [gout] in the village', ['family']],
  ['A case of [gout]', ['own']],
  ['Felt unwell, has [gout]', ['own']],
])('a plain sentence: %j', (marked, said) => {
  expect(contextsOf(marked)).toEqual(said)
})

test.each([
  ["Father's [melanoma] noted", ['family']],
  ["Father's report of [gout]", ['own']],
  ['Cousin bedside w/ [flu]', ['family']],
  ['Carer has [flu]', ['family']],
  ['PET has [metastasis]', ['own']],
  ['Cares for her husband, who has [gout]', ['family']],
  ['My neighbor found a [melanoma] on his back', ['family']],
  ['My neighbor found him with a [headache]', ['own']],
  ["Sister's note: child has a [wheeze]", ['own']],
  ["Wife's diary: [seizures] twice a week", ['own']],
  ['Lives with sister ([gout]), walks with a stick', ['family']],
  ['Lives with sister, [gout]', ['own']],
  ['Parents deny [choking] yet the [wheeze] began', ['absent', 'own']],
  ['Mum rang, [cough] for 3 days', ['own']],
  ['Mother admits to [drinking]', ['family']],
])('a relative: %j', (marked, said) => {
  expect(contextsOf(marked)).toEqual(said)
})

test.each([
  ['No e/o. [gout], [asthma]', ['absent', 'absent']],
  ['W/o. [jaundice]', ['absent']],
  ['Neg. [appendicitis] on CT', ['absent']],
  ['R/o. [MI]', ['suspected']],
  ['D/D. [malaria], [typhoid]', ['suspected', 'suspected']],
  ['[Cellulitis] vs. [DVT]', ['suspected', 'suspected']],
  ['DDx incl. [gout], [cellulitis]', ['suspected', 'suspected']],
  ['Complications discussed inc. [pneumonia], [gout]', ['planned', 'planned']],
  ['F/h. [asthma], [epilepsy]', ['family', 'family']],
  ['Mo. [gout], Fa. [epilepsy]', ['family', 'family']],
  ['Fam. hist. of [asthma]', ['family']],
  ['[DVT] neg. Has [gout].', ['absent', 'own']],
  ['3 mo. [Cough].', ['own']],
  ['Seen by bro. [Asthma] stable.', ['own']],
])('an abbreviation: %j', (marked, said) => {
  expect(contextsOf(marked)).toEqual(said)
})
