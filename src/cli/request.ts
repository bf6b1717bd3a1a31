import type { LinkRequest } from '../medlink.ts'

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
}

/** Fields of each request by a command's options; undefined for options that were not given. */
export function askedFor(options: RequestOptions): RequestOptions {
  const { strictness, assume, billable, encounter, granularity } = options
  return { strictness, assume, billable, encounter, granularity }
}
