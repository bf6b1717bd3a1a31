import { expect, test } from 'vitest'
import {
  nameIndexEntries,
  parseIndexCode,
  readIndexXml,
} from '../../../../src/ontologies/icd10cm/release/alphabetic.ts'
import { tempReleaseFile } from '../../../support/temp-release.ts'

test.each([
  { text: 'E11.9', code: 'E11.9' },
  { text: 'C50.-', code: 'C50' },
  { text: 'C79.8-', code: 'C79.8' },
  { text: 'S72.00-', code: 'S72.00' },
  { text: 'Y37.6X-', code: 'Y37.6X' },
  { text: 'A52.73 [J99]', code: 'A52.73' },
  { text: 'E85.4- [I68.0]', code: 'E85.4' },
  { text: '[J99]', code: undefined },
  { text: '--', code: undefined },
  { text: '-', code: undefined },
  { text: ' ', code: undefined },
])('reads the code in "$text" as $code', ({ text, code }) => {
  expect(parseIndexCode(text)).toBe(code)
})

const inTerm = (xml: string) => `<mainTerm><title>Abscess</title>${xml}</mainTerm>`
const term = (title: string, rest = '<code>A00</code>') =>
  `<term level="1"><title>${title}</title>${rest}</term>`

test.each([
  {
    what: 'a main term',
    xml: '<mainTerm><title>Abscess</title><code>L02</code></mainTerm>',
    name: 'Abscess',
  },
  { what: 'a path', xml: inTerm(term('abdomen', term('wall'))), name: 'Abscess, abdomen, wall' },
  {
    what: 'alternatives',
    xml: inTerm(term('cable car, not on rails')),
    name: 'Abscess, cable car, not on rails',
  },
  {
    what: 'optional words',
    xml: inTerm(term('wall<nemod>(any) (part)</nemod>')),
    name: 'Abscess, wall',
  },
  {
    what: 'optional words inside',
    xml: inTerm(term('hand to hand<nemod>(unarmed)</nemod> combat')),
    name: 'Abscess, hand to hand combat',
  },
  {
    what: 'optional words before a comma',
    xml: inTerm(term('road<nemod>(way)</nemod>, street')),
    name: 'Abscess, road, street',
  },
  { what: 'NEC', xml: inTerm(term('wall<nemod>(any)</nemod> NEC')), name: 'Abscess, wall' },
  { what: 'NOS', xml: inTerm(term('type NOS, wall')), name: 'Abscess, type, wall' },
  { what: 'nothing but NEC', xml: inTerm(term('NEC')), name: 'Abscess' },
  {
    what: 'an entity',
    xml: inTerm(term('Crohn&apos;s &amp; other')),
    name: "Abscess, Crohn's & other",
  },
  {
    what: 'see also and a code',
    xml: inTerm(term('wall', '<seeAlso>B00</seeAlso><code>A00</code>')),
    name: 'Abscess, wall',
  },
])('names an entry with $what: $name', async ({ xml, name }) => {
  const file = await tempReleaseFile('index.xml', `<ICD10CM.index>${xml}</ICD10CM.index>`)
  expect(nameIndexEntries((await readIndexXml(file)).entries).map(({ text }) => text)).toEqual([
    name,
  ])
})

test.each(['see', 'seeAlso', 'seecat', 'subcat', 'manif'])(
  'skips an entry with <%s> only',
  async (tag) => {
    const xml = inTerm(term('wall', `<${tag}>A00</${tag}>`))
    const file = await tempReleaseFile('index.xml', `<ICD10CM.index>${xml}</ICD10CM.index>`)
    expect((await readIndexXml(file)).entries).toEqual([])
  },
)

test('refuses malformed XML with file and line', async () => {
  const file = await tempReleaseFile('index.xml', '<ICD10CM.index>\n<letter>\n<title>A</letter>')
  await expect(readIndexXml(file)).rejects.toMatchObject({
    code: 'release_invalid',
    message: expect.stringContaining('index.xml line 3: malformed XML'),
  })
})
