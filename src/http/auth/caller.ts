import { ROLES, type Role } from '../../records/records.ts'
import { UNFIT } from '../text.ts'

/** The caller, by the token. */
export interface Caller {
  /** The caller's own identifier (`sub`). */
  readonly oid: string
  /** The client that asks for the caller (`cid`). */
  readonly clientId: string
  /** The workspace (`bid`). */
  readonly bid: string
  readonly role: Role
  /** The issuer of the caller's identity; `api-key` for a program with a secret of its own. */
  readonly idp: string | undefined
  /** The log-in that the token was made for (`login`); undefined for a token that was made otherwise. */
  readonly login?: string | undefined
}

/** Claims as a token has them, before anybody has looked. */
export type Claims = Readonly<Record<string, unknown>>

/** The longest a claim may be, in UTF-16 units: they are identifiers. */
const MAX_CLAIM_LENGTH = 256

/** The caller that a verified token names; undefined where it lacks a claim or has one that is no identifier. */
export function callerOf({ sub, cid, bid, role = 'user', idp, login }: Claims): Caller | undefined {
  if (!isIdentifier(sub) || !isIdentifier(cid) || !isIdentifier(bid)) return undefined
  if (!ROLES.some((each) => each === role)) return undefined
  if (idp !== undefined && !isIdentifier(idp)) return undefined
  if (login !== undefined && !isIdentifier(login)) return undefined
  return { oid: sub, clientId: cid, bid, role: role as Role, idp, login }
}

/** The claims of a token that names a caller. */
export function claimsOf({ oid, clientId, bid, role, idp, login }: Caller): Record<string, string> {
  const others = { ...(idp !== undefined && { idp }), ...(login !== undefined && { login }) }
  return { sub: oid, cid: clientId, bid, role, ...others }
}

function isIdentifier(claim: unknown): claim is string {
  const isText = typeof claim === 'string' && claim !== '' && claim.length <= MAX_CLAIM_LENGTH
  return isText && !UNFIT.test(claim)
}
