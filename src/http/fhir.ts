import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type FhirOptions, fhirRoutes } from '../fhir/fhir.ts'
import { refuseOtherCharset } from './answering.ts'
import { BodyReader } from './body-reader.ts'
import { HttpError } from './errors.ts'
import { loggedError } from './log.ts'

/** Operations that answer with a resource write its numbers as they were sent. */
const LIMITS = { maxValues: 200_000, allowsInexact: true }

/**
 * Serves FHIR R4 at /fhir: bodies are read as strictly as all others, and callers need a token.
 *
 * @param options `publicUrl` is the origin of the server
 */
export async function serveFhir(
  app: FastifyInstance,
  {
    medlink,
    snomedEdition,
    publicUrl,
  }: Pick<FhirOptions, 'medlink' | 'snomedEdition' | 'publicUrl'>,
): Promise<void> {
  const reader = new BodyReader()
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/fhir+json',
      { parseAs: 'buffer' },
      async (request: FastifyRequest, body: Buffer) => {
        refuseOtherCharset(request)
        return reader.read(request, body, LIMITS)
      },
    )
    await scope.register(fhirRoutes, {
      ...{ prefix: '/fhir', medlink, snomedEdition, config: { policy: 'token' } },
      publicUrl: publicUrl === undefined ? undefined : `${publicUrl}/fhir`,
      messageOf: (error) => (error instanceof HttpError ? error.message : undefined),
      onFault: (error, { log }) => log.error({ error: loggedError(error) }, 'an operation failed'),
    })
  })
}
