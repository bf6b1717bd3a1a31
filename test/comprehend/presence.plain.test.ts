/**
 * Proves that plain statements of the patient's own condition are linked, whoever reports it and whatever else their sentence
 * tells, and that the same words about nobody's, a denied or another person's condition are not.
 */

import { expect, test } from 'vitest'
import { openStarter } from '../support/linker.ts'

const medlink = openStarter()

const NOT_OWN = /FAMILY|HYPOTHETICAL|LOW_CONFIDENCE|NEGATION|PAST/

const ownIn = (text: string) =>
  medlink
    .comprehend({ text, ontology: 'icd-10-cm', find: ['problem'] })
    .entities.filter(
      ({ results, traits }) =>
        results[0]?.is_linked === true && !traits.some(({ name }) => NOT_OWN.test(name)),
    )
    .map(({ text: name }) => name.toLowerCase())

test.each([
  ['The neurologist has now confirmed that she has epilepsy.', 'epilepsy'],
  ['I am sure she has gout.', 'gout'],
  ['I have told her she has asthma.', 'asthma'],
  ['I agree with the diagnosis of gout.', 'gout'],
  ['Attending agrees with gout.', 'gout'],
  ['Gout - confirmed.', 'gout'],
  ['He has long had asthma.', 'asthma'],
  ['She is being treated for gout with allopurinol.', 'gout'],
  ['Her GP has put her on allopurinol for gout.', 'gout'],
  ['He has had asthma all his life.', 'asthma'],
  ['She has had asthma since she was a child.', 'asthma'],
  ['He has gout and his daughter cares for him.', 'gout'],
  ['Her mother died of a stroke and she has gout.', 'gout'],
  ['Like his father, he has gout.', 'gout'],
  ['His brother is well; he has gout.', 'gout'],
  ['She has not got over her pneumonia.', 'pneumonia'],
  ['The tablets did not help her migraine.', 'migraine'],
  ['He denies missing any tablets for his epilepsy.', 'epilepsy'],
  ['Hardly a day goes by without a migraine.', 'migraine'],
  ['The claimant has asthma.', 'asthma'],
  ['Little Tom has asthma.', 'asthma'],
  ['My gout is back.', 'gout'],
  ['She has the following:\n- gout\n- asthma', 'asthma'],
  ['Epilepsy, missed his tablets.', 'epilepsy'],
  ['Migraine, triptan wearing off.', 'migraine'],
  ['Gout, off work till Monday.', 'gout'],
  ['Asthma, off school till Monday.', 'asthma'],
  ['Cough walking the dog.', 'cough'],
  ['Asthma every May.', 'asthma'],
  ['Film confirms pneumonia.', 'pneumonia'],
  ['Under rheumatology for gout.', 'gout'],
  ['Repeat script for gout.', 'gout'],
  ['He tells me the migraine comes weekly.', 'migraine'],
  ['Came down with pneumonia.', 'pneumonia'],
  ['CT AP shows pneumonia.', 'pneumonia'],
  ['Her asthma is driving her mad.', 'asthma'],
  ['Fell off a chair, migraine since.', 'migraine'],
  ['The cough has not gone away.', 'cough'],
])('"%s": a yes for %s', (text, name) => {
  expect(ownIn(text)).toContain(name)
})

test.each([
  'Nothing has confirmed that she has epilepsy.',
  'Epilepsy, refuted.',
  'Gout, till proven otherwise.',
  'Film confirms no pneumonia.',
  'MRI to confirm gout.',
  'CT AP shows no pneumonia.',
  'The cough has gone away.',
  'Under rheumatology for ?gout.',
  'He tells me his wife has migraine.',
  'Fit note for his wife with pneumonia.',
  'I am not sure she has gout.',
  'I have told her she does not have asthma.',
  'I do not agree with the diagnosis of gout.',
  'Gout - not confirmed.',
  'She was treated for gout with allopurinol years ago.',
  'She is well and his daughter has gout.',
  'Her mother has gout and she is well.',
  'Her mother died in May, she had gout.',
  'Mother told us she has gout.',
  'Her trainee has gout.',
  'Like his father, he is well; his father had gout.',
  'She has got over her pneumonia.',
  'None of the following: gout, asthma.',
  "Little Tom's brother has asthma.",
])('"%s": no yes', (text) => {
  expect(ownIn(text)).toEqual([])
})

