import type { LinkRequest } from '../medlink.ts'

/** Options of every command that links, by the contract's keys. */
export type RequestOptions = Readonly<
  Pick<LinkRequest, 'strictness' | 'assume' | 'billable' | 'encounter' | 'granularity'>
>

/** Fields of each request by a command's options; undefined for options that were not given. */
export function askedFor(options: RequestOptions): RequestOptions {
  const { strictness, assume, billable, encounter, granularity } = options
  return { strictness, assume, billable, encounter, granularity }
}
