import { readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  type JSONWebKeySet,
  type JWTHeaderParameters,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  type JWTVerifyResult,
  jwtVerify,
  SignJWT,
} from 'jose'
import { MedlinkError } from '../../medlink.ts'
import { type Caller, callerOf, claimsOf } from './caller.ts'

/** The tokens that are valid: at least a secret or a key set. */
export interface TokenSettings {
  /** Secret that all programs which make or read tokens share: HS256. */
  readonly secret?: string | undefined
  /** The previous shared secret: tokens that were signed with it are still valid, and no new token is signed with it. */
  readonly secretBefore?: string | undefined
  /** Public keys of the issuer of tokens, as a JSON Web Key Set: an http(s) URL or a file. RS256, ES256 and EdDSA. */
  readonly jwks?: string | undefined
  /** Required values of `iss` and `aud`; default: any or missing. */
  readonly issuer?: string | undefined
  readonly audience?: string | undefined
}

/** Seconds by which clocks may differ. */
const LEEWAY_SECONDS = 60
const WITH_SECRET = ['HS256']
const WITH_KEYS = ['RS256', 'ES256', 'EdDSA']
/** Form of a key's name: no path, and no character that would break a line of the log. */
const KEY_ID = /^[\w.~:=+-]{1,200}$/
/** Longer than any token of Medlink's, and short enough to be checked at once. */
const MAX_TOKEN_LENGTH = 8192
/** Valid tokens of the shared secret that are remembered: checking a signature takes longer than a short link. */
const MAX_REMEMBERED = 1000
/** Time for which a fetched key set is valid, and the shortest time between two fetches for missing keys. */
const KEYS_FRESH_MS = 600_000
const KEYS_COOLDOWN_MS = 30_000
const KEYS_TIMEOUT_MS = 5_000

/** Reads tokens: every algorithm has its own keys, so that none can be taken for another's. */
export class TokenReader {
  readonly #settings: TokenSettings
  /** Tried one after the other, as long as a signature is wrong. */
  readonly #keys: readonly JWTVerifyGetKey[]
  readonly #algorithms: readonly string[]
  /** Valid tokens of a shared secret, which no process changes while it runs, until they expire (epoch milliseconds). */
  readonly #remembered = new Map<string, { readonly caller: Caller; readonly until: number }>()

  /** @throws MedlinkError `settings_invalid` for a key set that cannot be read, `no_access` for its file */
  constructor(settings: TokenSettings) {
    const { secret, secretBefore, jwks } = settings
    const secrets = [secret, secretBefore].flatMap((each) => (each === undefined ? [] : [each]))
    const shared = secrets.map((each) => new TextEncoder().encode(each))
    const keys = jwks === undefined ? undefined : openKeySet(jwks)
    this.#settings = settings
    this.#algorithms = [...(shared.length > 0 ? WITH_SECRET : []), ...(keys ? WITH_KEYS : [])]
    this.#keys = [shared[0], ...shared.slice(1)].map((secret) => async (header, token) => {
      refuseKeyId(header)
      const isShared = WITH_SECRET.includes(header.alg)
      if (isShared && secret !== undefined) return secret
      if (!isShared && keys !== undefined) return keys(header, token)
      throw new errors.JOSEAlgNotAllowed()
    })
  }

  /**
   * The caller that a token names; undefined for an invalid one, for whatever reason.
   *
   * @throws MedlinkError `no_access` if the keys cannot be fetched
   */
  async read(token: string): Promise<Caller | undefined> {
    if (token.length > MAX_TOKEN_LENGTH) return undefined
    const remembered = this.#recall(token)
    if (remembered !== undefined) return remembered
    const { issuer, audience } = this.#settings
    try {
      const { payload, protectedHeader } = await this.#verify(token, {
        algorithms: [...this.#algorithms],
        clockTolerance: LEEWAY_SECONDS,
        requiredClaims: ['exp'],
        ...(issuer !== undefined && { issuer }),
        ...(audience !== undefined && { audience }),
      })
      const caller = callerOf(payload)
      // Public keys may be taken back: their tokens are checked each time.
      if (caller !== undefined && WITH_SECRET.includes(protectedHeader.alg))
        this.#remember(token, caller, (payload.exp! + LEEWAY_SECONDS) * 1000)
      return caller
    } catch (error) {
      if (isTokensFault(error)) return undefined
      // An error of reading the file has its own message.
      const { message } =
        error instanceof MedlinkError
          ? error
          : { message: 'the keys of MEDLINK_JWKS cannot be fetched' }
      throw new MedlinkError('no_access', message, { cause: error })
    }
  }

  #recall(token: string): Caller | undefined {
    const known = this.#remembered.get(token)
    if (known === undefined) return undefined
    if (Date.now() < known.until) return known.caller
    this.#remembered.delete(token)
    return undefined
  }

  #remember(token: string, caller: Caller, until: number): void {
    if (this.#remembered.size === MAX_REMEMBERED) {
      const [oldest] = this.#remembered.keys()
      this.#remembered.delete(oldest!)
    }
    this.#remembered.set(token, { caller, until })
  }

  async #verify(token: string, options: JWTVerifyOptions): Promise<JWTVerifyResult> {
    let wrong: unknown
    for (const key of this.#keys) {
      try {
        return await jwtVerify(token, key, options)
      } catch (error) {
        if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error
        wrong = error
      }
    }
    throw wrong
  }
}