test.each([
  ['Gout, uric acid 9', 'gout'],
  ['HTN, BP 160/100', 'htn'],
  ['Gout, avoid beer', 'gout'],
  ['Eczema, emollients', 'eczema'],
  ['Fever, PCM given', 'fever'],
  ['Sore throat, parent informed', 'sore throat'],
  ['Heart failure, furosemide, 4 kg off.', 'heart failure'],
  ['Hyponatremia 121, fluid restricted to 1 L.', 'hyponatremia'],
  ['Allopurinol for gout', 'gout'],
  ['Metformin for T2DM', 't2dm'],
  ['Methotrexate withheld due to pneumonia.', 'pneumonia'],
  ['MHx: gout.', 'gout'],
  ['Existing conditions: asthma', 'asthma'],
  ["I've had asthma for ten years", 'asthma'],
  ["She's had a cough for 2 weeks", 'cough'],
  ['Had fever since yesterday', 'fever'],
])('"%s": a yes for %s, with what was done or measured', (text, name) => {
  expect(ownIn(text)).toContain(name)
})

test.each([
  'Hepatitis, chronic active',
  'Gout, excluded',
  'Measles, MMR given',
  'Pneumonia, rule out',
  'Adrenaline for anaphylaxis',
  'Consider allopurinol for gout',
  'Mum on allopurinol for gout',
  'Existing conditions: no asthma',
  "I've had vertigo before",
  'She had pneumonia.',
])('"%s": no yes for what may be of the name, is given against it, or is over', (text) => {
  expect(ownIn(text)).toEqual([])
})

test.each([
  'Pneumonia, fine since.',
  'Sciatica injected, since then fine.',
  'Pneumonia in January; chest now clear.',
  'Gonorrhea while a sailor.',
  'Tibial fracture from his football days.',
  'Pneumonia during the war.',
  'Pneumonia at the time of the divorce.',
  'Shingles the year she married.',
  'Cellulitis in her previous job.',
  'Shingles at 45.',
  'Asthma at university.',
  'A bout of gout many years ago.',
  'Pericarditis after a cold in 2012.',
  'She had her gout dealt with.',
  'After the pneumonia she was well.',
  'Seen in 2014 for gastroenteritis.',
  'Prior to the move he was seen for pneumonia.',
])('"%s": no yes for what is over', (text) => {
  expect(ownIn(text)).toEqual([])
})

test.each([
  ['Asthma, well on salbutamol since 2019.', 'asthma'],
  ['Cough when he was walking.', 'cough'],
  ['Gout diagnosed at university, on allopurinol.', 'gout'],
  ['Gout at the time of the visit.', 'gout'],
  ['She had her asthma reviewed.', 'asthma'],
  ['Pneumonia, now on oral antibiotics.', 'pneumonia'],
])('"%s": a yes for %s, which is not over', (text, name) => {
  expect(ownIn(text)).toContain(name)
})

test.each([
  'Her plumber has gout.',
  'Her plumber k/c/o gout.',
  'The conductor, who has gout, sits next to her.',
  'The man she is engaged to has gout.',
  'It is Mrs Lal who has gout.',
  'The one with gout is her father.',
  'Bed 6, not this patient, has gout.',
  'There is a case of measles in the lane.',
  'We had a resident with gout.',
  'I am his neighbor. I have gout.',
  'I write on behalf of my wife; I have gout.',
  'The visitor fainted; he has gout.',
  'The uncle came. He has gout.',
  'Dr Mehta, who has gout, asked me to write.',
  'The social worker rang in sick with gout.',
  'Took her lodger’s tablets for gout.',
  'Jayanti has gout; she looks after him.',
  'His friend was brought dead with pneumonia.',
  'The uncle who brought him has gout.',
  'Picks up allopurinol for his wife, gout.',
  'Gout, her brother has it.',
  'The other driver has gout.',
  'Abbu has gout.',
  'Gout: all were treated, but only the toddler has it.',
  'Letter says gout but it belongs to the man in bed 6.',
  'Called re measles on their unit; she is well.',
  'Measles at nursery, no rash seen.',
  'Measles is going on in the colony.',
])('"%s": no yes for what another person has', (text) => {
  expect(ownIn(text)).toEqual([])
})

test.each([
  ['The plumber has gout.', 'gout'],
  ['A farmer with gout.', 'gout'],
  ['Jayanti has gout; her son gives her tablets.', 'gout'],
  ['The patient has gout and it bothers him.', 'gout'],
  ['The boy came. He has gout.', 'gout'],
  ['It is he who has gout.', 'gout'],
  ['Gout, furosemide stopped.', 'gout'],
  ['Gout, family informed.', 'gout'],
  ['Gout, heparinised.', 'gout'],
  ['COPD annual check: well.', 'copd'],
  ['No driving with gout.', 'gout'],
  ['Gout: only the left toe has it.', 'gout'],
  ['Gout; the stick belongs to the home.', 'gout'],
  ['Measles, was on the ward last week.', 'measles'],
])('"%s": a yes for %s of the patient', (text, name) => {
  expect(ownIn(text)).toContain(name)
})

