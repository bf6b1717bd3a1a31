/**
 * Links texts with a mark in each, and prints as JSON what of them stands in the heap before and after closing. A process
 * of its own, so that the heap holds nothing else.
 *
 *   node --import tsx memory-child.ts FILE DIR…
 *
 * FILE is written and left there; the ontologies of the folders are snomed, loinc, medication and icd-10-cm.
 */

import { readFileSync } from 'node:fs'
import { setFlagsFromString, writeHeapSnapshot } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type Medlink, openMedlink } from '../../src/medlink.ts'

const NAMES = ['snomed', 'loinc', 'medication', 'icd-10-cm'] as const
const [file, ...dirs] = process.argv.slice(2)

/**
 * A word that nobody else writes, as bytes, which are outside of the heap: this file may not keep it there itself. It is
 * long enough for V8 to make it a view of the text that it stands in.
 */
const markOf = (i: number) =>
  Buffer.from(['zqxv', 'kjwq', 'vxqz', 'qwjk'].join('abcd'[i]), 'latin1')

/** Makes a mark too long for a word. */
const REPEATED = 6

/** Texts with a mark in every place that is remembered: words, numbers, codes, brackets, units, long tokens. */
const textsWith = (own: string) => [
  `${own} asthma of ${own}`,
  `fracture ${own}-${own} (${own} mg/dl) 12345678901234${own}`,
  `glucose (3 ${own}/L)`,
  `${own.repeat(REPEATED)} gout, ${own} asthma`,
  `creatinine {${own}} fever`,
  `Tab ${own} 500mg 1-0-1 x 5 days for ${own}, dolo${own} 650`,
]

function ask(medlink: Medlink, ontology: (typeof NAMES)[number], own: string): void {
  const metadata = { unit: `mg{${own}}`, specimen_text: own, panel_name: own, value: `3 ${own}` }
  const drug = { generic_name: own, form: own, dose_unit: own, dose_custom: own }
  for (const query of textsWith(own)) {
    medlink.link({ query, ontology })
    medlink.explain({ query, ontology })
    if (ontology === 'loinc') medlink.link({ query, ontology, metadata })
    if (ontology === 'medication') medlink.link({ query, ontology, metadata: drug })
    medlink.suggest({ prefix: query, ontology })
  }
}

/** A function of its own: what a caller has made of a mark stays on its stack until it returns. */
function askAll(opened: readonly Medlink[]): void {
  for (const [i, ontology] of NAMES.entries())
    ask(opened[i]!, ontology, markOf(i).toString('latin1'))
}

/** What of these texts stands in any string of the heap, but for the last one that a pattern was found in. */
function stillThere(texts: Readonly<Record<string, Buffer>>): string[] {
  ;/./.test('-')
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const heap = readFileSync(writeHeapSnapshot(file))
  return Object.keys(texts).filter((what) => heap.includes(texts[what]!))
}

const opened = NAMES.map((_, i) => openMedlink({ dir: dirs[i]! }))
askAll(opened)
const texts = Object.fromEntries(
  NAMES.flatMap((ontology, i) => [
    [`word of ${ontology}`, markOf(i)],
    [`text of ${ontology}`, Buffer.concat([markOf(i), Buffer.from(' asthma')])],
    [`long word of ${ontology}`, Buffer.concat(Array<Buffer>(REPEATED).fill(markOf(i)))],
  ]),
)
const open = stillThere(texts)
for (const medlink of opened) medlink.close()
console.log(JSON.stringify({ open, closed: stillThere(texts) }))
