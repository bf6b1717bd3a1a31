import type {
  ExplainedResult,
  Explanation,
  LinkResult,
  PassedOver,
  WordEvidence,
} from '../medlink.ts'
import type { Paint } from './io.ts'
import { layOut, layOutPairs } from './table.ts'

const INDENT = '     '
/** Names for people of what accounts for a word. */
const ACCOUNTS: Readonly<Record<WordEvidence['by'], string>> = {
  same_word: 'the same word',
  inflection: 'another form of it',
  synonym: 'a synonym',
  abbreviation: 'an abbreviation',
  spelling: 'its spelling corrected',
  lay: 'what patients mean',
  related: 'a related word, no proof',
  agreed: 'the code agrees',
  spared: 'may be left out',
  silent: 'says nothing',
  other_name: 'another name of it',
  left_over: 'nothing: left over',
}
/** Reasons for people why a row was passed over. */
const PASSED_OVER: Readonly<Record<PassedOver['because'], string>> = {
  far_off: 'too little in common',
  misleading: 'says what the text does not',
  gives_way: 'another row fits better',
}
/** Features and figures are short: the table is as wide as they are. */
const UNLIMITED = Number.POSITIVE_INFINITY

/** Parts of the mention and its hints as they were understood, one a line; no line if the ontology takes nothing apart. */
export function breakdownLines(breakdown: LinkResult['query_breakdown'], paint: Paint): string[] {
  const pairs = Object.entries(breakdown ?? {}).flatMap(([key, value]): [string, string][] => {
    const text = Array.isArray(value) ? value.join(', ') : String(value ?? '')
    return text === '' ? [] : [[key.replaceAll('_', ' '), text]]
  })
  return layOutPairs(pairs).map((line) => INDENT + paint('dim', line))
}

/**
 * Kind of each stretch of a text: the stretches in one line and their kinds below, in as many pairs of lines
 * as the width asks for.
 */
export function parseLines(
  query: string,
  parse: NonNullable<ExplainedResult['parse']>,
  width: number,
  paint: Paint,
): string[] {
  const groups: string[][][] = []
  for (const { kind, begin, end } of parse) {
    const stretch = [query.slice(begin, end).replace(/\s+/g, ' '), kind]
    const group = groups.at(-1) ?? []
    const isTooLong = inColumns([...group, stretch]).some(
      (line) => INDENT.length + line.length > width,
    )
    if (group.length === 0 || isTooLong) groups.push([stretch])
    else group.push(stretch)
  }
  return groups.flatMap((group) => {
    const [text, kinds] = inColumns(group)
    return [INDENT + text, INDENT + paint('dim', kinds!)]
  })
}

/** A line for each row that was passed over: its name, the reason and the misfit. */
export function passedOverLines(passed: readonly PassedOver[], paint: Paint): string[] {
  return passed.map(({ term_id, term_name, because, misfit }) => {
    const figure = misfit === undefined ? '' : `, misfit ${misfit.toFixed(2)}`
    return paint('dim', `passed over: ${term_id} ${term_name} (${PASSED_OVER[because]}${figure})`)
  })
}

/** A line for each row of the columns' cells. */
function inColumns(columns: readonly (readonly string[])[]): string[] {
  const rows = [0, 1].map((row) => columns.map((cells) => cells[row]!))
  return layOut(
    columns.map(() => ({ title: '' })),
    rows,
    UNLIMITED,
  ).rows.flat()
}

/**
 * Lines below a result: how the words were read, and the parts that its score is made of. A result that was
 * found by its code says so.
 *
 * @param score of the result; null if the ontology has none
 */
export function explanationLines(
  explanation: Explanation | undefined,
  score: number | null,
  paint: Paint,
): string[] {
  if (explanation === undefined) return []
  const { readings, parts, ranking_score, note } = explanation
  const isNamed = parts[0]?.feature === 'site_name'
  if (isNamed) return [`${INDENT}the text is a name of the site's own${note ? `: ${note}` : ''}`]
  if (parts[0]?.feature === 'code') return [`${INDENT}the text is a code`]
  const read = readings.map(
    ({ text, read_as, weight, because }) =>
      `"${text}" read as "${read_as}" (${because}, weight ${weight.toFixed(2)})`,
  )
  const { head, rows } = layOut(
    [
      { title: 'feature' },
      { title: 'value', align: 'right' },
      { title: 'share', align: 'right' },
      { title: 'contribution', align: 'right' },
    ],
    [
      ...parts.map(({ feature, value, share }) => [
        feature,
        value.toFixed(3),
        share.toFixed(3),
        (value * share).toFixed(3),
      ]),
      [score === null ? 'sum' : 'before calibration', '', '', ranking_score.toFixed(3)],
    ],
    UNLIMITED,
  )
  const lines = [...read, ...accountLines(explanation, paint), paint('dim', head), ...rows.flat()]
  return lines.map((line) => INDENT + line)
}

/** Evidence for each word of the mention, and the further words of the name. */
function accountLines({ account, added, account_of }: Explanation, paint: Paint): string[] {
  if (account === undefined) return []
  const { head, rows } = layOut(
    [{ title: 'word' }, { title: 'accounted for by' }, { title: 'of the name' }],
    account.map(({ word, by, of = '' }) => [word, ACCOUNTS[by], of]),
    UNLIMITED,
  )
  return [
    ...(account_of === undefined ? [] : [`by the name "${account_of}"`]),
    ...(rows.length === 0 ? [] : [paint('dim', head), ...rows.flat()]),
    ...(added === undefined || added.length === 0 ? [] : [`the name adds ${added.join(', ')}`]),
  ]
}
