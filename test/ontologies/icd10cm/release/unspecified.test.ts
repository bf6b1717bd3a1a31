/**
 * Proves of the code that says no more than the header above it:
 * 1. it is the header's title with what is not known or not there, or has the title among its inclusion terms
 * 2. it is no specific site, organism or stage, and no other code where the header is none
 * 3. "unspecified" comes before "without", and both before "other"; of several the one that adds least, or none
 * 4. it is followed down to the last code, and encounters are left to those who know of them
 */

import { describe, expect, test } from 'vitest'
import {
  isOfEncounter,
  unspecifiedForms,
} from '../../../../src/ontologies/icd10cm/release/unspecified.ts'

/** Below X10, by the rest of the code: a title, and inclusion terms behind "; ". */
type Below = Readonly<Record<string, string>>

/** What X10 with this title, or a code below it, is among the codes below it. */
function formOf(header: string, below: Below, of = 'X10'): string | undefined {
  const rows = Object.entries({ '': header, ...below }).map(([rest, text]) => {
    const [name, ...names] = text.split('; ')
    return { code: rest === '' ? 'X10' : `X10.${rest}`, name: name!, names }
  })
  const codes = rows.map(({ code }) => code)
  const parentOf = (code: string) =>
    codes
      .filter((each) => each !== code && code.startsWith(each))
      .sort((a, b) => b.length - a.length)[0]
  return unspecifiedForms({
    concepts: rows.map(({ code, name }) => ({
      ...{ code, name, family: 'X10', active: true, attributes: {} },
    })),
    terms: rows.flatMap(({ code, names }) =>
      names.map((text) => ({ code, text, kind: 'synonym' as const, language: 'en' })),
    ),
    edges: codes.flatMap((code) => {
      const parent = parentOf(code)
      return parent === undefined ? [] : [{ code, parent }]
    }),
  }).get(of)
}

describe('says the same:', () => {
  test.each<{ header: string; below: Below; form: string }>([
    { header: 'Gout', below: { 0: 'Idiopathic gout', 9: 'Gout, unspecified' }, form: 'X10.9' },
    {
      header: 'Asthma',
      below: {
        2: 'Mild asthma',
        9: 'Other and unspecified asthma',
        90: 'Unspecified asthma',
        901: 'Unspecified asthma with exacerbation',
        909: 'Unspecified asthma, uncomplicated',
        99: 'Other asthma',
      },
      form: 'X10.909',
    },
    {
      header: 'Type 2 diabetes mellitus',
      below: {
        8: 'Type 2 diabetes mellitus with unspecified complications',
        9: 'Type 2 diabetes mellitus without complications',
        A: 'Type 2 diabetes mellitus without complications in remission',
      },
      form: 'X10.9',
    },
    {
      header: 'Sprain of ankle',
      below: {
        0: 'Sprain of unspecified ligament of ankle',
        '01': 'Sprain of unspecified ligament of right ankle',
        '09': 'Sprain of unspecified ligament of unspecified ankle',
        '09XA': 'Sprain of unspecified ligament of unspecified ankle, initial encounter',
        1: 'Sprain of calcaneofibular ligament',
      },
      form: 'X10.09',
    },
    {
      header: 'Disorders of lipoprotein metabolism and other lipidemias',
      below: { 9: 'Disorder of lipoprotein metabolism, unspecified' },
      form: 'X10.9',
    },
    {
      header: 'Epilepsy and recurrent seizures',
      below: {
        9: 'Epilepsy, unspecified',
        90: 'Epilepsy, unspecified, not intractable; Epilepsy NOS; Recurrent seizures NOS',
        91: 'Epilepsy, unspecified, intractable',
      },
      form: 'X10.90',
    },
    {
      header: 'Concussion',
      below: {
        0: 'Concussion without loss of consciousness',
        9: 'Concussion with loss of consciousness of unspecified duration',
        A: 'Concussion with loss of consciousness status unknown',
      },
      form: 'X10.A',
    },
    {
      header: 'Intracranial injury of unspecified kind',
      below: {
        0: 'Intracranial injury of unspecified kind without loss of consciousness',
        A: 'Unspecified intracranial injury with loss of consciousness status unknown',
      },
      form: 'X10.A',
    },
    {
      header: 'Cleft lip',
      below: { 0: 'Cleft lip, bilateral', 9: 'Cleft lip, unilateral; Cleft lip NOS' },
      form: 'X10.9',
    },
    {
      header: 'Ascites',
      below: { 0: 'Malignant ascites', 8: 'Other ascites; Ascites NOS' },
      form: 'X10.8',
    },
    {
      header: 'Other anemias',
      below: { 8: 'Other anemias', 9: 'Anemia, unspecified' },
      form: 'X10.9',
    },
    {
      header: 'Other specified anemias',
      below: { 8: 'Other specified anemia', 9: 'Anemia, unspecified' },
      form: 'X10.8',
    },
    {
      header: 'Toxic effect of other substances',
      below: { 9: 'Toxic effect of unspecified substance' },
      form: 'X10.9',
    },
    {
      header: 'Cholesteatoma of middle ear',
      below: { 9: 'Unspecified cholesteatoma' },
      form: 'X10.9',
    },
    {
      header: 'Nephrotic syndrome',
      below: {
        0: 'Nephrotic syndrome with minor changes',
        9: 'Nephrotic syndrome with unspecified morphologic changes',
      },
      form: 'X10.9',
    },
    { header: 'Penicillins', below: { X: 'Penicillins' }, form: 'X10.X' },
    {
      header: 'Viral hepatitis of unspecified kind',
      below: { 1: 'Unspecified viral hepatitis B', 9: 'Unspecified viral hepatitis without coma' },
      form: 'X10.9',
    },
    {
      header: 'Raised sugar level',
      below: { 0: 'Abnormal sugar curve', 9: 'Hyperglycemia, unspecified' },
      form: 'X10.9',
    },
  ])('of $header it is $form', ({ header, below, form }) => {
    expect(formOf(header, below)).toBe(form)
  })
})

