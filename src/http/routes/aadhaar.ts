/** Contract 4.7: the first step of a registration by Aadhaar number, an OTP to the mobile number that belongs to it. */

import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AbdmGateway } from '../aadhaar/abdm.ts'
import type { AadhaarGateway, GatewayFailure } from '../aadhaar/gateway.ts'
import { SandboxGateway } from '../aadhaar/sandbox.ts'
import type { AadhaarSettings } from '../aadhaar/settings.ts'
import { hasCheckDigit } from '../aadhaar/verhoeff.ts'
import { isInEnvelope } from '../envelope/transport.ts'
import { errorBodySchema, GatewayError, gatewayErrorSchema, HttpError } from '../errors.ts'
import { aadhaarSchema, aadhaarStartedSchema, refusals } from '../shapes.ts'
import { untilGone } from '../until-gone.ts'

const PATH = 'aadhaar_number'
const CHECK = 'must end with its check digit'

/** A no of ours, or of the gateway. */
const eitherErrorSchema = z.union([errorBodySchema, gatewayErrorSchema])

export function aadhaarRoutes(app: FastifyInstance, settings: AadhaarSettings): void {
  const { checksDigit = true, allowsPlain = true } = settings
  const gateway = openGateway(settings.gateway)
  const requireGateway = () => {
    if (gateway === undefined) throw new HttpError('gateway_missing')
    return gateway
  }

  app.withTypeProvider<ZodTypeProvider>().post(
    '/abdm/na/v1/registration/aadhaar/init',
    {
      config: { policy: 'token' },
      // Before the body is read: a number in a form that is not accepted is not looked at.
      onRequest: async (request) => {
        if (isInEnvelope(request)) return
        requireGateway()
        if (!allowsPlain)
          throw new HttpError(
            'invalid_request',
            'the body must be in an encrypted envelope (X-Encryption: JWE)',
          )
      },
      // After the envelope is opened, so that the refusal comes in one, and before the number is looked at.
      preValidation: async () => void requireGateway(),
      schema: {
        tags: ['registration'],
        summary: 'Begin a registration by Aadhaar number',
        description:
          'Has an OTP sent to the mobile number that belongs to the Aadhaar number. The number is not stored.',
        body: aadhaarSchema,
        response: {
          200: aadhaarStartedSchema,
          ...refusals(401, 403, 413, 415),
          ...{ 400: eitherErrorSchema, 429: eitherErrorSchema, 503: eitherErrorSchema },
          ...{ 502: gatewayErrorSchema, 504: gatewayErrorSchema },
        },
      },
    },
    async ({ body: { aadhaar_number } }, reply) => {
      if (checksDigit && !hasCheckDigit(aadhaar_number))
        throw new HttpError('invalid_request', `${PATH} ${CHECK}`, [{ path: PATH, message: CHECK }])
      const outcome = await requireGateway().start(aadhaar_number, untilGone(reply))
      if ('txn_id' in outcome) return outcome
      const { retryAfterSeconds } = outcome
      if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
      throw asError(outcome)
    },
  )
}

function openGateway(gateway: AadhaarSettings['gateway']): AadhaarGateway | undefined {
  if (gateway === undefined) return undefined
  return gateway === 'sandbox' ? new SandboxGateway() : new AbdmGateway(gateway)
}

function asError({ code, error, source_error, reason }: GatewayFailure): GatewayError {
  return new GatewayError(code, error, reason, source_error)
}
