import { COMPREHEND, questionOf } from '../../internal.ts'
import type {
  ExplainedResult,
  LinkedOntology,
  LinkRequest,
  LinkResult,
  LinkResultItem,
  Medlink,
} from '../../medlink.ts'
import { reasonInWords } from '../../medlink.ts'
import { breakdownLines, explanationLines, parseLines, passedOverLines } from '../explanation.ts'
import {
  type Io,
  lineWidth,
  type Paint,
  paintFor,
  print,
  printJson,
  remark,
  remarkEmpty,
  UsageError,
} from '../io.ts'
import { withMedlink } from '../library.ts'
import { answerLines } from '../lines.ts'
import { reasonOf, scoreOf, verdictOf } from '../reasons.ts'
import { askedFor, type HintOptions, remarkIgnored } from '../request.ts'
import { type Column, layOut, wrapText } from '../table.ts'
import { type ComprehendOptions, comprehend } from './comprehend.ts'
import { type Defaults, linkRequests } from './link-requests.ts'

export interface LinkOptions extends ComprehendOptions, HintOptions {
  readonly version?: string
  /** Requests from stdin, as JSON. */
  readonly jsonl?: true
  readonly jobs?: number
  readonly shard?: string
  readonly collapse: 'concept' | 'term'
}

/**
 * Links the mention in `text`, or every line of stdin, and prints the answers as they come; texts that are more than
 * mentions go to {@link comprehend}, requests as JSON to {@link linkRequests}.
 *
 * @throws UsageError when nothing is given to link, or an option is given that means nothing here
 */
export async function link(io: Io, text: readonly string[], options: LinkOptions): Promise<void> {
  if (options.jsonl) {
    const other = (['explain', 'json', 'file', 'release'] as const).find((name) => options[name])
    if (text.length > 0 || other !== undefined)
      throw new UsageError(
        `--jsonl reads requests from stdin: leave out ${other ? `--${other}` : 'the text'}`,
      )
    return linkRequests(io, options, defaultsOf(options))
  }
  const unread = (['jobs', 'shard'] as const).find((name) => options[name] !== undefined)
  if (unread !== undefined) throw new UsageError(`--${unread} needs --jsonl`)
  if (options.version === COMPREHEND) {
    const hints = Object.keys(hintsOf(options))
    if (hints.length > 0) remark(io, `${COMPREHEND} does not use ${hints.join(', ')}: ignored`)
    return comprehend(io, text, options)
  }
  if (options.file !== undefined)
    throw new UsageError(
      `--file reads one text, for -v ${COMPREHEND}: pipe a file with one mention on each line into stdin`,
    )
  if (options.release !== undefined)
    throw new UsageError(`--release is for -v ${COMPREHEND}: name the version with -v`)
  await linkMentions(io, text, options)
}

async function linkMentions(io: Io, text: readonly string[], options: LinkOptions): Promise<void> {
  const piped = text.length === 0 || (text.length === 1 && text[0] === '-')
  if (text.length === 0 && io.stdin.isTTY)
    throw new UsageError('give a mention to link, or pipe mentions into stdin, one on each line')
  await withMedlink(io, options, async (medlink, ontology) => {
    remarkIgnored(io, ontology, defaultsOf(options))
    const answer = (query: string) => linkOne(io, medlink, ontology, query, options)
    if (piped) await linkLines(io, answer, options)
    else {
      const result = answer(text.join(' '))
      if (options.json) return printJson(io, result)
      show(io, result, options)
      const { empty_because } = result
      if (empty_because !== undefined) remarkEmpty(io, reasonInWords(empty_because))
    }
  })
}

/** One block of lines a mention, or one JSON line. */
async function linkLines(
  io: Io,
  answer: (query: string) => LinkResult | ExplainedResult,
  options: LinkOptions,
): Promise<void> {
  const paint = paintFor(io.stdout, io.env)
  await answerLines(io, answer, (line, result) => {
    if (options.json) return print(io, JSON.stringify(result))
    print(io, io.stdout.isTTY ? paint('bold', line) : `# ${line}`)
    show(io, result, options)
    print(io, '')
  })
}

/** The answer, with its reasons where they are asked for, or where a person is shown how the text was taken apart. */
function linkOne(
  io: Io,
  medlink: Medlink,
  ontology: LinkedOntology,
  query: string,
  options: LinkOptions,
): LinkResult | ExplainedResult {
  const request: LinkRequest = { query, ontology, ...defaultsOf(options) }
  const isShown = io.stdout.isTTY === true && !options.json
  return options.explain || isShown ? medlink.explain(request) : medlink.link(request)
}

