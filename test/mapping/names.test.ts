/**
 * Proves of a project's decisions as site names, of LOINC:
 * 1. a name is bound to the unit and specimen that its term has, and links requests with these
 * 2. terms with other hints, and those that contradict each other however they are written, are left out and counted
 * 3. those on whom reviewers do not agree are none
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { exportNames } from '../../src/mapping/names.ts'
import type { NewDecision } from '../../src/mapping/project.ts'
import { createProject } from '../../src/mapping/projects.ts'
import { openMedlink } from '../../src/medlink.ts'
import { miniRoot } from '../support/shared-index.ts'
import { tempFolder } from '../support/tiny-index.ts'
import { sourceRow } from './projects.ts'

/** Names with their hints, codes by reviewer, and whether the code means the same. */
const TERMS: readonly (readonly [
  string,
  Record<string, string>,
  Record<string, string>,
  boolean?,
])[] = [
  ['ward sugar', { unit: 'mg/dL' }, { Ann: '2345-7' }],
  ['ward sugar', { unit: 'mmol/L', specimen: 'Serum' }, { Ann: '718-7', Ben: '718-7' }],
  ['ward sugar', {}, { Ann: '1920-8' }],
  ['Ward  Sugar', { unit: 'MG / dl' }, { Ann: '2345-7' }],
  ['iron', { unit: 'g' }, { Ann: '2345-7' }],
  ['IRON', { unit: 'G' }, { Ann: '718-7' }],
  ['salt', { range: '1 - 2' }, { Ann: '2345-7' }],
  ['lead', {}, { Ann: '2345-7', Ben: '718-7' }],
  ['zinc', {}, { Ann: '2345-7' }, false],
]

test('are bound to their hints, and link', async () => {
  const dir = await miniRoot('loinc')
  const medlink = openMedlink({ dir })
  onTestFinished(() => medlink.close())
  const folder = tempFolder()
  const project = await createProject(
    join(folder, 'p'),
    medlink,
    { ontology: 'loinc', columns: [] },
    TERMS.map(([name, hints], i) => ({ ...sourceRow(`${i}`, name), hints })),
    { workers: 1 },
  )
  onTestFinished(() => project.close())
  for (const [i, [, , codes, isSame = true]] of TERMS.entries())
    for (const [reviewer, code] of Object.entries(codes)) {
      const decision: NewDecision = {
        ...{ term: i + 1, seen: 9, decision: 'other', code, title: code },
        relation: isSame ? 'equivalent' : 'narrower',
      }
      await project.decide(reviewer, [decision])
    }

  const names = join(folder, 'names.tsv')
  expect(await exportNames(project, names)).toEqual({
    names: 3,
    left_out: { relation: 1, hints: 1, words: 0, contradicting: 2 },
  })
  expect(readFileSync(names, 'utf8')).toBe(
    [
      'name\tontology\tcode\tnote\tunit\tspecimen',
      'ward sugar\tloinc\t2345-7\t\tmg/dL\t',
      'ward sugar\tloinc\t718-7\t\tmmol/L\tSerum',
      'ward sugar\tloinc\t1920-8\t\t\t',
      '',
    ].join('\n'),
  )
  const remarks: string[] = []
  const named = openMedlink({ dir, names, onWarning: (remark) => remarks.push(remark) })
  onTestFinished(() => named.close())
  for (const [metadata, code] of [
    [{ unit: 'mg/dL' }, '2345-7'],
    [{ unit: 'mmol/L', specimen: 'serum' }, '718-7'],
    [{ unit: 'g' }, '1920-8'],
    [{}, '1920-8'],
  ] as const) {
    const { results } = named.link({ query: 'Ward sugar', ontology: 'loinc', metadata })
    expect(results).toMatchObject([
      { term_id: code, is_linked: true, metadata: { link_basis: 'site_name' } },
    ])
  }
  expect(remarks).toEqual([])
})
