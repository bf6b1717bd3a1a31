import type { Explanation, LinkResult } from '../medlink.ts'
import type { Paint } from './io.ts'
import { layOut, layOutPairs } from './table.ts'

const INDENT = '     '
/** Features and figures are short: the table is as wide as they are. */
const UNLIMITED = Number.POSITIVE_INFINITY

/** What the mention and its hints were understood as, one line a part; none where the ontology takes nothing apart. */
export function breakdownLines(breakdown: LinkResult['query_breakdown'], paint: Paint): string[] {
  const pairs = Object.entries(breakdown ?? {}).flatMap(([key, value]): [string, string][] => {
    const text = Array.isArray(value) ? value.join(', ') : String(value ?? '')
    return text === '' ? [] : [[key.replaceAll('_', ' '), text]]
  })
  return layOutPairs(pairs).map((line) => INDENT + paint('dim', line))
}

/**
 * What stands below a result: how the words were read, and the parts that its score is made of. A result that was
 * found by its code says so.
 */
export function explanationLines(explanation: Explanation | undefined, paint: Paint): string[] {
  if (explanation === undefined) return []
  const { readings, parts, ranking_score } = explanation
  if (parts[0]?.feature === 'code') return [`${INDENT}the text is this code`]
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
      ['before calibration', '', '', ranking_score.toFixed(3)],
    ],
    UNLIMITED,
  )
  return [...read, paint('dim', head), ...rows.flat()].map((line) => INDENT + line)
}