/** Fields of every request by the options. */
function defaultsOf(options: LinkOptions): Defaults {
  const metadata = hintsOf(options)
  return {
    top_k: options.topK,
    collapse: options.collapse,
    ...askedFor(options),
    ...(options.version !== undefined && { version: options.version }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  }
}

/** The hints that were given, by the contract's keys. */
function hintsOf(options: LinkOptions): Record<string, string> {
  const { unit, specimen, value, range, age, sex } = options
  const hints = {
    age,
    sex,
    unit,
    specimen,
    specimen_text: options.specimenText,
    value,
    range,
    panel_name: options.panelName,
    method: options.method,
    extended_test_name: options.extendedTestName,
    form: options.form,
    generic_name: options.genericName,
    dose_unit: options.doseUnit,
    dose_custom: options.doseCustom,
  }
  return Object.fromEntries(
    Object.entries(hints).filter((hint): hint is [string, string] => hint[1] !== undefined),
  )
}

function show(io: Io, result: LinkResult | ExplainedResult, { explain }: LinkOptions): void {
  const { source, head, rows } = io.stdout.isTTY ? tableOf(io, result) : linesOf(result)
  const paint = paintFor(io.stdout, io.env)
  const { explanations, parse, passed_over } = 'explanations' in result ? result : {}
  print(io, ...source)
  if (parse !== undefined) print(io, ...parseLines(result.query, parse, lineWidth(io), paint))
  if (explain || parse !== undefined) print(io, ...breakdownLines(result.query_breakdown, paint))
  print(io, ...head)
  if (explain) print(io, ...passedOverLines(passed_over ?? [], paint))
  for (const [i, row] of rows.entries()) {
    print(io, ...row)
    if (explain) print(io, ...explanationLines(explanations?.[i], result.results[i]!.score, paint))
  }
}

/** The answering index, the titles above the rows, and the lines of each row. */
interface Shown {
  readonly source: readonly string[]
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/**
 * Code, official title, score, verdict, the name that matched and, where there are such, the open question and what was
 * read in place of a misspelt name, of each result between tabs, for other programs.
 */
function linesOf({ results }: LinkResult): Shown {
  const rows = results.map((item) => {
    const { term_id, term_name, metadata } = item
    const cells = [term_id, metadata.preferred_name, scoreOf(item), reasonOf(item), term_name]
    const remarks = [questionOf(item) ?? '', correctionOf(item) ?? '']
    const last = remarks.findLastIndex((each) => each !== '')
    return [[...cells, ...remarks.slice(0, last + 1)].join('\t')]
  })
  return { source: [], head: [], rows }
}

function tableOf(io: Io, { results, ontology, version, empty_because }: LinkResult): Shown {
  const paint = paintFor(io.stdout, io.env)
  const source = paint('dim', `${ontology} ${version}`)
  if (results.length === 0)
    return { source: [`${source}  ${reasonInWords(empty_because!)}`], head: [], rows: [] }
  const shown = columns(paint).filter(
    ({ title }) => title !== SCORE || results.some(({ score }) => score !== null),
  )
  const cells = results.map((item, i) => shown.map(({ cell }) => cell(item, i)))
  const width = lineWidth(io)
  const { head, rows } = layOut(shown, cells, width)
  const answered = rows.map((row, i) => {
    const item = results[i]!
    const question = questionOf(item)
    return [
      ...row,
      ...matchedLines(item, width).map((line) => paint('dim', line)),
      ...(question === undefined ? [] : [paint('yellow', `${BELOW}needed for a yes: ${question}`)]),
    ]
  })
  return { source: [source], head: [paint('dim', head)], rows: answered }
}

/** Indent of the lines below a row: as wide as its number and the gap after the number. */
const BELOW = '   '

/**
 * The name that matched where it is not the title, or is the site's own, what was read in place of a misspelt one, and the code that this one
 * stands for, in lines of the width.
 */
function matchedLines(item: LinkResultItem, width: number): string[] {
  const { term_name, metadata } = item
  const isTitle = term_name.toLowerCase() === metadata.preferred_name.toLowerCase()
  const isSiteName = metadata.link_basis === 'site_name'
  const correction = correctionOf(item)
  const replaced = 'billable_of' in metadata ? metadata.billable_of : undefined
  const said = [
    ...(isTitle && !isSiteName ? [] : [`${isSiteName ? 'site name' : 'matched'} "${term_name}"`]),
    ...(correction === undefined ? [] : [`corrected ${correction}`]),
    ...(replaced === undefined ? [] : [`stands for ${replaced}`]),
  ].join(', ')
  if (said === '') return []
  return wrapText(said, width - BELOW.length).map((line) => BELOW + line)
}

/** The readings of the first answer instead of the text's words: "Augmntin → augmentin". */
function correctionOf({ metadata }: LinkResultItem): string | undefined {
  const { link_basis } = metadata
  if (link_basis !== 'spelling' || !('linking_requirements' in metadata)) return undefined
  return metadata.matching_breakdown?.corrected
}

const SCORE = 'score'

/** A column of the table, and its cells. */
interface ResultColumn extends Column {
  readonly cell: (item: LinkResultItem, i: number) => string
}

function columns(paint: Paint): ResultColumn[] {
  return [
    { title: '#', align: 'right', cell: (_, i) => String(i + 1) },
    { title: 'code', paint: (text) => paint('bold', text), cell: ({ term_id }) => term_id },
    { title: 'title', wrap: true, cell: ({ metadata }) => metadata.preferred_name },
    { title: SCORE, align: 'right', cell: scoreOf },
    {
      title: '',
      paint: (text) => paint(text.startsWith('✓') ? 'green' : 'dim', text),
      cell: verdictOf,
    },
  ]
}
