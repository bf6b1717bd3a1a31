import type { Assertion } from '../clinical/assertions.ts'
import type { SectionKind, Sentence } from '../clinical/sections.ts'
import type {
  Attribute,
  Entity,
  LinkedOntology,
  LinkResultItem,
  ParsedComprehendRequest,
  Problem,
} from '../contract.ts'
import type { MedlinkIndex } from '../index/reader.ts'
import type { Work } from '../index/work.ts'
import type { Analyzer } from '../language/analyze.ts'
import type { Linker, MentionLinker } from '../linker/pipeline.ts'
import type { Exclusions, Findings } from '../ontologies/ontology.ts'
import type { EntityLinker } from './entity-linker.ts'
import type { Draft, OtherKind } from './kinds/draft.ts'
import type { FoundDrug } from './kinds/medication.ts'
import type { LinkMemory } from './link-memory.ts'
import type { Mention, Note } from './mentions.ts'
import type { NoteText } from './note-text.ts'
import type { Sites } from './sites-elsewhere.ts'
import type { SpanFinder } from './spans.ts'

/** Everything that the stages need of the open index of problems. */
export interface ProblemTools {
  readonly index: MedlinkIndex
  readonly findings: Findings
  readonly linker: Linker
  readonly analyzer: Analyzer
  readonly finder: SpanFinder
  readonly memory: LinkMemory
  readonly exclusions: Exclusions | undefined
}

/** Everything that the stages need of the open index of another kind. */
export interface KindTools {
  readonly ontology: LinkedOntology
  readonly linker: MentionLinker
  readonly memory: LinkMemory
}

/** Indexes of the kinds that a request asks for and that are installed. */
export interface Tools {
  readonly analyzer: Analyzer
  readonly problem: ProblemTools | undefined
  readonly others: ReadonlyMap<OtherKind, KindTools>
}

/** One request about a text on its way through the stages. */
export interface Task {
  readonly request: ParsedComprehendRequest
  readonly tools: Tools
  /** Steps taken so far and their limit. */
  readonly work: Work
}

/** A stage of the pipeline: from what the stage before gives to what the next one takes. */
export type Stage<Input, Output> = (input: Input, task: Task) => Output

/** A condition of a text as the others see it: with one that the patient has, too, another may have another code. */
export interface Companion {
  readonly mention: Mention
  /** As the text has it. */
  readonly name: string
  /** The first candidate of its words alone. */
  readonly first: LinkResultItem | undefined
  /** True if the patient has it by all that the text says. */
  readonly isPresent: boolean
}

/** The heart and the kidneys of a patient, wherever in a text they are named. */
export interface Organs {
  /** True if the heart fails. */
  readonly hasHeart: boolean
  /** True if the kidneys have a chronic disease. */
  readonly hasKidneys: boolean
  /** True if that is of the last stages. */
  readonly isLast: boolean
}

/** The problems of a text, not linked yet. */
export interface FoundProblems {
  /** The text with its attributes. */
  readonly note: Note
  readonly linker: EntityLinker
  /** The linker's own answer to the text, if it is short enough to be one mention. */
  readonly whole: readonly LinkResultItem[] | undefined
  /** True if the whole text is one mention: the linker's answer to it is a yes. */
  readonly isMention: boolean
  /** Parts of the body that the text names, read when they are asked for. */
  readonly sites: () => Sites
  /** In order of place. */
  readonly problems: readonly FoundProblem[]
  /** The same as the others see them, with the types of diabetes and the organs that they say; linked when they are asked for. */
  readonly companions: () => readonly Companion[]
  readonly diabetes: () => ReadonlySet<string>
  readonly organs: () => Organs
}

/** A problem with the statements of the text about it. */
export interface FoundProblem {
  readonly mention: Mention
  readonly section: SectionKind | undefined
  /** True if words that touch it may be of its name, see `stateProblems`. */
  readonly isInDoubt: boolean
  readonly said: readonly Assertion[]
  /** Words that keep it from being stated as present. */
  readonly unclear: readonly string[]
  /** Words that do so if it is a diagnosis, and no sign or symptom. */
  readonly unclearDiagnosis: readonly string[]
  readonly attributes: readonly Attribute[]
}

/** Entities that have been found in a text, of each kind by the stage of that kind. */
export interface Found {
  readonly note: NoteText
  readonly problems: FoundProblems | undefined
  /** Drugs, which are medications or allergies. */
  readonly drugs: readonly FoundDrug[]
  /** Entities of other kinds, in the order of their stages. */
  readonly drafts: readonly Draft[]
}

/** A linked problem with its section. */
export interface LinkedProblem {
  readonly problem: Problem
  readonly section: SectionKind | undefined
}

/** Entities of a text with their candidates. */
export interface Linked {
  readonly problems: readonly LinkedProblem[]
  readonly others: readonly Entity[]
}

/** In words before a problem: where a name that takes in the problem may begin. */
const LONGEST_START = 3

/**
 * Sentences in which entities of a kind count: all if they are asked for, else those with a problem that a name of such an
 * entity may take in.
 *
 * @param lengthAt length in words of the longest name that begins at a word; 0 if none does
 */
export function sentencesFor(
  kind: OtherKind,
  lengthAt: (forms: readonly string[], at: number) => number,
  { note: { words, sentences }, problems }: Found,
  { others }: Tools,
): readonly Sentence[] {
  if (others.has(kind)) return sentences
  const forms = words.map(({ form }) => form)
  const own = new Set<number>()
  for (const { mention } of problems?.problems ?? []) {
    if (own.has(mention.sentence)) continue
    for (let at = Math.max(0, mention.from - LONGEST_START); at < mention.to; at++)
      if (at + lengthAt(forms, at) > mention.from) {
        own.add(mention.sentence)
        break
      }
  }
  return sentences.filter((_, i) => own.has(i))
}
