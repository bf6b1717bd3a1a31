import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import * as z from 'zod'
import { LINKED_ONTOLOGIES } from '../src/contract.ts'
import type { EvaluationCase } from '../src/library/evaluate.ts'
import { readCases } from './queries.ts'

/** The cases of one file for one ontology. */
export interface EvalSet {
  /** The file's name without its ending. */
  readonly name: string
  readonly ontology: string
  readonly cases: readonly EvaluationCase[]
}

const ofLinkedOntology = z.object({
  request: z.object({ ontology: z.enum(LINKED_ONTOLOGIES) }),
  gold: z.array(z.string()),
})

/** The sets of a folder that are cases of a linked ontology; documents, sentences and rows without codes are left out. */
export function readEvalSets(folder: string): EvalSet[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.jsonl'))
    .sort()
    .flatMap((file) => {
      const path = join(folder, file)
      const [firstLine = ''] = readFileSync(path, 'utf8').split('\n', 1)
      const first = ofLinkedOntology.safeParse(JSON.parse(firstLine))
      if (!first.success) return []
      const { ontology } = first.data.request
      return [{ name: basename(file, '.jsonl'), ontology, cases: readCases(path) }]
    })
}
