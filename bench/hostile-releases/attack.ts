import { closeSync, mkdirSync, openSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { constants, deflateRawSync } from 'node:zlib'
import type { LinkedOntology } from '../../src/contract.ts'
import type { MedlinkErrorCode } from '../../src/errors.ts'
import { readRows } from '../tables.ts'

/** A release that somebody made to harm who builds it, or that was damaged on its way. */
export interface Attack {
  readonly name: string
  readonly ontology: LinkedOntology
  /** The error that it must be refused with, or how many concepts are read rightly. */
  readonly outcome: MedlinkErrorCode | number
  /** What the error, or a warning, must say. */
  readonly says: RegExp
  readonly isLenient: boolean
  readonly write: Write
}

/** Writes a release into an empty folder, and gives what to build. */
export type Write = (folder: string) => string

/** What is in a file: text, bytes, or something written piece by piece. */
export type Contents = string | Uint8Array | ((file: number) => void)

/** A kind of releases: how they are written, and the texts they are made of. */
export interface ReleaseKind {
  readonly ontology: LinkedOntology
  /** Parts of contents by their names. */
  readonly texts: Readonly<Record<string, string>>
  /** Writes a file beside those of a sound release, or in the place of one. */
  writeWith(folder: string, file: string, contents: Contents): string
  /** Releases that are more than a file of text, by their names. */
  readonly made: Readonly<Record<string, Write>>
}

/**
 * The attacks of attacks.tsv. Contents have escapes as JavaScript's; `$name` stands for one of the `texts`, `{1e6 times x}` for so
 * many, and at the end, written piece by piece, `{60e6 bytes of x}` for about as many bytes and `{1e5 rows of x #}` for rows
 * with their numbers. A row without a file is one of those that are `made`. An attack is refused as `release_invalid` unless
 * another outcome is given.
 *
 * @param kinds by what the table calls them
 */
export function readAttacks(kinds: Readonly<Record<string, ReleaseKind>>): Attack[] {
  return readRows('hostile-releases/attacks.tsv').map(
    ({ release = '', name = '', file = '', contents = '', outcome, says = '', lenient }) => {
      const { ontology, texts, writeWith, made } = kinds[release]!
      const writeFile: Write = (folder) => writeWith(folder, file, expand(contents, texts))
      return {
        ...{ ontology, name: `${release}: ${name}`, says: new RegExp(says) },
        outcome: (Number(outcome) || outcome || 'release_invalid') as Attack['outcome'],
        isLenient: lenient === 'yes',
        write: file === '' ? made[name]! : writeFile,
      }
    },
  )
}

function expand(written: string, texts: ReleaseKind['texts']): Contents {
  let text = written
    .replace(/\\(?:u[\da-f]{4}|[nrt])/g, (sign) => JSON.parse(`"${sign}"`))
    .replace(/\$\{?(\w+)\}?/g, (_, name: string) => texts[name]!)
  for (let before = ''; before !== text; ) {
    before = text
    text = text.replace(/\{([\d.e]+) times ([^{}]*)\}/g, (_, times: string, unit: string) =>
      unit.repeat(Number(times)),
    )
  }
  const [, head, count, of, unit] = /^(.*)\{([\d.e]+) (bytes|rows) of (.*)\}$/s.exec(text) ?? []
  if (unit === undefined) return text
  if (of === 'bytes') return repeated(unit, Number(count), head)
  return rows(Number(count), (i) => unit.replace('#', String(i)), head)
}

/** Writes files below a folder, which is the release. */
export function writeFiles(folder: string, files: Readonly<Record<string, Contents>>): string {
  for (const [path, contents] of Object.entries(files)) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    if (typeof contents !== 'function') {
      writeFileSync(file, contents)
      continue
    }
    const handle = openSync(file, 'w')
    contents(handle)
    closeSync(handle)
  }
  return folder
}

/** `unit` over and over, about `bytes` of it, after `head`. */
export function repeated(unit: string, bytes: number, head = ''): Contents {
  return (file) => {
    writeSync(file, head)
    const block = Buffer.from(unit.repeat(Math.max(1, Math.floor(2 ** 20 / unit.length))))
    for (let written = 0; written < bytes; written += block.length) writeSync(file, block)
  }
}

/** What `rowOf` gives for 0, 1 and so on below `count`, a line each, after `head`. */
export function rows(count: number, rowOf: (i: number) => string, head = ''): Contents {
  return (file) => {
    let block = head
    for (let i = 0; i < count; i++) {
      block += `${rowOf(i)}\n`
      if (block.length < 2 ** 20) continue
      writeSync(file, block)
      block = ''
    }
    writeSync(file, block)
  }
}

/** NULs without any of them on the disk. */
export function sparse(folder: string, name: string, bytes: number): string {
  writeFiles(folder, { [name]: '' })
  truncateSync(join(folder, name), bytes)
  return folder
}

/** Deflated bytes that become `head`, then `times` times `piece`: of any size, made in a moment. */
export function deflatedTimes(piece: string | Uint8Array, times: number, head = ''): Buffer {
  const open = { finishFlush: constants.Z_FULL_FLUSH }
  const packed = deflateRawSync(piece, { ...open, level: 9 })
  const parts = Array.from({ length: times }, () => packed)
  return Buffer.concat([deflateRawSync(head, open), ...parts, deflateRawSync('')])
}
