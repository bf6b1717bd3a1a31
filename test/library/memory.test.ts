/**
 * Proves of what stays in memory:
 * 1. while it is open, what is remembered are words, never the texts that they stand in, nor what is too long for a word
 * 2. when it is closed, no word of what was linked, explained or completed is left
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString, writeHeapSnapshot } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { type Medlink, openMedlink } from '../../src/medlink.ts'
import { starterRoot } from '../support/shared-index.ts'
import { tempFolder } from '../support/tiny-index.ts'

const NAMES = ['snomed', 'loinc', 'icd-10-cm'] as const

/**
 * A word that nobody else writes, as bytes, which are outside of the heap: this test may not keep it there itself. It is
 * long enough for V8 to make it a view of the text that it stands in.
 */
const markOf = (i: number) => Buffer.from(['zqxv', 'kjwq', 'vxqz', 'qwjk'].join('abc'[i]), 'latin1')

/** Makes a mark too long for a word. */
const REPEATED = 6

/** Texts with a mark in every place that is remembered: words, numbers, codes, brackets, units, long tokens. */
const textsWith = (own: string) => [
  `${own} asthma of ${own}`,
  `fracture ${own}-${own} (${own} mg/dl) 12345678901234${own}`,
  `glucose (3 ${own}/L)`,
  `${own.repeat(REPEATED)} gout, ${own} asthma`,
  `creatinine {${own}} fever`,
]

/** What of these texts stands in any string of the heap, but for the last one that a pattern was found in. */
function stillThere(texts: Readonly<Record<string, Buffer>>): string[] {
  ;/./.test('-')
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const heap = readFileSync(writeHeapSnapshot(join(tempFolder(), 'memory.heapsnapshot')))
  return Object.keys(texts).filter((what) => heap.includes(texts[what]!))
}

function ask(medlink: Medlink, ontology: (typeof NAMES)[number], own: string): void {
  const metadata = { unit: `mg{${own}}`, specimen_text: own, panel_name: own, value: `3 ${own}` }
  for (const query of textsWith(own)) {
    medlink.link({ query, ontology })
    medlink.explain({ query, ontology })
    if (ontology === 'loinc') medlink.link({ query, ontology, metadata })
    medlink.suggest({ prefix: query, ontology })
  }
}

/** A function of its own: what a caller has made of a mark stays on its stack until it returns. */
function askAll(opened: readonly Medlink[]): void {
  for (const [i, ontology] of NAMES.entries())
    ask(opened[i]!, ontology, markOf(i).toString('latin1'))
}

test('words stay until it is closed, and texts not even that long', () => {
  const opened = NAMES.map((ontology) => openMedlink({ dir: starterRoot(ontology) }))
  const words = NAMES.map((ontology, i) => [`word of ${ontology}`, markOf(i)] as const)
  askAll(opened)
  const texts = words.flatMap(([what, word]) => [
    [`text with the ${what}`, Buffer.concat([word, Buffer.from(' asthma')])] as const,
    [`what is too long, with the ${what}`, Buffer.concat(Array(REPEATED).fill(word))] as const,
  ])
  const all = Object.fromEntries([...words, ...texts])
  expect(stillThere(all)).toEqual(words.map(([what]) => what))
  for (const medlink of opened) medlink.close()
  expect(stillThere(all)).toEqual([])
}, 120_000)
