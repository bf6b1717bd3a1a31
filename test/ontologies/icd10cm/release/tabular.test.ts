import { expect, test } from 'vitest'
import { isName, readTabular } from '../../../../src/ontologies/icd10cm/release/tabular.ts'
import { openRelease } from '../../../../src/ontologies/release-files.ts'
import { tempReleaseFile } from '../../../support/temp-release.ts'

const MINI = new URL('../../../fixtures/icd10cm-mini', import.meta.url).pathname

test('reads version, chapters, blocks and names of the tabular list', async () => {
  const release = await openRelease(MINI)
  const list = await readTabular(release.find(/tabular/)[0]!)
  expect(list.version).toBe('2027')
  expect(list.chapters.map(({ number, range }) => `${number} ${range}`)).toEqual([
    '2 C00-D49',
    '4 E00-E89',
    '10 J00-J99',
    '19 S00-T88',
  ])
  expect(list.blocks.get('C4A')).toEqual({
    range: 'C43-C44',
    title: 'Melanoma and other malignant neoplasms of skin',
  })
  expect(list.blocks.get('C50')).toEqual({ range: 'C50', title: 'Malignant neoplasms of breast' })
  expect(list.names).toEqual([
    { code: 'E11', text: 'diabetes (mellitus) due to insulin secretory defect' },
    { code: 'E11.9', text: 'Type 2 diabetes NOS' },
    { code: 'E11.9', text: 'type 2 DIABETES nos' },
    { code: 'E11.8', text: 'Nothing' },
    { code: 'J45', text: 'allergic (predominantly) asthma' },
  ])
  expect(list.exclusions).toEqual([
    { subject: 'C43-C44', text: 'secondary neoplasm of skin (C79.8-)' },
    { subject: 'E11', text: 'gestational diabetes (O24.4-)' },
    { subject: 'J00-J99', text: 'a note of a range that the order file lacks (Q90.9)' },
    { subject: 'J45', text: 'chronic obstructive asthma (J44.-)' },
    { subject: 'J45', text: 'code to asthma' },
  ])
})

const note = (text: string) => `<excludes1><note>${text}</note></excludes1>`
const listOf = (notes: string) =>
  `<ICD10CM.tabular><chapter><section id="J45"><diag><name>J45</name>${notes}</diag></section></chapter></ICD10CM.tabular>`

test.each([
  { what: 'a note of 1000 characters', xml: listOf(note('x'.repeat(1000))), notes: 1 },
  { what: 'thirty thousand notes', xml: listOf(note('x').repeat(30_000)), notes: 30_000 },
])('reads $what', async ({ xml, notes }) => {
  const { exclusions } = await readTabular(await tempReleaseFile('tabular.xml', xml))
  expect(exclusions).toHaveLength(notes)
})

test.each([
  {
    what: 'a longer one',
    xml: listOf(note('x'.repeat(1001))),
    message: 'found an Excludes1 note of more than 1000 characters',
  },
  {
    what: 'more of them',
    xml: listOf(note('x').repeat(30_001)),
    message: 'found more than 30000 Excludes1 notes',
  },
])('refuses $what', async ({ xml, message }) => {
  await expect(readTabular(await tempReleaseFile('tabular.xml', xml))).rejects.toMatchObject({
    code: 'release_invalid',
    message: expect.stringContaining(message),
  })
})

test.each([
  { note: 'Meibomian (gland) cyst', named: true },
  { note: 'vitamin B12 deficiency', named: true },
  { note: 'STEC O157:H7 with Shiga toxin', named: true },
  { note: 'Escherichia coli [E. coli] O157:H- (nonmotile)', named: true },
  { note: 'Difficult conditions at work', named: true },
  { note: 'Headache with positional component, not elsewhere classified', named: true },
  { note: 'Colonic inflammatory bowel disease unclassified (IBDU)', named: true },
  { note: 'Conditions classifiable to C15', named: false },
  { note: 'any condition in I50.- due to hypertension', named: false },
  { note: 'Conditions in A50-A53', named: false },
  { note: 'Any condition listed under K45 specified as gangrenous', named: false },
  { note: 'Perineal laceration, rupture or tear as in O70.0', named: false },
  { note: 'This category is for use with other codes', named: false },
  { note: 'Codes also fistula of bile duct (K83.3)', named: false },
  { note: 'Angiostrongyliasis due to:', named: false },
  { note: '', named: false },
])('takes "$note" for a name: $named', ({ note, named }) => {
  expect(isName(note)).toBe(named)
})

test.each([
  { what: 'malformed XML', xml: '<ICD10CM.tabular>\n<chapter>\n</section>', line: 3 },
  { what: 'XML that is cut off', xml: '<ICD10CM.tabular>\n<chapter>', line: 2 },
  { what: 'another root', xml: '<?xml version="1.0"?>\n<html></html>', line: 2 },
  { what: 'no XML', xml: 'plain text', line: 1 },
])('refuses $what with file and line', async ({ xml, line }) => {
  await expect(readTabular(await tempReleaseFile('tabular.xml', xml))).rejects.toMatchObject({
    code: 'release_invalid',
    message: expect.stringContaining(`tabular.xml line ${line}: `),
  })
})
