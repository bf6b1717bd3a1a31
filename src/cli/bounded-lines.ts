/** A line of a file or a pipe, without its end; or why there is none to be had of it. */
export type Line = { readonly text: string } | { readonly fault: string }

const NEWLINE = 0x0a
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/**
 * The lines of UTF-8, one at a time: an end of line at the very end ends the last one. A line over the limit is skipped,
 * and a line that is no UTF-8 is marked; both count as lines.
 *
 * @param maxBytes limit of a line
 */
export async function* readLines(
  input: AsyncIterable<Uint8Array | string>,
  maxBytes: number,
): AsyncGenerator<Line, void> {
  let parts: Uint8Array[] = []
  let length = 0
  const add = (part: Uint8Array) => {
    length += part.length
    if (length <= maxBytes) parts.push(part)
    else parts = []
  }
  const take = (): Line => {
    const line = length > maxBytes ? { fault: 'is too long' } : decode(parts)
    parts = []
    length = 0
    return line
  }
  for await (const chunk of input) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    let from = 0
    for (;;) {
      const end = bytes.indexOf(NEWLINE, from)
      if (end < 0) break
      add(bytes.subarray(from, end))
      yield take()
      from = end + 1
    }
    if (from < bytes.length) add(bytes.subarray(from))
  }
  if (length > 0) yield take()
}

function decode(parts: readonly Uint8Array[]): Line {
  try {
    const text = utf8.decode(Buffer.concat(parts))
    return { text: text.endsWith('\r') ? text.slice(0, -1) : text }
  } catch {
    return { fault: 'is not in UTF-8' }
  }
}
