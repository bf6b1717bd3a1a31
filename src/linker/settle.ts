import type { LinkReason, Rejection } from '../contract.ts'
import type { OperatingPoint } from './model.ts'
import type { Proof } from './proof.ts'

/** What is decided of the first candidate. */
export interface Settled {
  readonly reason: LinkReason
  /** In [0, 1]: of a link, how often such links are right; of any other answer less than of every link. */
  readonly probability: number
}

/** By how much an answer that is not linked stays below every one that is. */
const BELOW_LINKED = 0.01

/**
 * Whether a proof is enough for a yes, and if not, why: what speaks against the candidate comes first, then what it
 * leaves over or adds, then whether another one is as good.
 *
 * @param likelihood how likely the candidate is right where it is not linked
 * @param objection what keeps even a proven one from a yes: another one is as good, or it is not what was asked for
 */
export function settle(
  { links, shareRight }: OperatingPoint,
  likelihood: number,
  rejection: Rejection | undefined,
  { basis, left, added }: Proof,
  objection: LinkReason | undefined,
): Settled {
  const notLinked = (reason: LinkReason): Settled => {
    const least = Math.min(...links.map(shareRight))
    return { reason, probability: Math.min(likelihood, least - BELOW_LINKED) }
  }
  if (rejection !== undefined) return notLinked(rejection)
  if (links.includes(basis))
    return objection === undefined
      ? { reason: 'linked', probability: shareRight(basis) }
      : notLinked(objection)
  if (left.length > 0) return notLinked('name_incomplete')
  return notLinked(added.length > 0 ? 'name_adds' : 'below_threshold')
}
