/** What a batch answers, to be compared with what is answered to its requests one by one. */

/** All that comes, in order. */
export async function collect<T>(outcomes: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const outcome of outcomes) all.push(outcome)
  return all
}

/** What a question asked alone answers, an error in the form of a failed outcome. */
export function answeredAlone<Request>(
  ask: (request: Request) => { request_id: string },
  request: Request,
): unknown {
  try {
    return withoutId(ask(request), request)
  } catch (error) {
    const { code, message } = error as { code: string; message: string }
    return withoutId({ request_id: '', error: { code, message } }, request)
  }
}

/** An outcome without the id that it was given where the request has none. */
export function withoutId<T extends { request_id: string }>(outcome: T, request: unknown): T {
  const given = (request as { request_id?: unknown } | null)?.request_id
  return { ...outcome, request_id: typeof given === 'string' && given !== '' ? given : '-' }
}
