/** How Aadhaar numbers are dealt with. */
export interface AadhaarSettings {
  /**
   * Sends the OTPs: the government's gateway, or `sandbox`, which sends none and is for development. Default: none; every
   * number is then refused with `gateway_missing`.
   */
  readonly gateway?: AbdmSettings | 'sandbox' | undefined
  /** True (the default) if a number must end with its check digit. */
  readonly checksDigit?: boolean | undefined
  /** True (the default) if a number may come in a body that is not in an encrypted envelope. */
  readonly allowsPlain?: boolean | undefined
}

/** Where the gateway of the Ayushman Bharat Digital Mission is, and who asks it. */
export interface AbdmSettings {
  /** Beginning of its paths, without the version: `https://abhasbx.abdm.gov.in/abha/api`. */
  readonly url: string
  /** Where tokens are made. */
  readonly sessionUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** The consent manager (`X-CM-ID`): `sbx` in the government's sandbox, `abdm` in earnest. */
  readonly managerId: string
}

const SESSION_PATH = '/api/hiecm/gateway/v3/sessions'

/** Where tokens for the two gateways that there are come from: the operating procedure, section 1. */
const KNOWN: Readonly<Record<string, Pick<AbdmSettings, 'sessionUrl' | 'managerId'>>> = {
  'abhasbx.abdm.gov.in': {
    sessionUrl: `https://dev.abdm.gov.in${SESSION_PATH}`,
    managerId: 'sbx',
  },
  'abha.abdm.gov.in': {
    sessionUrl: `https://apis.abdm.gov.in${SESSION_PATH}`,
    managerId: 'abdm',
  },
}

/** Settings of the gateway as they are given. */
export type GivenAbdmSettings = Pick<AbdmSettings, 'url' | 'clientId' | 'clientSecret'> &
  Readonly<Record<'sessionUrl' | 'managerId', string | undefined>>

/**
 * The settings of the gateway, with those that are not given: of a gateway that is not known, tokens come from the same
 * host, as in its sandbox. The version that many write at the end of its URL is taken off.
 */
export function completed({
  url,
  sessionUrl,
  managerId,
  ...client
}: GivenAbdmSettings): AbdmSettings {
  const { host, origin } = new URL(url)
  const usual = KNOWN[host] ?? { sessionUrl: `${origin}${SESSION_PATH}`, managerId: 'sbx' }
  return {
    ...client,
    url: url.replace(/\/+$/, '').replace(/\/v3$/, ''),
    sessionUrl: sessionUrl ?? usual.sessionUrl,
    managerId: managerId ?? usual.managerId,
  }
}
