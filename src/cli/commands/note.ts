import { type ComprehendResult, ENTITY_KINDS, type EntityKind } from '../../medlink.ts'
import { kindLegend, kindLines, kindMarks, kindTable } from '../comprehend/kinds.ts'
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
import { withMedlink } from '../library.ts'
import { type RequestOptions, remarkIgnored } from '../request.ts'
import { readText, remarkIfCut, requireComprehended } from './comprehend.ts'

export interface NoteOptions extends RequestOptions {
  readonly ontology: string
  readonly version?: string
  readonly topK: number
  /** Kinds between commas; default: all that are installed. */
  readonly find?: string
  /** The note itself, instead of a file. */
  readonly text?: string
  readonly json?: true
  readonly dir?: string
  readonly names?: readonly string[]
}

/**
 * Finds what a note names, of every kind, and links each.
 *
 * @throws UsageError for a kind or a vocabulary that there is not, and without a note
 * @throws MedlinkError `invalid_request` for a file that cannot be read
 */
export async function comprehendNote(
  io: Io,
  file: string | undefined,
  options: NoteOptions,
): Promise<void> {
  const ontology = requireComprehended(options.ontology)
  const find = kindsOf(options.find)
  if ((file === undefined) === (options.text === undefined))
    throw new UsageError('give the file of a note, "-" for stdin, or the note itself with --text')
  const text = options.text ?? (await readText(io, file!))
  const { strictness, billable, encounter } = options
  remarkIgnored(io, ontology, { strictness, billable, encounter })
  await withMedlink(io, options, (medlink) => {
    const result = medlink.comprehend({
      ...{ text, ontology, top_k: options.topK, find, strictness, billable, encounter },
      ...(options.version !== undefined && { version: options.version }),
    })
    if (options.json) printJson(io, result)
    else show(io, result)
  })
}

function kindsOf(written: string | undefined): readonly EntityKind[] | undefined {
  return written?.split(',').map((each) => {
    const kind = ENTITY_KINDS.find((name) => name === each.trim())
    if (kind === undefined) throw new UsageError(`--find takes ${ENTITY_KINDS.join(', ')}`)
    return kind
  })
}

const NOTHING = 'nothing was found in the text'

function show(io: Io, result: ComprehendResult): void {
  const { not_installed, truncated } = result
  if (not_installed.length > 0)
    remark(io, `not searched for, because no index is installed: ${not_installed.join(', ')}`)
  remarkIfCut(io, truncated)
  if (io.stdout.isTTY) showMarked(io, result)
  else print(io, ...kindLines(result))
  if (result.entities.length === 0) remarkEmpty(io, NOTHING)
}

function showMarked(io: Io, result: ComprehendResult): void {
  const { text, entities } = result
  const paint = paintFor(io.stdout, io.env)
  const width = lineWidth(io)
  const isPlain = !hasColour(io.stdout, io.env)
  print(io, ...markedLines(text.trimEnd(), kindMarks(result), width, paint, isPlain))
  if (entities.length === 0) {
    print(io, paint('dim', NOTHING))
    return
  }
  const { head, rows } = kindTable(result, width, paint)
  print(io, ...(isPlain ? [] : [kindLegend(paint)]), '', paint('dim', head), ...rows)
}
