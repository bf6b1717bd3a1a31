import type { Medlink } from '../medlink.ts'
import type { LinkedTexts } from './coding/linked-texts.ts'
import type { Composer } from './compose.ts'
import type { Input } from './parameters.ts'
import type { Resource } from './resources.ts'
import type { Systems } from './systems.ts'

/** Levels at which operations are called: `/fhir/$code` or `/fhir/CodeSystem/$lookup`. */
export type Level = 'system' | 'CodeSystem' | 'ConceptMap' | 'ValueSet'

/** Source of every answer. */
export interface Context {
  readonly medlink: Medlink
  /** Code systems by URI, with their installed versions. */
  readonly systems: Systems
  /** Codes of value sets. */
  readonly composer: Composer
  /** Codings that earlier requests had. */
  readonly linkedTexts: LinkedTexts
}

/** A call of an operation. */
export interface Call {
  /** Parameters by name; none where the body is another resource. */
  readonly input: Input
  /** The resource of a POST; undefined for a GET. */
  readonly body: Resource | undefined
  /** The JSON text of `body` as it was sent, for an operation that keeps it. */
  readonly text: string | undefined
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal
}

type Answer = Resource | string

/** A row of the table of operations. */
export interface Operation {
  /** Without the dollar sign. */
  readonly name: string
  readonly level: Level
  /** Canonical URL of the OperationDefinition. */
  readonly definition: string
  /** Names of the parameters of an operation of Medlink's own: others are refused. Default: others are ignored, as FHIR has it. */
  readonly parameters?: readonly string[]
  /** True if the body of a POST may be any resource. Default: it must be a Parameters resource. */
  readonly takesResource?: true
  /** True if there is no GET, e.g. for input that is a resource. */
  readonly onlyPost?: true
  /** True if the call has the text of the body: numbers lose digits when they are parsed. */
  readonly keepsText?: true
  /** Bytes of a body at most. Default: the server's limit. */
  readonly bodyLimit?: number
  /**
   * Answers a call with a resource, or with the JSON text of one.
   *
   * @throws FhirError, MedlinkError
   */
  readonly handler: (context: Context, call: Call) => Answer | Promise<Answer>
}
