import { readFileSync } from 'node:fs'
import { text as readAll } from 'node:stream/consumers'
import {
  asksToComprehend,
  COMPREHEND,
  conditionsOf,
  linkResultOf,
  parseOntologyName,
  printable,
} from '../../internal.ts'
import {
  COMPREHENDED_ONTOLOGIES,
  type ComprehendedOntology,
  type ComprehendResult,
  type LinkResult,
  linkRequestSchema,
  type Medlink,
  MedlinkError,
} from '../../medlink.ts'
import { entityLines, entityTable, legend, marksOf, noteLines } from '../comprehend/entities.ts'
import { markedLines } from '../comprehend/marked-text.ts'
import {
  hasColour,
  type Io,
  lineWidth,
  paintFor,
  print,
  printJson,
  remark,
  remarkEmpty,
  UsageError,
} from '../io.ts'
import { type Source, withMedlink } from '../library.ts'
import { answerLines } from '../lines.ts'
import { askedFor, type RequestOptions, remarkIgnored } from '../request.ts'
import { wrapText } from '../table.ts'

type ProblemsResult = ComprehendResult<ComprehendedOntology, 'problem'>

export interface ComprehendOptions extends RequestOptions {
  readonly ontology: string
  readonly topK: number
  readonly file?: string
  readonly release?: string
  readonly explain?: true
  readonly json?: true
  readonly dir?: string
  readonly names?: readonly string[]
}

/**
 * Finds the conditions of a text and links each: of the text in `words`, of a whole file, or of every line of stdin.
 *
 * @throws UsageError when nothing is given, or an option that means nothing of a text
 * @throws MedlinkError `invalid_request` for a file that cannot be read
 */
export async function comprehend(
  io: Io,
  words: readonly string[],
  options: ComprehendOptions,
): Promise<void> {
  const ontology = requireComprehended(options.ontology)
  if (options.explain)
    throw new UsageError(`--explain works for one mention, not with -v ${COMPREHEND}`)
  const whole = await readWhole(io, words, options)
  remarkIgnored(io, ontology, askedFor(options))
  await withMedlink(io, sourceOf(options), async (medlink) => {
    const answer = (text: string) => answerText(medlink, ontology, text, options)
    if (whole !== undefined) {
      const answered = answer(whole)
      if (options.json) return printJson(io, jsonOf(answered))
      show(io, answered)
      if (answered.entities.length === 0) remarkEmpty(io, NO_CONDITION)
      return
    }
    await answerLines(io, answer, (line, answered) => {
      if (options.json) return print(io, JSON.stringify(jsonOf(answered)))
      if (!io.stdout.isTTY) print(io, `# ${printable(line, line.length)}`)
      show(io, answered)
      print(io, '')
    })
  })
}

const NO_CONDITION = 'no condition was found in the text'

export function requireComprehended(name: string): ComprehendedOntology {
  const ontology = COMPREHENDED_ONTOLOGIES.find((each) => each === parseOntologyName(name))
  if (ontology !== undefined) return ontology
  const known = COMPREHENDED_ONTOLOGIES.join(' and ')
  throw new UsageError(`problems of texts are linked to ${known} alone: name one of them with -o`)
}

/** The release that answers is the one that is asked for, else the newest. */
function sourceOf({ ontology, release, dir, names }: ComprehendOptions): Source {
  return {
    ontology,
    ...(release !== undefined && { version: release }),
    ...(dir !== undefined && { dir }),
    ...(names !== undefined && { names }),
  }
}

/** The one text that is given; undefined where each line of stdin is one. */
async function readWhole(
  io: Io,
  words: readonly string[],
  { file }: ComprehendOptions,
): Promise<string | undefined> {
  if (file !== undefined) {
    if (words.length > 0) throw new UsageError('give the text or --file, not both')
    return readText(io, file)
  }
  if (words.length === 0 && io.stdin.isTTY)
    throw new UsageError('give a text, use --file, or pipe texts into stdin, one on each line')
  const isPiped = words.length === 0 || (words.length === 1 && words[0] === '-')
  return isPiped ? undefined : words.join(' ')
}

/** A file as one text, or all of stdin for "-". */
export async function readText(io: Io, file: string): Promise<string> {
  if (file === '-') return withoutMark(await readAll(io.stdin))
  try {
    return withoutMark(readFileSync(file, 'utf8'))
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? cause.code : 'unreadable'
    // The name may be a text, which is not repeated.
    const isText = reason === 'ENAMETOOLONG' || (reason === 'ENOENT' && /\s/.test(file))
    const message = isText
      ? 'there is no file of that name: give the name of a file, "-" for stdin, or a text by itself'
      : `cannot read ${file} (${reason})`
    throw new MedlinkError('invalid_request', message, { cause })
  }
}

/** Offsets count from what is written, not from a byte order mark. */
function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, '')
}

function answerText(
  medlink: Medlink,
  ontology: ComprehendedOntology,
  text: string,
  options: ComprehendOptions,
): ProblemsResult {
  const { topK, release, strictness, billable, encounter } = options
  return medlink.comprehend({
    ...{ text, ontology, top_k: topK, strictness, billable, encounter, find: ['problem'] as const },
    ...(release !== undefined && { version: release }),
  })
}

/** The answer as it is to a link of this version, where the ontology has it. */
function jsonOf(result: ProblemsResult): LinkResult | ProblemsResult {
  const request = { query: result.text, ontology: result.ontology, version: COMPREHEND }
  if (!asksToComprehend(request)) return result
  return linkResultOf(conditionsOf(result), linkRequestSchema.parse(request))
}

function show(io: Io, result: ProblemsResult): void {
  remarkIfCut(io, result.truncated)
  if (io.stdout.isTTY) showMarked(io, result)
  else print(io, ...entityLines(result))
}

function showMarked(io: Io, result: ProblemsResult): void {
  const { text, ontology, version, entities } = result
  const paint = paintFor(io.stdout, io.env)
  const width = lineWidth(io)
  const isPlain = !hasColour(io.stdout, io.env)
  const marked = markedLines(text.trimEnd(), marksOf(result), width, paint, isPlain)
  print(io, paint('dim', `${ontology} ${version}`), ...marked)
  if (entities.length === 0) print(io, paint('dim', NO_CONDITION))
  else {
    const { head, rows } = entityTable(result, width, paint)
    print(io, ...(isPlain ? [] : [legend(paint)]), '', paint('dim', head), ...rows)
  }
  const notes = noteLines(result).flatMap((note) => wrapText(note, width))
  print(io, ...notes.map((line) => paint('yellow', line)))
}

/** Tells that the end of a text was not read. */
export function remarkIfCut(io: Io, isTruncated: boolean | undefined): void {
  if (isTruncated)
    remark(io, 'the text needs more work than one request may take: its end was not read')
}
