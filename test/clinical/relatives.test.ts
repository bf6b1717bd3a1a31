/**
 * Proves of conditions in brackets whose they are:
 * 1. those of kin and of what is short for kin, of friends, neighbors, contacts, donors, carers and animals are another
 *    person's, before and behind their names
 * 2. the patient's begin again with a pronoun of the other gender, with one of the same after a death, with what is the patient's
 *    own, and with the patient
 * 3. who only tells, hears, compares or says who the patient is has nothing
 * 4. a baby is another person in the note of a mother after birth only
 * 5. a row of a table is of the relative in one of its cells
 * 6. of two boxes the one that is ticked is the answer
 */

import { expect, test } from 'vitest'
import { assertionsFor } from '../../src/clinical/assertions.ts'
import { readSentences } from '../../src/clinical/sentences.ts'
import { analyzer } from '../support/linker.ts'

/** What is said of each condition in brackets, in order. */
function read(marked: string): string[] {
  const spans = [...marked.matchAll(/\[([^\]]*)\]/g)].map(({ index, 1: name }, i) => ({
    from: index - 2 * i,
    to: index - 2 * i + name!.length,
  }))
  const text = marked.replace(/[[\]]/g, '')
  const words = analyzer.analyze(text)
  const targets = spans.map((span) => ({
    from: words.findIndex(({ end }) => end > span.from),
    to: words.findLastIndex(({ start }) => start < span.to) + 1,
  }))
  const said = assertionsFor(text, words, readSentences(text, words), targets)
  return said.map((all) => all.map(({ context }) => context).join(' ') || 'own')
}

