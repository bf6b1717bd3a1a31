import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'

/** 32 MiB and some 80 ms for each try; OWASP's password storage sheet gives N = 2^15, r = 8, p = 3 and its likes. */
const COST = { ln: 15, r: 8, p: 1 }
const SALT_BYTES = 16
const HASH_BYTES = 32

/** A hash that belongs to no secret: who asks for a client that there is not waits as long as for one that there is. */
export const NO_SECRET = format(COST, Buffer.alloc(SALT_BYTES), Buffer.alloc(HASH_BYTES))

interface Cost {
  /** Binary logarithm of N. */
  readonly ln: number
  readonly r: number
  readonly p: number
}

/** 256 random bits, base64url. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** A salted scrypt hash of a secret with all that is needed to check one: a PHC string, `$scrypt$ln=15,r=8,p=1$…$…`. */
export async function hashSecret(secret: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return format(COST, salt, await derive(secret, salt, COST))
}

/** True if a hash is that of a secret. Takes the same time for every secret. */
export async function isSecretOf(stored: string, secret: string): Promise<boolean> {
  const [, ln, r, p, salt, hash] =
    /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/.exec(stored) ?? []
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) }
  const found = await derive(secret, Buffer.from(salt!, 'base64url'), cost)
  return timingSafeEqual(found, Buffer.from(hash!, 'base64url'))
}

function format({ ln, r, p }: Cost, salt: Buffer, hash: Buffer): string {
  return `$scrypt$ln=${ln},r=${r},p=${p}$${salt.toString('base64url')}$${hash.toString('base64url')}`
}

function derive(secret: string, salt: Buffer, { ln, r, p }: Cost): Promise<Buffer> {
  const N = 2 ** ln
  // It needs 128 * N * r bytes and a little more.
  const options: ScryptOptions = { N, r, p, maxmem: 2 * 128 * N * r }
  return new Promise((resolve, reject) => {
    scrypt(secret, salt, HASH_BYTES, options, (error, hash) =>
      error === null ? resolve(hash) : reject(error),
    )
  })
}
