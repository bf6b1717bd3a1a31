/**
 * Proves what a note says by a count of denials, a person that the patient lives with, a dated drug, and the letters of an eye:
 * none of the first is linked as the patient's own; a code says which eye. The same of words of two meanings, doubtful signs,
 * creams, questions of a form behind a family history, the politeness of letters, names of persons, the limits of a
 * laboratory's legend and lines of HL7 messages.
 */

import { expect, test } from 'vitest'
import { openStarter } from '../support/linker.ts'

const medlink = openStarter()

const problemsIn = (text: string) =>
  medlink.comprehend({ text, ontology: 'icd-10-cm', find: ['problem'] }).entities

test.each([
  ['Headache since Monday. Fever, cough, gout: absent x3.', ['fever', 'cough', 'gout'], 'NEGATION'],
  ['Fever, gout: denied x 2.', ['fever', 'gout'], 'NEGATION'],
  ['Lives with a man with gout.', ['gout'], 'PERTAINS_TO_FAMILY'],
  ['Son, who himself has asthma, called.', ['asthma'], 'PERTAINS_TO_FAMILY'],
  ['Had gout last time. Fever today.', ['gout'], 'PAST_HISTORY'],
  ['Trimethoprim 2016: rash. Fever now.', ['rash'], 'PAST_HISTORY'],
] as const)('"%s": %j are not had', (text, names, trait) => {
  for (const name of names) {
    const found = problemsIn(text).find((each) => each.text.toLowerCase() === name)
    expect(found?.traits.map((each) => each.name)).toContain(trait)
  }
})

test.each([
  ['RE severe NPDR.', /right eye/],
  ['Severe NPDR OU.', /bilateral/],
  ['Severe NPDR od.', /right eye/],
])('"%s" %s', (text, eye) => {
  const [found] = problemsIn(text)
  expect(found!.results[0]!.metadata.preferred_name).toMatch(eye)
})

test.each([
  ['Ex-smoker.', true],
  ['Ex-smoker leaflet.', false],
])(
  '"%s": a code that says a history is linked where nothing else is said of it: %s',
  (text, isLinked) => {
    expect(problemsIn(text)[0]?.results[0]?.is_linked).toBe(isLinked)
  },
)

const linkedIn = (text: string) =>
  problemsIn(text).filter(({ results }) => results[0]?.is_linked === true)

test.each([
  ['The rash fits with shingles.', 'fits'],
  ['Fits the picture of gout.', 'fits'],
  ['Pain worse in the cold.', 'cold'],
  ['Cold, pale leg.', 'cold'],
  ['Cough today. Wheeze +/-.', 'wheeze'],
  ['Eczema cream prn.', 'eczema'],
  ['Rash on arm. Asthma pump given.', 'asthma'],
  ['Grateful if you could see this man whose brother has gout.', 'gout'],
  ['Grateful if you could exclude gout.', 'gout'],
  ['Unable to confirm that she has gout.', 'gout'],
  ['Nearly meets criteria for depression.', 'depression'],
  ['Neighbour has gout.', 'gout'],
  ['Cough. Gallstones, cholecystectomy 2012.', 'gallstones'],
  ['Family history:\nAny diabetes? Yes\nAny gout? Yes', 'gout'],
  ['HbA1c 5.3% [NORMAL <5.7, DIABETES >=6.5]', 'diabetes'],
  ['Uric acid 5. >7 = gout, <2 = low.', 'gout'],
  ['TSH 1.8 (HYPOTHYROIDISM >4.5, normal 0.4-4.5)', 'hypothyroidism'],
  ['BMI 24. >30 OBESITY, >40 morbid.', 'obesity'],
  ['T-score -0.5. OSTEOPOROSIS < -2.5; OSTEOPENIA -1.0 to -2.5', 'osteoporosis'],
  ['Na 139. HYPONATREMIA: <135.', 'hyponatremia'],
  ['Seen today.\nDG1|1||GOUT|||A', 'gout'],
])('"%s": no yes for %s', (text, name) => {
  expect(linkedIn(text).map((each) => each.text.toLowerCase())).not.toContain(name)
})

test.each([
  ['Rash on arm, 3 fits with fever.', 'fits with fever'],
  ['Fever and cold for 3 days.', 'cold'],
  ['Fever, cough +/- sputum.', 'cough'],
  ['Eczema, uses cream.', 'eczema'],
  ['3/7 hx of cough, no fever.', 'cough'],
  ['I would be grateful if you would see Mrs Lee who has gout.', 'gout'],
  ['I can confirm that she has gout.', 'gout'],
  ['He meets criteria for depression.', 'depression'],
  ['John has gout.', 'gout'],
  ['Mrs A Patel has gout.', 'gout'],
  ['PMH: gout, cholecystectomy 2012.', 'gout'],
  ['Asthma review. ACT 22', 'asthma'],
  ['4. Family history: mother DM\n5. Any illness? Asthma', 'asthma'],
  ['FH: father MI\nCurrent health: gout', 'gout'],
  ['Cough >3 weeks. Has gout.', 'cough'],
  ['Diabetes >10 years, HbA1c >14%.', 'diabetes'],
  ['Fever >39, rash.', 'fever'],
  ['Hyponatremia, Na <120.', 'hyponatremia'],
  ['Gout | asthma | cough', 'gout'],
])('"%s": a yes for %s', (text, name) => {
  const found = linkedIn(text).find((each) => each.text.toLowerCase() === name)
  expect(found?.traits.map((each) => each.name)).not.toContain('PERTAINS_TO_FAMILY')
  expect(found).toBeDefined()
})

