/** An answer over HTTP that ought to be JSON. */
export interface Answer {
  readonly status: number
  /** Undefined where it is no JSON, or too long. */
  readonly body: unknown
  /** `retry-after`, where it is a number of seconds. */
  readonly retryAfterSeconds: number | undefined
}

/** A request over HTTP. */
export interface Question {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly body?: unknown
}

/** Longer answers are not read to their end: none that means anything comes near. */
const MAX_BYTES = 64 * 1024

/**
 * Asks a server for JSON. Redirects are not followed: the request holds what no other server may see.
 *
 * @throws TypeError if the server cannot be reached or breaks off; the signal's reason
 */
export async function exchange(question: Question, signal: AbortSignal): Promise<Answer> {
  const { method, url, headers, body } = question
  const response = await fetch(url, {
    ...{ method, signal, redirect: 'manual' as const },
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? null : JSON.stringify(body),
  })
  const retryAfter = response.headers.get('retry-after') ?? ''
  return {
    status: response.status,
    body: await readJson(response),
    retryAfterSeconds: /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : undefined,
  }
}

async function readJson({ body }: Response): Promise<unknown> {
  if (body === null) return undefined
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    // Leaving the loop ends the connection.
    if (bytes > MAX_BYTES) return undefined
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    return undefined
  }
}

/**
 * Result of some work within a time.
 *
 * @param signal ends it sooner
 * @param work ends when its own signal says so; after that time it is waited for no longer
 * @throws what the work throws; `late()` after the time; the signal's reason
 */
export function within<Result>(
  ms: number,
  late: () => Error,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const limit = new AbortController()
    const end = (settle: () => void) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', leave)
      settle()
    }
    const stop = (reason: unknown) =>
      end(() => {
        reject(reason)
        limit.abort(reason)
      })
    const leave = () => stop(signal!.reason)
    const timer = setTimeout(() => stop(late()), ms)
    if (signal?.aborted) return leave()
    signal?.addEventListener('abort', leave)
    work(limit.signal).then(
      (result) => end(() => resolve(result)),
      (error) => end(() => reject(error)),
    )
  })
}