/** Makes tokens with a shared secret, such as {@link TokenReader} reads. */
export async function signToken(
  caller: Caller,
  lifetimeSeconds: number,
  { secret, issuer, audience }: TokenSettings & { readonly secret: string },
): Promise<string> {
  const token = new SignJWT(claimsOf(caller))
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt()
    .setExpirationTime(`${lifetimeSeconds}s`)
  if (issuer !== undefined) token.setIssuer(issuer)
  if (audience !== undefined) token.setAudience(audience)
  return token.sign(new TextEncoder().encode(secret))
}

function refuseKeyId({ kid }: JWTHeaderParameters): void {
  if (kid !== undefined && !(typeof kid === 'string' && KEY_ID.test(kid)))
    throw new errors.JWSInvalid('key id')
}

/** True if an error says that a token is invalid, and not that it could not be checked. */
function isTokensFault(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return false
  // A fault of fetching the keys is of the class that the others extend, and of no other.
  return error instanceof errors.JOSEError && error.constructor !== errors.JOSEError
}

function openKeySet(place: string): JWTVerifyGetKey {
  if (!/^https?:\/\//.test(place)) return new KeyFile(place).key
  const keys = createRemoteJWKSet(new URL(place), {
    cacheMaxAge: KEYS_FRESH_MS,
    cooldownDuration: KEYS_COOLDOWN_MS,
    timeoutDuration: KEYS_TIMEOUT_MS,
  })
  return (header, token) => keys(header, token)
}

/** Public keys in a file, which is read again when it has changed: a key that was taken out is refused from then on. */
class KeyFile {
  readonly #path: string
  #read: { readonly of: string; readonly keys: JWTVerifyGetKey }

  constructor(place: string) {
    this.#path = place.startsWith('file:') ? fileURLToPath(place) : place
    this.#read = this.#readKeys()
  }

  readonly key: JWTVerifyGetKey = async (header, token) => {
    const failure = this.#refresh()
    try {
      return await this.#read.keys(header, token)
    } catch (error) {
      throw failure !== undefined && error instanceof errors.JWKSNoMatchingKey ? failure : error
    }
  }

  /** Why the file cannot be read now, as while it is being written: until it can, the keys stay as they were. */
  #refresh(): unknown {
    try {
      if (this.#version() !== this.#read.of) this.#read = this.#readKeys()
      return undefined
    } catch (error) {
      return error
    }
  }

  /** Differs for a file that was written again, and for another one under the same name. */
  #version(): string {
    try {
      const { ino, size, mtimeNs } = statSync(this.#path, { bigint: true })
      return [ino, size, mtimeNs].join()
    } catch (error) {
      throw unreadable(error)
    }
  }

  #readKeys() {
    // First: a file that changes while it is read is read again.
    const of = this.#version()
    try {
      const set = JSON.parse(readFileSync(this.#path, 'utf8')) as JSONWebKeySet
      return { of, keys: createLocalJWKSet(set) }
    } catch (error) {
      throw unreadable(error)
    }
  }
}

function unreadable(cause: unknown): MedlinkError {
  return new MedlinkError(
    'settings_invalid',
    'MEDLINK_JWKS must be an http(s) URL, or a file that holds a JSON Web Key Set',
    { cause },
  )
}
