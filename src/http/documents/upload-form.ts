import type { Signer } from './signer.ts'

/** How long forms are good: files of a hospital's line may take a while. */
export const UPLOAD_SECONDS = 3600

/** Where files of signed forms are taken. */
export const UPLOAD_ROUTE = '/mr/api/v1/uploads/:id/:place'

/** A form that takes one file without a token: its fields are sent before a part `file`. */
export interface UploadForm {
  readonly url: string
  readonly fields: UploadGrant
}

/** Fields of a form, as a form has them. */
export interface UploadGrant {
  /** Epoch seconds, in digits. */
  readonly expires: string
  readonly signature: string
}

/** Makes forms that give leave to upload a file of a document until they expire. */
export class UploadForms {
  readonly #signer: Signer
  readonly #now: () => number

  /** @param now clock in epoch milliseconds */
  constructor(signer: Signer, now: () => number) {
    this.#signer = signer
    this.#now = now
  }

  /** @param origin of the server as its callers know it */
  form(origin: string, id: string, place: number): UploadForm {
    const expires = String(Math.floor(this.#now() / 1000) + UPLOAD_SECONDS)
    const signature = this.#signer.sign('upload', [id, place, expires])
    const path = UPLOAD_ROUTE.replace(':id', id).replace(':place', String(place))
    return { url: `${origin}${path}`, fields: { expires, signature } }
  }

  isGood(id: string, place: number, { expires, signature }: UploadGrant): boolean {
    if (!this.#signer.isSigned('upload', [id, place, expires], signature)) return false
    return Number(expires) > this.#now() / 1000
  }
}