test('a question behind a family history is of the patient', () => {
  const found = problemsIn('FH: father MI\nAny gout? Yes').find((each) => each.text === 'gout')
  expect(found!.traits.map(({ name }) => name)).toEqual(['DIAGNOSIS'])
})

test('a dash of one test is no verdict on the next: "Asthma +ve DM -ve HTN +ve"', () => {
  const traits = problemsIn('Asthma +ve DM -ve HTN +ve').map((each) =>
    each.traits.some(({ name }) => name === 'NEGATION'),
  )
  expect(traits).toEqual([false, true, false])
})

test.each([
  ['He used to run the gout clinic.', false],
  ['His mother is a gout nurse.', false],
  ['Her brother wrote a thesis on gout.', false],
  ['Past president of the Asthma Society.', false],
  ['Family history of asthma.', true],
  ['Mother has asthma.', true],
])('"%s": the topic of a work is no history: %s', (text, isLinked) => {
  expect(linkedIn(text).length > 0).toBe(isLinked)
})

test.each([
  ['Pneumonia and gout, both burned out.', false],
  ['Gout and cellulitis, both went.', false],
  ['Gout and cellulitis, both went untreated.', true],
  ['Pneumonia. The face is straight again.', false],
  ['Cellulitis and pneumonia. The film is clear on both counts.', false],
  ['Asthma; the chest is clear again.', true],
  ['Asthma from 2004 to 2006.', false],
  ['Asthma from age 5 to 12.', false],
  ['Asthma from 2004 to now.', true],
  ['The cellulitis recurred last week.', true],
])('"%s": a verdict or a range of years ends what is before it: %s', (text, isLinked) => {
  expect(linkedIn(text).length > 0).toBe(isLinked)
})

test.each([
  ['1st pregnancy - pneumonia; 2nd - cellulitis.', false],
  ['Her second labour complicated by pneumonia.', false],
  ['First pregnancy, pneumonia.', true],
  ['Last visit: pneumonia.', false],
  ['Last visit: asthma.', true],
  ['Bed 4: pneumonia. Bed 5: cellulitis.', false],
  ['Bed 4: pneumonia, day 3.', true],
  ['Seen 3 weeks ago with pneumonia. Now on amoxicillin.', true],
  ['Admitted 3 days ago with pneumonia.', true],
  ['Ward round: bed 1 pneumonia home; bed 2 cellulitis IV.', false],
  ['Moved from bed 3 to bed 4, pneumonia.', true],
  ['Looked after a case of pneumonia.', false],
  ['Antenatal: mum has cellulitis.', false],
  ['Breastfeeding, mum has cellulitis.', false],
  ['Breastfeeding mum with cellulitis.', true],
  ['Needlestick from pt with gout.', false],
  ['Works with patients with cellulitis.', false],
  ['Call from pt with gout.', true],
  ['Cat diagnosed with gout.', false],
  ['Calves with pneumonia.', false],
  ['Father present, known asthma.', false],
  ['3 sibs, one asthma.', false],
  ['Pneumonia aged 9 in Spain.', false],
  ['Aged 19 pneumonia.', false],
  ['Asthma from 3 to 9 y.', false],
  ['Asthma from age 3.', true],
  ['Gallstones, gallbladder removed 2011.', false],
  ['Gallstones, appendix removed 2004.', true],
  ['Gallstones, awaiting cholecystectomy.', true],
  ['Previously well until pneumonia 2 days ago.', true],
])('"%s": the head of a sentence says whose and when it is: %s', (text, isLinked) => {
  const own = linkedIn(text).filter(({ results }) => !results[0]!.term_id.startsWith('Z'))
  expect(own.length > 0).toBe(isLinked)
})

test.each([
  ['Admitted 3-12 March with pneumonia, now back with gout.', 'pneumonia', 'gout'],
  ['Seen 3 weeks ago with pneumonia. Now gout.', 'pneumonia', 'gout'],
])('"%s": %s was then, and %s is now', (text, then, now) => {
  const linked = linkedIn(text).map((each) => each.text)
  expect(linked).toContain(now)
  expect(linked).not.toContain(then)
})
