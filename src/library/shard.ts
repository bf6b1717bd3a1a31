import { hash } from 'node:crypto'
import { isRecord } from '../contract.ts'
import { MedlinkError } from '../errors.ts'

/** One part of many that share the work without knowing of each other. */
export interface Shard {
  /** From 1 to `count`. */
  readonly index: number
  readonly count: number
}

/** "2/8" as a shard. @throws MedlinkError `invalid_request` */
export function parseShard(text: string): Shard {
  const [, index, count] = (/^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? []).map(Number)
  if (index !== undefined && count !== undefined && index >= 1 && index <= count)
    return { index, count }
  throw new MedlinkError(
    'invalid_request',
    'a shard has the form i/n, with i from 1 to n, such as 2/8',
  )
}

/**
 * True if a shard answers a request: exactly one of them does, and equal requests have the same one, whatever their
 * `request_id` and the order of their keys.
 *
 * Goes by the first 32 bits of the SHA-256 of the request as JSON, its keys sorted.
 */
export function isOfShard(request: unknown, { index, count }: Shard): boolean {
  const text = JSON.stringify(
    isRecord(request) ? { ...request, request_id: undefined } : request,
    sorted,
  )
  return Number.parseInt(hash('sha256', text ?? '').slice(0, 8), 16) % count === index - 1
}

function sorted(_: string, value: unknown): unknown {
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
