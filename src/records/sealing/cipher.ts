import { createCipheriv, createDecipheriv, type KeyObject, randomUUID } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
/** Bytes of a key. */
export const KEY_BYTES = 32
const NONCE_BYTES = 12
/** Bytes that authenticate a text. */
export const TAG_BYTES = 16

/**
 * Encrypts with AES-256-GCM (NIST SP 800-38D).
 *
 * @param nonce used once with a key
 * @param context is authenticated and not stored: only the same context opens the text
 * @returns the text with its tag after it
 */
export function encrypt(
  key: KeyObject,
  nonce: Uint8Array,
  text: Uint8Array,
  context: Uint8Array = Buffer.of(),
): Buffer {
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(context)
  return Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()])
}

/** The text of {@link encrypt}; undefined if the key, the nonce or the context is another one, or a bit was changed. */
export function decrypt(
  key: KeyObject,
  nonce: Uint8Array,
  sealed: Uint8Array,
  context: Uint8Array = Buffer.of(),
): Buffer | undefined {
  if (sealed.length < TAG_BYTES) return undefined
  const end = sealed.length - TAG_BYTES
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(context).setAuthTag(sealed.subarray(end))
  const text = decipher.update(sealed.subarray(0, end))
  try {
    return Buffer.concat([text, decipher.final()])
  } catch {
    return undefined
  }
}

/** Mark of the form of a sealed text. */
const FORM = '1'

/**
 * A text for a column: the form, then a random nonce, the text and its tag in Base64. A key may seal 2^32 of them.
 *
 * @param context place of the text, such as its table, row and column
 */
export function sealText(key: KeyObject, text: Uint8Array, context: readonly string[]): string {
  const nonce = randomNonce()
  const sealed = encrypt(key, nonce, text, bytesOf(context))
  return FORM + Buffer.concat([nonce, sealed]).toString('base64url')
}

/** The text of {@link sealText}; undefined if it cannot be opened. */
export function openText(
  key: KeyObject,
  sealed: string,
  context: readonly string[],
): Buffer | undefined {
  if (!sealed.startsWith(FORM)) return undefined
  const bytes = Buffer.from(sealed.slice(FORM.length), 'base64url')
  if (bytes.length < NONCE_BYTES) return undefined
  const [nonce, text] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES)]
  return decrypt(key, nonce, text, bytesOf(context))
}

/** 12 random bytes. Node.js keeps random bytes for UUIDs: to request some each time costs more than to encrypt. */
function randomNonce(): Buffer {
  const digits = randomUUID().replaceAll('-', '')
  // Without the digits of the version and the variant, which are the 13th and the 17th.
  return Buffer.from(digits.slice(0, 12) + digits.slice(14, 16) + digits.slice(18, 28), 'hex')
}

/** Different contexts are different bytes. */
function bytesOf(context: readonly string[]): Buffer {
  return Buffer.from(JSON.stringify(context))
}
