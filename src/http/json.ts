import { visit } from 'jsonc-parser'
import { HttpError } from './errors.ts'

/** Deeper than any request of the contract, and no danger to a stack. */
const MAX_DEPTH = 32

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * A request's body, read strictly: input that two programs may read in two ways is refused. That is bytes that are no
 * UTF-8, a key that an object has twice, a key that leads to an object's prototype, and anything nested deeper than {@link
 * MAX_DEPTH}.
 *
 * @throws HttpError `invalid_request`, which repeats nothing of the body
 */
export function parseJson(body: Buffer): unknown {
  const text = decode(body)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw malformed('the body is no JSON')
  }
  refuseAmbiguous(text)
  return value
}

function decode(body: Buffer): string {
  try {
    return utf8.decode(body)
  } catch {
    throw malformed('the body is not in UTF-8')
  }
}

/** @param text what JSON.parse has read without fault */
function refuseAmbiguous(text: string): void {
  const open: Set<string>[] = []
  let depth = 0
  const enter = () => {
    if (++depth > MAX_DEPTH) throw malformed('the body is nested too deeply')
  }
  visit(text, {
    onObjectBegin() {
      enter()
      open.push(new Set())
    },
    onObjectProperty(key) {
      const keys = open.at(-1)!
      if (keys.has(key)) throw malformed('the body has a key twice in one object')
      if (key === '__proto__') throw malformed('the body has a key that no object may have')
      keys.add(key)
    },
    onObjectEnd() {
      depth--
      open.pop()
    },
    onArrayBegin: enter,
    onArrayEnd() {
      depth--
    },
  })
}

function malformed(message: string): HttpError {
  return new HttpError('invalid_request', message)
}
