import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asFileError } from '../internal.ts'
import { MedlinkError } from '../medlink.ts'
import type { TokenSettings } from './auth/tokens.ts'
import { DEVELOPMENT, isLoopback, type Settings } from './settings.ts'

const FILE = 'development-secret'

/** Settings by which tokens can be read. */
export type SettingsWithTokens = Settings & {
  readonly isForDevelopment: boolean
  /** True if the secret was made just now: no server has it yet. */
  readonly isSecretNew: boolean
}

/**
 * The settings with a secret where none is set: one for development, as long as no other machine reaches the server.
 *
 * @throws MedlinkError `settings_invalid` where others do; `no_access`, `disk_full`
 */
export function withSecret(settings: Settings): SettingsWithTokens {
  const { tokens, host, data } = settings
  if (tokens.secret !== undefined || tokens.jwks !== undefined)
    return { ...settings, isForDevelopment: false, isSecretNew: false }
  if (!isLoopback(host))
    throw new MedlinkError(
      'settings_invalid',
      'MEDLINK_JWT_SECRET or MEDLINK_JWKS is missing: one is generated only for a server that no other machine can reach',
    )
  const { secret, isNew } = developmentSecret(data)
  return {
    ...settings,
    tokens: { ...tokens, secret } satisfies TokenSettings,
    isForDevelopment: true,
    isSecretNew: isNew,
  }
}

/**
 * A shared secret for trying Medlink out without settings: made once, and kept in a file next to the records, so that
 * `medlink token` signs with the server's secret.
 *
 * @throws MedlinkError `no_access`, `disk_full`
 */
function developmentSecret(folder: string): { readonly secret: string; readonly isNew: boolean } {
  const file = join(folder, FILE)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    try {
      const made = `${DEVELOPMENT}${randomBytes(32).toString('base64url')}`
      writeFileSync(file, made, { flag: 'wx', mode: 0o600 })
      return { secret: made, isNew: true }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      return { secret: readFileSync(file, 'utf8').trim(), isNew: false }
    }
  } catch (error) {
    throw asFileError(file, error)
  }
}
