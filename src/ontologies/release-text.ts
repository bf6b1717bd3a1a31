/**
 * The bytes of a file of a release as text, in pieces of whole lines.
 *
 * What no publisher's file holds is refused here for every reader, before it costs memory or reaches a terminal: lines
 * without an end, control characters, bytes that are not UTF-8.
 */

import { createHash } from 'node:crypto'
import { TextDecoder } from 'node:util'
import { MedlinkError } from '../errors.ts'
import { printable } from '../language/printable.ts'

/** Longest line in bytes, some thousand times the longest of a publisher's: more is never held in memory at once. */
const MAX_LINE_BYTES = 2 ** 24

/** Blank lines of one file; a publisher's has a few at its end. */
const MAX_BLANK_LINES = 1_000_000

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d

/** All of Unicode's control characters (Cc) but tab, line feed and carriage return. */
const CONTROL = /(?![\t\n\r])\p{Cc}/u
const LONE_CARRIAGE_RETURN = /\r(?!\n)/
const LINE_END = /\r\n?|\n/

/** The error for a line of a release's file, e.g. `a.txt line 7: found no digit, expected a number`. */
export function badLine(
  name: string,
  line: number,
  found: string,
  expected: string,
  cause?: unknown,
) {
  return new MedlinkError(
    'release_invalid',
    `${name} line ${line}: found ${found}, expected ${expected}`,
    cause === undefined ? {} : { cause },
  )
}

/**
 * SHA-256 (hex) of the bytes, after `onLine` has seen every line without its end (LF, CRLF or CR), numbered from 1.
 * @param name of the file, for errors
 * @throws MedlinkError `release_invalid`
 */
export function readLines(
  source: AsyncIterable<Buffer>,
  name: string,
  onLine: (line: string, lineNumber: number) => void,
): Promise<string> {
  let blank = 0
  return readBlocks(source, name, (block, firstLine) => {
    const lines = splitLines(block)
    if (lines.at(-1) === '') lines.pop()
    let number = firstLine
    for (const line of lines) {
      if (line === '' && ++blank > MAX_BLANK_LINES)
        throw badLine(name, number, `${MAX_BLANK_LINES} blank lines before it`, 'rows')
      onLine(line, number++)
    }
  })
}

/** The lines of whole lines, and '' after the end of the last one. */
function splitLines(block: string): string[] {
  if (!block.includes('\r')) return block.split('\n')
  return block.split(LONE_CARRIAGE_RETURN.test(block) ? LINE_END : /\r?\n/)
}

/** SHA-256 (hex) of the bytes, after `onBlock` has seen them as text in pieces that end with a line. */
export async function readBlocks(
  source: AsyncIterable<Buffer>,
  name: string,
  onBlock: (text: string, firstLine: number) => void,
): Promise<string> {
  const hash = createHash('sha256')
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let pending: Buffer[] = []
  let length = 0
  let line = 1
  const flush = () => {
    const bytes = pending.length === 1 ? pending[0]! : Buffer.concat(pending)
    pending = []
    length = 0
    const decoded = decode(bytes, decoder, name, line)
    const text = line === 1 && decoded.startsWith('\uFEFF') ? decoded.slice(1) : decoded
    if (CONTROL.test(text)) throw controlCharacter(text, name, line)
    if (text !== '') onBlock(text, line)
    line += countLineEnds(text)
  }
  for await (const chunk of source) {
    hash.update(chunk)
    // Only now it shows if a carriage return at the end of a piece ends its line, or the line feed after it.
    if (pending.at(-1)?.at(-1) === CARRIAGE_RETURN && chunk[0] !== LINE_FEED) flush()
    const end = endOfLines(chunk)
    if (length + (end || chunk.length) > MAX_LINE_BYTES)
      throw badLine(name, line, `no end of it within ${MAX_LINE_BYTES} bytes`, 'a line')
    if (end > 0) {
      pending.push(chunk.subarray(0, end))
      flush()
    }
    if (end < chunk.length) {
      pending.push(chunk.subarray(end))
      length += chunk.length - end
    }
  }
  flush()
  return hash.digest('hex')
}

/** Where the last line that is sure to be whole ends in a piece of a file; 0 when none does. */
function endOfLines(chunk: Buffer): number {
  const end = chunk.lastIndexOf(LINE_FEED) + 1
  return end > 0 ? end : chunk.subarray(0, -1).lastIndexOf(CARRIAGE_RETURN) + 1
}

/** `bytes` as text. The fast path decodes all lines at once; only a failure looks for the line at fault. */
function decode(bytes: Buffer, decoder: TextDecoder, name: string, line: number): string {
  try {
    return decoder.decode(bytes)
  } catch (cause) {
    // Read as Latin-1 every byte is a letter, so that a line keeps its place.
    const lines = splitLines(bytes.toString('latin1'))
    const at = lines.findIndex((text) => !isUtf8(text, decoder))
    const found = printable(
      Buffer.from(lines[at] ?? '', 'latin1')
        .toString('utf8')
        .trim(),
    )
    throw badLine(name, line + Math.max(at, 0), `"${found}"`, 'UTF-8 text', cause)
  }
}

function isUtf8(latin1: string, decoder: TextDecoder): boolean {
  try {
    decoder.decode(Buffer.from(latin1, 'latin1'))
    return true
  } catch {
    return false
  }
}

function controlCharacter(text: string, name: string, firstLine: number): MedlinkError {
  const before = text.slice(0, text.search(CONTROL))
  const code = text.charCodeAt(before.length).toString(16).toUpperCase().padStart(4, '0')
  return badLine(
    name,
    firstLine + countLineEnds(before),
    `the control character U+${code}`,
    code === '0000' ? 'text in UTF-8 (not UTF-16) without any' : 'text without any',
  )
}

function countLineEnds(text: string): number {
  if (LONE_CARRIAGE_RETURN.test(text)) return text.split(LINE_END).length - 1
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++
  return count
}
