import type { ParsedLinkRequest } from '../contract.ts'
import type { Work } from '../index/work.ts'

/**
 * One request, or one part of a written list of conditions, on its way through the stages.
 *
 * @typeParam Tools what a stage needs of the open index
 */
export interface Task<Tools = unknown> {
  readonly request: ParsedLinkRequest
  readonly requestId: string
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
