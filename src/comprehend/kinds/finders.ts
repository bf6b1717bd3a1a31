import type { MedlinkIndex } from '../../index/reader.ts'
import type { Analyzer } from '../../language/analyze.ts'
import type { MentionLinker } from '../../linker/pipeline.ts'
import { ResolvingLinker } from '../../linker/resolving-linker.ts'
import { findAllergies } from './allergy.ts'
import type { Draft, OtherKind } from './draft.ts'
import { type FoundDrug, findDrugs, medicationOf } from './medication.ts'
import type { NoteText } from './note-text.ts'
import { findProcedures } from './procedure.ts'
import { findTests } from './test.ts'

/** An open index with its linker. */
export interface OpenVocabulary {
  readonly index: MedlinkIndex
  readonly linker: MentionLinker
  readonly analyzer: Analyzer
}

/** Finds the entities of one kind in notes, by one index. */
export type FindKind = (note: NoteText) => readonly Draft[]

/** Finders of each kind, for one index. */
export const FINDERS: Readonly<Record<OtherKind, (open: OpenVocabulary) => FindKind>> = {
  medication: (open) => {
    const drugs = drugFinder(open)
    return (note) => drugs(note).map((drug) => medicationOf(note.text, drug))
  },
  test: () => findTests,
  procedure: () => findProcedures,
  allergy: (open) => {
    const drugs = drugFinder(open)
    return (note) => findAllergies(note, drugs(note))
  },
}

/** Drugs of the note that was read last, by the linker that found them: two kinds ask for the same ones. */
const lastDrugs = new WeakMap<MentionLinker, { note: NoteText; drugs: FoundDrug[] }>()

function drugFinder({ linker }: OpenVocabulary): (note: NoteText) => FoundDrug[] {
  if (!(linker instanceof ResolvingLinker)) throw new TypeError('drugs are found by a resolver')
  const { finder } = linker
  return (note) => {
    const last = lastDrugs.get(linker)
    if (last?.note === note) return last.drugs
    const drugs = findDrugs(note, finder)
    lastDrugs.set(linker, { note, drugs })
    return drugs
  }
}
