import type { DocumentOwner, ListPosition } from '../../records/records.ts'
import { HttpError } from '../errors.ts'
import type { Signer } from './signer.ts'

/** The request of a list. */
export interface Asked extends DocumentOwner {
  /** Epoch seconds. */
  readonly updatedAfter: number | undefined
}

const OFFSET = /^([\w-]{1,200})\.([\w-]{43})$/

/** A place in a list as a caller carries it: good for the same patient, in the same workspace, with the same filter. */
export function writeOffset(position: ListPosition, asked: Asked, signer: Signer): string {
  const { after, start, startedAt, refreshedAt } = position
  const { updatedAfter = null } = asked
  const parts = [after, start, startedAt, refreshedAt, updatedAfter]
  const payload = Buffer.from(JSON.stringify(parts)).toString('base64url')
  return `${payload}.${signer.sign('offset', [payload, asked.bid, asked.patient])}`
}

/**
 * The place that {@link writeOffset} wrote. The filter may be left out of what is asked: it is that of the beginning.
 *
 * @throws HttpError `invalid_request` for anything else
 */
export function readOffset(offset: string, asked: Asked, signer: Signer): ListPosition {
  const [, payload = '', signature = ''] = OFFSET.exec(offset) ?? []
  if (!signer.isSigned('offset', [payload, asked.bid, asked.patient], signature)) throw foreign()
  const [after, start, startedAt, refreshedAt, updatedAfter] = JSON.parse(
    Buffer.from(payload, 'base64url').toString(),
  )
  if (asked.updatedAfter !== undefined && asked.updatedAfter !== updatedAfter) throw foreign()
  return { after, start, startedAt, refreshedAt }
}

function foreign(): HttpError {
  return new HttpError(
    'invalid_request',
    'offset must be the next_token of a list of the same patient with the same u_at__gt',
  )
}
