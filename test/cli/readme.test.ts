/** Proves that the first example of the README is what the command prints. */

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { starterRoot } from '../support/shared-index.ts'
import { medlink } from './support.ts'

test('the first example is what the first command prints', async () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const [, shown = ''] = /^```\n\$ npx medlink (.*?)^```$/ms.exec(readme) ?? []
  const [command = '', ...lines] = shown.trimEnd().split('\n')
  const [, text = '', ontology = ''] = /^link "(.*)" -o (\S+) \| cut -f 1-4$/.exec(command) ?? []
  const { stdout } = await medlink(['link', text, '-o', ontology], {
    env: { MEDLINK_DIR: starterRoot('icd-10-cm') },
  })
  const cut = stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t').slice(0, 4).join('\t'))
  expect(cut).toEqual(lines)
})
