/** Contract of a sender of OTPs: there are two, and a server has one of them. */

/** An OTP is on its way. */
export interface Started {
  /** Name of this step in the next one. */
  readonly txn_id: string
  /** Where the OTP went, for the person to see: the mobile number up to its last digits is hidden. */
  readonly hint: string
}

/** The HTTP statuses of a gateway that did not send an OTP: it refused, it is asked too much, it answers nonsense, it is down, it is late. */
export type FailureStatus = 400 | 429 | 502 | 503 | 504

/** Answer about a gateway that did not send an OTP. */
export interface GatewayFailure {
  readonly code: FailureStatus
  readonly error: string
  /** The gateway's own error, without anything that may be an Aadhaar number. */
  readonly source_error?: { readonly code: string; readonly message: string } | undefined
  /** How long it asked to be left alone. */
  readonly retryAfterSeconds?: number | undefined
  /** Cause, for the log alone: the step and a status or a code of the system, nothing of a request or an answer. */
  readonly reason: string
}

export interface AadhaarGateway {
  /**
   * Has an OTP sent to the mobile number that belongs to an Aadhaar number. The number goes nowhere else: it is not kept,
   * and is in nothing that comes back.
   *
   * @param aadhaarNumber 12 digits
   * @throws the signal's reason, and nothing else
   */
  start(aadhaarNumber: string, signal: AbortSignal): Promise<Started | GatewayFailure>
}

/** Message for each failure. */
const MESSAGES: Readonly<Record<FailureStatus, string>> = {
  400: 'the Aadhaar gateway refused the request',
  429: 'too many requests to the Aadhaar gateway: try again later',
  502: 'the Aadhaar gateway gave no usable answer: the log says more under this x-request-id',
  503: 'the Aadhaar gateway cannot be reached: try again later',
  504: 'the Aadhaar gateway took too long to answer',
}

/** A failure with its message. */
export function failure(
  code: FailureStatus,
  reason: string,
  more: Pick<GatewayFailure, 'source_error' | 'retryAfterSeconds'> = {},
): GatewayFailure {
  return { code, error: MESSAGES[code], reason, ...more }
}
