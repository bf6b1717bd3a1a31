import type { ParsedLinkRequest, ReadHints } from '../contract.ts'
import type { Work } from '../index/work.ts'
import type { Word } from '../language/analyze.ts'
import type { Interpretation } from '../ontologies/ontology.ts'

/**
 * One request, or one part of a written list of conditions, on its way through the stages.
 *
 * @typeParam Tools what a stage needs of the open index
 */
export interface Task<Tools = unknown> {
  readonly request: ParsedLinkRequest
  readonly requestId: string
  /** The hints of the request. */
  readonly hints: ReadHints
  readonly tools: Tools
  /** Steps taken so far and their limit. */
  readonly work: Work
  /** Minimum Dice score of a name that is looked at. */
  readonly minDice: number
  /** Concepts whose best names are kept for certain; default: the requested rows and their rivals. */
  readonly minConcepts?: number | undefined
  /** Keeps every name of each concept that shares a name, instead of the best one. */
  readonly eachName: boolean
  /** Adds the reasons of every row to the answer. */
  readonly explains: boolean
}

/** A stage of the pipeline: from what the stage before gives to what the next one takes. */
export type Stage<Input, Output, Tools> = (input: Input, task: Task<Tools>) => Output

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
