/** A client of the envelope in node:crypto alone, as contract 4.6a and RFC 7518, 5.2.2 describe it. */

import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

/** What is sent; an answer has no kid. */
export interface Envelope {
  readonly protected: string
  readonly iv: string
  readonly ciphertext: string
  readonly tag: string
  readonly kid?: string
}

/** An initialization vector, what was encrypted and its tag. */
export interface Encrypted {
  readonly iv: Buffer
  readonly ciphertext: Buffer
  readonly tag: Buffer
}

export const HEADER = '{"alg":"dir","enc":"A128CBC-HS256"}'

export function keyOf(secret: string): Buffer {
  return Buffer.concat([Buffer.from(secret), Buffer.from(secret)])
}

export function encrypt(key: Buffer, iv: Buffer, plaintext: Buffer, authenticated: Buffer) {
  const cipher = createCipheriv('aes-128-cbc', key.subarray(16), iv)
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()])
  return { iv, ciphertext, tag: tagOf(key, iv, ciphertext, authenticated) }
}

/** @throws Error where the tag is another */
export function decrypt(
  key: Buffer,
  { iv, ciphertext, tag }: Encrypted,
  authenticated: Buffer,
): Buffer {
  if (!tagOf(key, iv, ciphertext, authenticated).equals(tag)) throw new Error('another tag')
  const decipher = createDecipheriv('aes-128-cbc', key.subarray(16), iv)
  return Buffer.concat([decipher.update(ciphertext), decipher.final()])
}

/** An envelope around a text. @param part what shall stand as `protected` */
export function sealBy(
  secret: string,
  kid: string,
  text: string | Buffer,
  part = encoded(HEADER),
): Required<Envelope> {
  const made = encrypt(keyOf(secret), randomBytes(16), Buffer.from(text), Buffer.from(part))
  return {
    protected: part,
    iv: made.iv.toString('base64url'),
    ciphertext: made.ciphertext.toString('base64url'),
    tag: made.tag.toString('base64url'),
    kid,
  }
}

export function encoded(text: string): string {
  return Buffer.from(text).toString('base64url')
}

/** The text of an envelope. @throws Error where the key is another */
export function openBy(secret: string, envelope: Envelope): string {
  const bytes = (part: 'iv' | 'ciphertext' | 'tag') => Buffer.from(envelope[part], 'base64url')
  const encrypted = { iv: bytes('iv'), ciphertext: bytes('ciphertext'), tag: bytes('tag') }
  return decrypt(keyOf(secret), encrypted, Buffer.from(envelope.protected)).toString()
}

function tagOf(key: Buffer, iv: Buffer, ciphertext: Buffer, authenticated: Buffer): Buffer {
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE(BigInt(authenticated.length * 8))
  const hmac = createHmac('sha256', key.subarray(0, 16))
  for (const part of [authenticated, iv, ciphertext, length]) hmac.update(part)
  return hmac.digest().subarray(0, 16)
}
