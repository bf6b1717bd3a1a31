import { ignoredFields, readHints } from '../internal.ts'
import { type LinkedOntology, type LinkRequest, linkRequestSchema } from '../medlink.ts'
import { type Io, remark } from './io.ts'

/** Options of every command that links, by the contract's keys. */
export type RequestOptions = Readonly<
  Pick<LinkRequest, 'strictness' | 'assume' | 'billable' | 'encounter' | 'granularity'>
>

/** Options of the hints of any ontology, as they are typed. */
export interface HintOptions {
  readonly unit?: string
  readonly specimen?: string
  readonly specimenText?: string
  readonly value?: string
  readonly range?: string
  readonly panelName?: string
  readonly method?: string
  readonly extendedTestName?: string
  readonly form?: string
  readonly genericName?: string
  readonly doseUnit?: string
  readonly doseCustom?: string
  readonly age?: string
  readonly sex?: string
}

/** Says which hints and options of a request mean nothing to its vocabulary. */
export function remarkIgnored(
  io: Io,
  ontology: LinkedOntology,
  request: Omit<LinkRequest, 'query' | 'ontology'>,
): void {
  const { ignored } = readHints(ontology, request.metadata)
  const all = [...ignored, ...ignoredFields(linkRequestSchema, { ...request, ontology })]
  if (all.length > 0) remark(io, `${ontology} does not use ${all.join(', ')}: ignored`)
}

/** Fields of each request by a command's options; undefined for options that were not given. */
export function askedFor(options: RequestOptions): RequestOptions {
  const { strictness, assume, billable, encounter, granularity } = options
  return { strictness, assume, billable, encounter, granularity }
}
