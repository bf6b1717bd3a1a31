/** Proves that the examples of the README with their output are what the commands print. */

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { requireOntology } from '../../src/ontologies/all.ts'
import { starterRoot } from '../support/shared-index.ts'
import { medlink } from './support.ts'

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
const EXAMPLES = [...README.matchAll(/^```\n\$ npx medlink ([^\n]*)\n(.*?)^```$/gms)].map(
  ([, command = '', shown = '']) => ({ command, shown: shown.trimEnd().split('\n') }),
)

/** The columns that `cut -f` is told to print: "1-4", "1,2,4". */
function columnsOf(list: string): number[] {
  return list.split(',').flatMap((part) => {
    const [from = 0, to = from] = part.split('-').map(Number)
    return Array.from({ length: to - from + 1 }, (_, i) => from + i)
  })
}

test('there is one of a condition, one of a prescription and one of a note', () => {
  expect(EXAMPLES.map(({ command }) => / -o (\S+)/.exec(command)?.[1])).toEqual([
    'icd-10-cm',
    'medication',
    'icd-10-cm',
  ])
})

test.each(EXAMPLES)('$command prints what stands below it', async ({ command, shown }) => {
  const [, text = '', name = '', options = '', list = ''] =
    /^link "(.*)" -o (\S+)((?: -[kv] \w+)?) \| cut -f (\S+)$/.exec(command) ?? []
  const { name: ontology } = requireOntology(name)
  const argv = ['link', text, '-o', ontology, ...options.trim().split(' ').filter(Boolean)]
  const { stdout } = await medlink(argv, { env: { MEDLINK_DIR: starterRoot(ontology) } })
  const cut = stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
    .map((cells) => columnsOf(list).map((column) => cells[column - 1]))
  expect(cut.map((cells) => cells.join('\t'))).toEqual(shown)
})