describe('no code says the same:', () => {
  test.each<{ header: string; below: Below; why: string }>([
    {
      header: 'Gout',
      below: { 0: 'Idiopathic gout', 8: 'Other gout' },
      why: 'one is specific, one is another',
    },
    {
      header: 'Gastritis and duodenitis',
      below: { 7: 'Gastritis, unspecified', 9: 'Gastroduodenitis, unspecified' },
      why: 'a part is left out',
    },
    {
      header: 'Malignant neoplasm of breast',
      below: {
        1: 'Malignant neoplasm of unspecified female breast',
        2: 'Malignant neoplasm of unspecified male breast',
      },
      why: 'each adds the sex',
    },
    {
      header: 'Fracture of femur',
      below: { 1: 'Unspecified intracapsular fracture of femur' },
      why: 'what is left open is a certain fracture',
    },
    {
      header: 'Malignant neoplasm of anus and anal canal',
      below: { 1: 'Malignant neoplasm of anal canal' },
      why: 'one word stands for two',
    },
    {
      header: 'Renal agenesis and other reduction defects of kidney',
      below: { 2: 'Renal agenesis, unspecified' },
      why: 'it is not the code for what is not specified',
    },
    {
      header: 'Asthma',
      below: { 8: 'Other asthma; Asthma' },
      why: 'an other one has it only where it says NOS',
    },
    {
      header: 'Gout',
      below: { 8: 'Unspecified gout', 9: 'Gout, unspecified' },
      why: 'two say it in the same words',
    },
    {
      header: 'Cholesteatoma of middle ear',
      below: { 1: 'Unspecified cholesteatoma' },
      why: 'it is not the code for what is not specified, and leaves a part out',
    },
    {
      header: 'Cholesteatoma of ear and mastoid',
      below: { 9: 'Unspecified cholesteatoma' },
      why: 'it leaves one of several things out',
    },
    {
      header: 'Nicotine dependence, chewing tobacco',
      below: { 1: 'Nicotine dependence, unspecified, in remission' },
      why: 'it adds that it is over',
    },
    {
      header: 'Asthma',
      below: { 0: 'Eosinophilic asthma; Asthma of eosinophils' },
      why: 'names add',
    },
    {
      header: 'Tobacco related disorders',
      below: { 9: 'Tobacco use, unspecified', 90: 'Tobacco use, unspecified, daily' },
      why: 'a header with a name of its own is no plain code',
    },
    {
      header: 'Overweight and obesity',
      below: { 9: 'Adiposity, unspecified' },
      why: 'a name of its own is of one of several things',
    },
    {
      header: 'Raised sugar level',
      below: { 1: 'Hyperglycemia, unspecified' },
      why: 'another name does not end the category',
    },
    {
      header: 'Raised sugar level',
      below: { 8: 'Glycosuria, unspecified', 9: 'Hyperglycemia, unspecified' },
      why: 'two have names of their own and are open',
    },
    {
      header: 'Raised sugar level',
      below: { 9: 'Hyperglycemia of unspecified organ' },
      why: 'a name of its own leaves its site open alone',
    },
    {
      header: 'Other raised sugar levels',
      below: { 9: 'Hyperglycemia, unspecified' },
      why: 'a rest is not all of another thing',
    },
  ])('to $header: $why', ({ header, below }) => {
    expect(formOf(header, below)).toBeUndefined()
  })
})

test('another name ends a category, and no part of one', () => {
  const below = { 1: 'Raised sugar level', 19: 'Hyperglycemia, unspecified' }
  expect(formOf('Diabetic states', below, 'X10.1')).toBeUndefined()
})

test.each([
  { code: 'S93.401A', title: 'Sprain of right ankle, initial encounter', of: true },
  { code: 'T45.AX1A', title: 'Poisoning, accidental, initial', of: true },
  { code: 'S93.401S', title: 'Sprain of right ankle, sequela', of: true },
  { code: 'H54.413A', title: 'Blindness right eye category 3', of: false },
  { code: 'O41.90X0', title: 'Disorder, initial encounter', of: false },
  { code: 'S93.401', title: 'Sprain, initial encounter', of: false },
])('$code "$title" is of an encounter: $of', ({ code, title, of }) => {
  expect(isOfEncounter(code, title)).toBe(of)
})