test.each([
  ['Gout, boot modeled.', 'gout'],
  ['Gout, cuff resited.', 'gout'],
  ['Gout, insoles crafted.', 'gout'],
  ['Gout for infusion on Thursday.', 'gout'],
  ['Gout under hydrotherapy, doing well.', 'gout'],
  ['Bloods reveal malaria.', 'malaria'],
  ['Under the medics with pneumonia.', 'pneumonia'],
  ['Gout affecting his relationship and hobbies.', 'gout'],
  ['My gout has come back with a vengeance.', 'gout'],
  ['I have gout and can barely walk.', 'gout'],
])('"%s": care, places and plans leave a yes for %s', (text, name) => {
  expect(ownIn(text)).toContain(name)
})

test.each([
  'Pneumonia, skin closed.',
  'Malaria, slides awaited.',
  'Gout, foot inspected.',
  'Hypoglycaemia, pen carried.',
  'Gout rechecked.',
  'Murmur noted? Heart failure - echo requested.',
  'Gout infusion list.',
  'Mastectomy for breast cancer.',
  'Bloods reveal no malaria.',
  'Labs to confirm malaria.',
  'If gout comes back again, call.',
])('"%s": no yes for what may be over or not there', (text) => {
  expect(ownIn(text)).toEqual([])
})

test.each([
  ['The optician spotted gout.', 'gout'],
  ['Bloods arranged by the matron showed malaria.', 'malaria'],
  ['Her vicar drops by because of her gout.', 'gout'],
  ['No beta blocker given his asthma.', 'asthma'],
  ['Her cook stays overnight as she has epilepsy.', 'epilepsy'],
  ['As you know, she is asthmatic.', 'asthmatic'],
  ['Rheum: gout.', 'gout'],
  ['Foobar fozbar: gout.', 'gout'],
  ['Gout today zorbish.', 'gout'],
  ['Dialysis patient with gout.', 'gout'],
  ['Needs tablets for her gout.', 'gout'],
  ['Wears a splint at night for gout.', 'gout'],
  ['Infected eczema.', 'eczema'],
  ['School screening picked up epilepsy.', 'epilepsy'],
  ['She has gout and can no longer drive.', 'gout'],
])('"%s": a finding, a reason, a title and care state %s', (text, name) => {
  expect(ownIn(text)).toContain(name)
})

test.each([
  'Once the optician has confirmed gout, call.',
  'The matron hopes the scan shows pneumonia.',
  'Her boss retired because of his gout.',
  'Her husband retired because of his gout.',
  'Screening for epilepsy.',
  'Gout zorbish.',
  'Gout has zorbed.',
  'Needs a referral for epilepsy.',
  'Needs a scan for gout.',
  'The GP has gout.',
  'Leaflet: gout.',
  'She no longer has gout.',
  'If she is asthmatic, call.',
])('"%s": no yes beside a finding, a reason, a title or care', (text) => {
  expect(ownIn(text)).toEqual([])
})

test.each([
  ['Seen by the ward nurse with gout.', 'gout'],
  ['Presents to the midwife with gout.', 'gout'],
  ['Away from school with measles.', 'measles'],
  ['The miner has gout.', 'gout'],
  ['He suffers dreadfully with gout.', 'gout'],
  ['My gout means I cannot get out of bed.', 'gout'],
  ['I think my gout is back.', 'gout'],
])('"%s": roles, places and manner leave a yes for %s', (text, name) => {
  expect(ownIn(text)).toContain(name)
})

test.each([
  'The ward nurse has gout.',
  'Our midwife is asthmatic.',
  'The physio suffers from gout herself.',
  'In the study most patients showed gout.',
  'Gout clinic.',
  'Originally gout.',
  'Hypothetically gout.',
  'I think it is gout.',
  'Supposedly gout.',
  'Hardly gout.',
  'Nobody found gout.',
  'Call: new gout.',
  'Imm due: measles, gout.',
  'Mtr: gout.',
  'Policyholder: gout.',
  'One of the carers has gout.',
  'Was off sick with gout.',
  'Was under the clinic 1998-2001 for gout.',
])('"%s": no yes for what staff have, or is a name or a thought', (text) => {
  expect(ownIn(text)).toEqual([])
})
