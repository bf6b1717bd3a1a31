/** Questions of batches: known to batch.ts, which sends the requests, and to the workers, which answer them. */

import type * as z from 'zod'
import {
  type ComprehendResult,
  comprehendRequestSchema,
  type EntityKind,
  type LinkedOntology,
  type LinkResult,
  linkRequestSchema,
  parseRequest,
} from '../../contract.ts'
import {
  type Answerer,
  comprehendText,
  type Role,
  releaseAskedFor,
  type Target,
  textTargets,
} from '../answerer.ts'

interface Question {
  /** The function that asks it, for messages. */
  readonly call: string
  /** The shape of its requests. No other fields are sent to a thread: their names alone are. */
  readonly schema: z.ZodObject
  /** The indexes that a request is for. @throws if it does not say so */
  readonly targets: (
    request: unknown,
    isInstalled: (ontology: LinkedOntology) => boolean,
  ) => ReadonlyMap<Role, Target>
  /** Requests that a worker is given at a time: little work next to a message would be slow. */
  readonly chunk: number
  /** Chunks that are read ahead for each worker. */
  readonly chunksAhead: number
  /** Checks a request; gives what answers it. @throws MedlinkError `invalid_request` or `unknown_ontology` */
  readonly parse: (request: unknown) => Answering
}

type Answerers = ReadonlyMap<Role, Answerer>
type Answering = (answerers: Answerers, requestId: string) => LinkResult | ComprehendResult

const linkTarget = linkRequestSchema.pick({ ontology: true, version: true })
const textTarget = comprehendRequestSchema.pick({ ontology: true, version: true, find: true })

/**
 * A mention takes a third of a millisecond to two, a message between threads some twenty microseconds. But one in a hundred takes
 * twenty times as long, and answers wait for those before them: the more chunks the same requests are handed out in, the longer
 * the other workers have something to do meanwhile.
 */
const LINK_CHUNK = { chunk: 8, chunksAhead: 8 }
/**
 * A note takes ten milliseconds, against which a message costs nothing, and notes that are given out singly are shared
 * evenly. But a line takes one and a document fifty, and answers wait for those before them: with two ahead, two workers
 * would be idle for up to a fifth of their time and four for a third; with eight, for a fiftieth and a fifteenth
 * (simulated with the times of lines and documents of CodiEsp, 2026-11).
 */
const COMPREHEND_CHUNK = { chunk: 1, chunksAhead: 8 }

/** Questions that a batch may have for each of its requests. */
export const QUESTIONS = {
  link: {
    call: 'linkMany',
    schema: linkRequestSchema,
    targets: (request) => {
      const asked = linkTarget.parse(request)
      const { ontology } = asked
      return new Map([['mention', { ontology, version: releaseAskedFor(asked) }]])
    },
    ...LINK_CHUNK,
    parse: (request) => {
      const parsed = parseRequest(linkRequestSchema, request)
      return (answerers, requestId) => answerers.get('mention')!.link(parsed, requestId)
    },
  },
  comprehend: {
    call: 'comprehendMany',
    schema: comprehendRequestSchema,
    targets: (request, isInstalled) => textTargets(textTarget.parse(request), isInstalled),
    ...COMPREHEND_CHUNK,
    parse: (request) => {
      const parsed = parseRequest(comprehendRequestSchema, request)
      return (answerers, requestId) =>
        comprehendText(parsed, requestId, answerers as ReadonlyMap<EntityKind, Answerer>)
    },
  },
} as const satisfies Record<string, Question>

export type QuestionName = keyof typeof QUESTIONS
