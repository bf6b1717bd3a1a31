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
  readonly lenient?: true
  /** Writes the release into an empty folder, and gives what to build. */
  write(folder: string): string
}

/** An attack that is refused as `release_invalid`, unless another outcome is given. */
export function attackOn(
  ontology: LinkedOntology,
  name: string,
  write: Attack['write'],
  says: RegExp,
  outcome: Attack['outcome'] = 'release_invalid',
): Attack {
  return { ontology, name, write, says, outcome }
}

/** What is in a file: text, bytes, or something written piece by piece. */
export type Contents = string | Uint8Array | ((file: number) => void)

/**
 * The attacks of attacks.tsv on a release. Contents have escapes as JavaScript's; `$name` stands for one of the `texts`,
 * `{1e6 times x}` for so many, and `{60e6 bytes of x}`, at the end, for about as many bytes, which are written piece by piece.
 */
export function readAttacks(
  release: string,
  ontology: LinkedOntology,
  texts: Readonly<Record<string, string>>,
  write: (folder: string, file: string, contents: Contents) => string,
): Attack[] {
  return readRows('hostile-releases/attacks.tsv')
    .filter((row) => row.release === release)
    .map(({ name, file = '', contents = '', outcome, says = '' }) =>
      attackOn(
        ontology,
        `${release}: ${name}`,
        (folder) => write(folder, file, expand(contents, texts)),
        new RegExp(says),
        (Number(outcome) || outcome || undefined) as Attack['outcome'] | undefined,
      ),
    )
}

function expand(written: string, texts: Readonly<Record<string, string>>): Contents {
  let text = written
    .replace(/\\(?:u[\da-f]{4}|[nrt])/g, (sign) => JSON.parse(`"${sign}"`))
    .replace(/\$\{?(\w+)\}?/g, (_, name: string) => texts[name]!)
  for (let before = ''; before !== text; ) {
    before = text
    text = text.replace(/\{([\d.e]+) times ([^{}]*)\}/g, (_, times: string, unit: string) =>
      unit.repeat(Number(times)),
    )
  }
  const [, head, bytes, unit] = /^(.*)\{([\d.e]+) bytes of (.*)\}$/s.exec(text) ?? []
  return unit === undefined ? text : repeated(unit, Number(bytes), head)
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

/** Writes one file, which is the release. */
export function writeOne(folder: string, name: string, contents: Contents): string {
  writeFiles(folder, { [name]: contents })
  return join(folder, name)
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
