import type { LinkRequest } from '../medlink.ts'

/** What every command that links may be told to ask for, by the contract's keys. */
export type RequestOptions = Readonly<
  Pick<LinkRequest, 'strictness' | 'assume' | 'billable' | 'encounter' | 'granularity'>
>

/** What a command's options ask of each request; undefined where nothing was said. */
export function askedFor(options: RequestOptions): RequestOptions {
  const { strictness, assume, billable, encounter, granularity } = options
  return { strictness, assume, billable, encounter, granularity }
}
