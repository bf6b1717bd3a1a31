/** Words between the name of a test and its value that belong to the name: "Bilirubin (total)", "Sodium, serum". */

import { lazily } from '../../language/remember.ts'
import { readTable } from '../../language/tables.ts'
import { nameKey } from '../../ontologies/medication/words.ts'
import { type TestName, testNames } from './test-names.ts'
import { isSpecimen } from './test-specimens.ts'
import { type Place, resultAt } from './test-values.ts'

/** Below data/. */
const TABLE = 'loinc/note-name-tails.tsv'

const tails = lazily(
  (): ReadonlyMap<string, 'more' | 'nothing'> =>
    new Map(
      readTable(TABLE, ['phrase', 'kind']).map(([phrase, kind]) => [
        phrase!,
        kind as 'more' | 'nothing',
      ]),
    ),
)

const BRACKET = /^[ \t]?[([][ \t]?([^()[\]\n]{1,40}?)[ \t]?[)\]]/u
const TAIL = /^(?:[ \t]*[,–-][ \t]*|[ \t]+)((?:(?:in|of)[ \t])?\p{L}+(?:[ \t]\p{L}+){0,2})/u
/** In a bracket: a number that is a value, a limit or a date. */
const NUMBER = /(?<![\p{L}\p{N}-])\d+(?:[.,/]\d+)*(?![\p{L}\p{N}-])/u
/** A bracket that says when, or how the value is. */
const NO_NAME =
  /^(?:[HLN]{1,2}|high|low|normal|abnormal|raised|elevated|today|yesterday|yest|now|repeat|stat|done|sent|was|from|prev.*|last.*|ref.*|range.*|normal .*|(?:per)?centile|sds?|z[\s-]?score|on .*|at .*|pre.*|post-?op.*|n)$/i
/** Brackets and words that may follow a name. */
const MOST_TAILS = 3

/** A name with the words that follow. */
interface NameWithTail {
  readonly end: number
  readonly name: TestName
}

/** The name of a test with what belongs to it before its value; undefined if nothing does. */
export function nameWithTail(
  text: string,
  place: Place,
  name: TestName,
  end: number,
): NameWithTail | undefined {
  let at = place.end
  let isOther = false
  for (let i = 0; i < MOST_TAILS && resultAt(text, at, end) === undefined; i++) {
    const rest = text.slice(at, end)
    const bracket = BRACKET.exec(rest)
    const [length, says] = bracket ? ofBracket(bracket, name) : ofTail(rest)
    if (length === 0) return undefined
    at += length
    isOther ||= says
  }
  if (at === place.end || resultAt(text, at, end) === undefined) return undefined
  const measures = name.reads ?? nameKey(text.slice(place.begin, place.end))
  return { end: at, name: isOther ? { ...name, reads: undefined, measures } : name }
}

/** Length of a bracket that belongs to a name, 0 for none; and whether it says more than the name. */
function ofBracket([whole, written]: RegExpExecArray, name: TestName): readonly [number, boolean] {
  if (!/\p{L}/u.test(written!) || NUMBER.test(written!) || NO_NAME.test(written!)) return [0, false]
  const key = nameKey(written!)
  const other = testNames().get(key.split(' '))
  const isSame = other !== undefined && other.reads === name.reads && name.reads !== undefined
  return [whole.length, !isSame && !isSpecimen(key) && tails().get(key) !== 'nothing']
}

function ofTail(rest: string): readonly [number, boolean] {
  const found = TAIL.exec(rest)
  if (found === null) return [0, false]
  const lead = found[0].length - found[1]!.length
  for (let written = found[1]!; written !== ''; written = written.replace(/[ \t]?\p{L}+$/u, '')) {
    const key = nameKey(written)
    const length = lead + written.length
    if (isSpecimen(key.replace(/^(?:in|of) /, ''))) return [length, false]
    const kind = tails().get(key)
    if (kind !== undefined) return [length, kind === 'more']
  }
  return [0, false]
}
