/**
 * Consents of patients, as a consent manager such as ABDM's makes them. Medlink stores which consent a document came under, and
 * checks the dates where a workspace demands a consent. It does not request consents and verifies none with their manager.
 */

import type { FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { Consent, Document, Records } from '../../records/records.ts'
import { nameConsents } from '../audit.ts'
import { HttpError } from '../errors.ts'

/**
 * Care management, break the glass, public health, healthcare payment, disease specific research, self requested: ABDM's codes of
 * the purpose of use.
 */
const PURPOSES = ['CAREMGT', 'BTG', 'PUBHLTH', 'HPAYMT', 'DSRCH', 'PATRQT'] as const

const EXPIRY = 'must be a whole number of epoch seconds'
/** A consent in a body. Only a UUID: the audit trail has the identifier, and texts may name persons. */
export const consentSchema = z
  .strictObject(
    {
      id: z
        .uuid('must be a UUID')
        .toLowerCase()
        .meta({ description: 'Identifier of the consent artefact' }),
      purpose: z.enum(PURPOSES, `must be one of ${PURPOSES.join(', ')}`),
      expires_at: z.int(EXPIRY).nonnegative(EXPIRY).meta({ description: 'Epoch seconds' }),
    },
    'must be an object of id, purpose and expires_at',
  )
  .meta({ description: 'Consent of the patient' })

const TEXT = 'must be JSON of id, purpose and expires_at'
/** A consent in a form or a header: the same as JSON. */
export const consentTextSchema = z
  .string(TEXT)
  .transform((text, { addIssue }) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      addIssue({ code: 'custom', message: TEXT })
      return z.NEVER
    }
  })
  .pipe(consentSchema)

/** Demands of workspaces. */
export class Consents {
  readonly #workspaces: Records['workspaces']
  readonly #now: () => number

  /** @param now clock in epoch milliseconds */
  constructor({ workspaces }: Pick<Records, 'workspaces'>, now: () => number) {
    this.#workspaces = workspaces
    this.#now = now
  }

  /** Demand of a workspace as it is now: any process may have changed it. */
  async demandOf(bid: string): Promise<ConsentDemand> {
    const { demands_consent } = await this.#workspaces.get(bid)
    return new ConsentDemand(demands_consent, this.#now)
  }
}

/** Demand of one workspace; every consent is good where there is none. */
export class ConsentDemand {
  readonly isMade: boolean
  readonly #now: () => number

  constructor(isMade: boolean, now: () => number) {
    this.isMade = isMade
    this.#now = now
  }

  /**
   * Checks the consents under which a request reads or writes, and names them in its entry of the audit trail.
   *
   * @throws HttpError `consent_required` if one is missing or has expired
   */
  require(request: FastifyRequest, consents: readonly (Consent | undefined)[]): void {
    nameConsents(request, [...new Set(consents.flatMap((each) => each?.id ?? []))])
    if (!this.isMade) return
    for (const consent of consents) {
      if (consent === undefined) throw new HttpError('consent_required')
      if (this.#hasExpired(consent))
        throw new HttpError('consent_required', 'the consent has expired')
    }
  }

  /** True if the consent under which a document came has expired: nothing of its contents is shown. */
  withholds({ consent }: Pick<Document, 'consent'>): boolean {
    return this.isMade && consent !== undefined && this.#hasExpired(consent)
  }

  /** @throws HttpError `consent_required` for a document that is withheld */
  requireShown(document: Pick<Document, 'consent'>): void {
    if (this.withholds(document))
      throw new HttpError('consent_required', 'the consent of the document has expired')
  }

  #hasExpired({ expires_at }: Consent): boolean {
    return expires_at * 1000 <= this.#now()
  }
}

/** A document without its contents, as a list has it whose consent has expired. */
export function withoutContents({ title: _, document_date: __, ...document }: Document): Document {
  return { ...document, tags: [], auto_tags: [], cases: [], has_thumbnail: false }
}
