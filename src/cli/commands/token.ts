import { type Role, signToken, withSecret } from '../../http/http.ts'
import { type Io, print, printJson, remark, UsageError } from '../io.ts'
import { type SettingOptions, settingsOf } from '../settings.ts'

export interface TokenOptions extends SettingOptions {
  readonly oid: string
  readonly client: string
  readonly workspace: string
  readonly role: Role
  readonly seconds: number
  readonly json?: true
}

/** Prints a token that the server of the same settings takes. */
export async function token(io: Io, options: TokenOptions): Promise<void> {
  const { oid, client, workspace: bid, role, seconds, json, ...others } = options
  const settings = withSecret(settingsOf(io, others))
  const { secret } = settings.tokens
  if (secret === undefined)
    throw new UsageError(
      'tokens come from the issuer of MEDLINK_JWKS, since MEDLINK_JWT_SECRET is not set',
    )
  if (settings.isSecretNew)
    remark(
      io,
      `no server has run with ${settings.data} yet: a server with another --data refuses this token`,
    )
  const caller = { oid, clientId: client, bid, role, idp: undefined }
  const access_token = await signToken(caller, seconds, { ...settings.tokens, secret })
  if (json) printJson(io, { access_token, expires_in: seconds })
  else print(io, access_token)
}
