import { readHints } from '../contract.ts'
import type { Analyzer, Word } from '../language/analyze.ts'
import {
  type Interpretation,
  MAX_WORDS,
  type Mention,
  type MentionReader,
} from '../ontologies/ontology.ts'
import type { Task } from './task.ts'

/** A mention taken apart. */
export interface ReadMention {
  /** The text as it came in. */
  readonly text: string
  /** All its words, even those that are too many to be read. */
  readonly written: readonly Word[]
  /** Ways to take it apart, the likeliest first; at least one. */
  readonly interpretations: readonly Interpretation<unknown>[]
}

/** A mention with what a stage made of each interpretation, made when the next stage asks for it. */
export interface Lazily<T> {
  readonly mention: ReadMention
  /** In the order of the interpretations. */
  readonly ways: Iterable<T>
}

interface ReadTools {
  readonly analyzer: Analyzer
  readonly reader: MentionReader<unknown>
}

/** Steps for each character of a text whose words are found. */
const STEPS_A_CHARACTER = 16

/**
 * Stage 2. Finds the words of a mention and has the ontology take it apart.
 *
 * Takes nothing but the task. Gives interpretations: the words of the name, and what the mention and its hints say
 * besides. Costs 16 steps a character.
 */
export function read(_: unknown, { request, tools, work }: Task<ReadTools>): ReadMention {
  const { query, ontology, metadata, assume } = request
  work.add(STEPS_A_CHARACTER * query.length)
  const all = tools.analyzer.analyze(query)
  const isWhole = all.length <= MAX_WORDS
  if (!isWhole) work.truncate()
  const mention: Mention = {
    text: isWhole ? query : query.slice(0, all[MAX_WORDS]!.start),
    words: isWhole ? all : all.slice(0, MAX_WORDS),
    hints: readHints(ontology, metadata).hints,
    assume,
  }
  return { text: mention.text, written: all, interpretations: tools.reader.read(mention) }
}