test.each([
  ["[prostatitis] is her husband's trouble, hers is [pyelonephritis].", ['family', 'own']],
  ["The [gout] was his father's problem, not his; his is [bursitis].", ['family', 'own']],
  ["[Epilepsy] is her brother's diagnosis.", ['family']],
  ['Unlike her sister, who is a [type 1 diabetic], Marie has a [cough].', ['family', 'own']],
  ['Unlike his brother, who has [gout], he has [bursitis].', ['family', 'own']],
  ['Unlike her mum she has no [gout] but she has [acne].', ['absent', 'own']],
  ['Like his father before him he has [gout].', ['own']],
  ['Like her mother, she has [migraine].', ['own']],
  [
    "Both the [glaucoma] and the [cataract] run on her father's side; her own trouble is [dry eye].",
    ['family', 'family', 'own'],
  ],
  ["[Asthma] and [eczema] run in his mother's family.", ['family', 'family']],
  ['[Gout] runs on both sides, his own complaint is [cough].', ['family', 'own']],
  ['[Diabetes] ran through three generations.', ['family']],
  [
    'FHx: father [IHD], mother [gout]. Personally none of these; ongoing [rosacea].',
    ['family', 'family', 'own'],
  ],
  ['Mother [asthma], sister [coeliac]; self [eczema].', ['family', 'family', 'own']],
  [
    'fa – [polycystic kidneys], on dialysis; bro – [gout]; self – [HTN], no cysts.',
    ['family', 'family', 'own'],
  ],
  ['GM had [breast cancer] at 70.', ['family']],
  ['Mausi had [thyroid cancer]. No [dysphagia].', ['family', 'absent']],
  ['Nani had [stroke], dadi [diabetes].', ['family', 'family']],
  ['my papa is diabetic and had [stroke], I am having [headache]', ['family', 'own']],
  ['bua ji died of [cancer]', ['family']],
  ['Her dog had [Lyme disease] too.', ['family']],
  ['His cat has [ringworm].', ['family']],
  ['misses her dog who has [cancer]', ['family']],
  ['Pet rabbit died of [pasteurella].', ['family']],
  ['The family hamster has [ringworm].', ['family']],
  ['cat bite with [cellulitis]', ['own']],
  ['Dog bite, [cellulitis].', ['own']],
  ['Foster carer has [asthma]. Child: [wheeze].', ['family', 'own']],
  ['Her carer has [flu].', ['family']],
  ['Birth mother had [hepatitis C]. Child: [enuresis] at night.', ['family', 'own']],
  ['Biological father [schizophrenia].', ['family']],
  ['Neighbouring bed has [influenza A].', ['family']],
  ['Pt in next cubicle has [norovirus].', ['family']],
  ['Another child in the bay has [measles].', ['family']],
  ['Opposite bed tested positive for [covid].', ['family']],
  ['Patient in same bay [C. difficile].', ['family']],
  ['Needlestick from a patient with [HIV].', ['family']],
  ['Sharps injury, source patient [hepatitis C].', ['family']],
  ['Splash from a pt known to have [hepatitis B]; staff member has [cut].', ['family', 'own']],
  ['Two persons of house had [chikungunya].', ['family']],
  ['two others in class had [impetigo]', ['family']],
  ['whole household itchy with [scabies]', ['family']],
  ['[Scabies] in the household (both cousins).', ['family']],
  ['Half the street has [dengue].', ['family']],
  ['Two kids diagnosed w/ [ADHD].', ['family']],
  ['Two prev kids: one died [birth asphyxia], one has [cerebral palsy].', ['family', 'family']],
  ['Earlier baby had died of [pneumonia].', ['family']],
  ['Last baby had [sepsis].', ['family']],
  ['First born had [jaundice].', ['family']],
  ['Previous child with [Down syndrome].', ['family']],
  ['[Prostate cancer] in twin.', ['family']],
  [
    'Two uncles [suicide], grandmother [depression], patient: [dysthymia].',
    ['family', 'family', 'own'],
  ],
  ['Pa had [leprosy].', ['family']],
  [
    'Her father-in-law k/c/o [COPD], mother-in-law [arthritis], she is looking after both.',
    ['family', 'family'],
  ],
  ["Mum's [bipolar], she is well.", ['family']],
  ["Mum's [bipolar disorder] worries him; he has [insomnia].", ['family', 'own']],
  ['[Psychosis] her sister got after her baby.', ['family']],
  ['worries that the [psychosis] her sister got will happen to her', ['family']],
  ['the [rash] his brother had', ['family']],
  ['[conjunctivitis] which her kids have', ['family']],
  ['i dont have the rash like my aunt with [lupus]', ['family']],
  ['Sister has [gout], patient does not.', ['family']],
  ['Dad [IHD], he himself has [angina].', ['family', 'own']],
  [
    "The patient's husband tested positive for [flu] last week and now she has [cough], [myalgia].",
    ['family', 'own', 'own'],
  ],
  ['Her husband has [flu] and she has a [cough].', ['family', 'own']],
  ['His wife had [scabies]; he now has [itching].', ['family', 'own']],
  ['His wife has [scabies], he has [itching].', ['family', 'own']],
  ['Her son has [chickenpox] and she has a [rash].', ['family', 'own']],
  ['Her father had [gout], and she has [gout] too.', ['family', 'own']],
  ['Her mum died of [cancer] at 49 and she is [anxious].', ['family', 'own']],
  ['Her mother died of [cancer] and she has a [lump].', ['family', 'own']],
  ['Her mother had [cancer] and she died of [sepsis].', ['family', 'family']],
  ['His wife, who has [gout], brought him in with [cough].', ['family', 'own']],
  [
    'Partner treated for [gonorrhoea] on Tuesday. Patient himself has [discharge].',
    ['family', 'own'],
  ],
  ['Her kids have [flu], she comes today for [tonsillitis].', ['family', 'own']],
  ["Sister has [lupus], pt's own problem is [acne].", ['family', 'own']],
  ['Mother has [psoriasis], hers is [eczema].', ['family', 'own']],
  ['Sperm donor: [cystic fibrosis] carrier.', ['family']],
  [
    'Sperm donor screened: no [cystic fibrosis]. Recipient: [endometriosis].',
    ['absent family', 'own'],
  ],
  ['Donor (sister) has [hypothyroidism]. Low grade [fever].', ['family', 'own']],
  ['Donor had [hepatitis B]. Recipient has [cirrhosis].', ['family', 'own']],
  ['Mother-to-be has [hypertension].', ['own']],
  ['Lactating mother with [mastitis].', ['own']],
  ['Antenatal mother with [anaemia].', ['own']],
  ['Mother doing well postnatally, [perineal tear] healed.', ['past']],
  ['Lives with wife who has [dementia]. He has [constipation].', ['family', 'own']],
  ['Son [gout] – he is well.', ['family']],
  ['His uncle and his cousin both had [TB]. He has [cough].', ['family', 'own']],
  ['bhai ko [TB] hai', ['family']],
  ['husband c/o [cough] since 3 days', ['family']],
  ['Room-mate has [mumps].', ['family']],
  ['Her lodger has [TB].', ['family']],
  ['Grandson off school with [chickenpox].', ['family']],
  [
    'Day 5 postnatal. Cracked nipples, no [mastitis]. Baby [jaundiced], [weight loss] 9%.',
    ['absent', 'family', 'family'],
  ],
  ['Lochia normal. Baby has [tongue-tie].', ['family']],
  ['PN day 10: [mastitis] R. Baby gaining, [thrush] in mouth.', ['own', 'family']],
  ['Episiotomy clean. Newborn: [NNJ].', ['family']],
  ['Perineum intact, [piles]. Bub [snuffly].', ['own', 'family']],
  ['Cord dry. Baby [jaundiced].', ['own']],
  ['Baby of Lakshmi, D3 of life, [icterus].', ['own']],
  ['Baby – [nappy rash].', ['own']],
  ['Mother had [mastitis]. Baby – [nappy rash].', ['family', 'own']],
  ["Mum's perineum is sore. Baby [jaundiced].", ['own']],
  ['EPDS 4. Baby well, [low mood] absent.', ['absent']],
  [
    'Relative | Disease\nFather | [COPD]\nMother | [breast cancer]\nSelf | [eczema]',
    ['family', 'family', 'own'],
  ],
  [
    'Disease | Relative\n[COPD] | Father\n[gout] | Mother\n[eczema] | Self',
    ['family', 'family', 'own'],
  ],
  [
    '| Father | [gout] |\n| Mother | [asthma] |\n| Patient | [eczema] |',
    ['family', 'family', 'own'],
  ],
  ['Father | 60 | [gout]\nMother | 55 | [asthma]', ['family', 'family']],
  ['Gout | resolved | Father', []],
  [
    '[Diabetes] □ yes ☒ no   [Epilepsy] □ yes ☒ no   [High BP] ☒ yes □ no',
    ['absent', 'absent', 'own'],
  ],
  ['[Diabetes] ☐ Yes ☑ No; [Asthma] ☑ Yes ☐ No', ['absent', 'own']],
  ['[Gout] ☐ no ☒ yes', ['own']],
  ['Mum has [vitiligo], pt has none.', ['family']],
  ['Sister has [gout], patient does not.', ['family']],
  ['[Vitiligo] runs in your family', ['family']],
  ['Her toddler has started with [diarrhoea].', ['family']],
  ['his goats aborted w/ [brucellosis]', ['family']],
  ['Index (flatmate) has [meningitis]. This student: no [fever].', ['family', 'absent']],
  ['Index case: grandfather, [TB]. She: [latent TB].', ['family', 'own']],
  ["Mum's worry is that he has a [heart murmur].", ['own']],
  ["Postnatal day 2. Mother's BP settled, [preeclampsia] noted.", ['own']],
  ['Puerperium d9: [mastitis] R. Baby [jaundiced].', ['own', 'family']],
  ['G2P1, [anaemia]. Baby [small for dates].', ['own', 'family']],
  ['[Gout] yes ( ) no (x), [Asthma] yes (x) no ( )', ['absent', 'own']],
  ['[Gout] ( ) no (x) yes, fever', ['own']],
  ['Lochia normal. [Baby jaundiced], [rash].', ['family', 'family']],
  ['Lochia normal. [Baby blues] on day 4.', ['own']],
  ['Your patient’s partner was recently found to have [hepatitis C].', ['family']],
  ['Partner found him with [confusion].', ['own']],
  ['[Syncope] x2. [Sudden death] brother at 23.', ['own', 'family']],
  ['Brother at 23 [sudden death].', ['family']],
  ['His own [cramps] were over by this morning.', ['past']],
])('%j: %j', (marked, said) => {
  expect(read(marked)).toEqual(said)
})
