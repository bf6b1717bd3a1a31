import { lazily } from '../../../language/remember.ts'
import { readColumn } from '../../../language/tables.ts'
import type { CommonWords, Match as MatchWith } from '../../ontology.ts'
import { axisNumber } from '../axes.ts'
import type { LoincColumns } from '../columns.ts'
import { fit, namesNoSpecimen, valueOn } from './features.ts'
import type { LoincQuery } from './query.ts'

type Match = MatchWith<LoincColumns>

/** Table below data/ with words for the kind of a test, such as "ratio". */
const CLASS_WORDS = 'loinc/class-words.tsv'

const classWords = lazily(() => readColumn(CLASS_WORDS, 'word'))
const NUMBER_OR_LETTER = /^(?:\d+|.)$/u
/** Share of a mention from which a class of antibodies is what it means: "IgA (reflex)". */
const MIN_SHARE = 0.6
/** Classes of antibodies, which are tests of their own: "IgM" for "Zika IgM". */
const ANTIBODY_CLASS = /^(?:ig[adegm]|immunoglobulins?)$/

/** True if a code is of another specimen than the one that was said, or has nothing of what was to be measured. */
export function isMisleading(query: LoincQuery, match: Match, words: () => CommonWords): boolean {
  return contradictsSpecimen(query, match, words) || isOfKindAlone(query, match, words)
}

/** Specimens that may be any. */
const GENERAL: ReadonlySet<number> = new Set(
  ['XXX', 'Specimen', 'Body fld', 'Unk sub'].map((system) => axisNumber('system', system)),
)

/** Word for an amount that a patient eats, which is in no specimen: "zinc intake" for zinc in hair. */
const INTAKE = 'intake'
const PATIENT = axisNumber('system', '^Patient')

/** True if the text says a specimen, and the code has another one. A conflict with a hint is the reason of a row that is shown. */
function contradictsSpecimen(query: LoincQuery, match: Match, words: () => CommonWords): boolean {
  const { system } = query.asked
  if (system?.source !== 'text') return false
  const has = valueOn('system', match)
  if (has === 0 || has === PATIENT) return match.exactness === 0 && words().added.includes(INTAKE)
  if (GENERAL.has(has) || namesNoSpecimen(query, match)) return false
  return fit('system', query, match) === 0
}

/**
 * True if the name leaves out what was to be measured, and has only the specimen or the kind of test in common: the IgA of
 * saliva for the lead in it.
 */
function isOfKindAlone({ asides }: LoincQuery, match: Match, words: () => CommonWords): boolean {
  if (match.exactness > 0) return false
  const { common, left, added } = words()
  const isAnalyte = (form: string) =>
    !asides.has(form) && !NUMBER_OR_LETTER.test(form) && !classWords().has(form)
  if (common.some(isAnalyte)) return false
  const isWholeName = added.length === 0
  if (isWholeName) {
    const isLittle = match.matchedQueryMass < MIN_SHARE * match.queryMass
    return isLittle && left.some(isAnalyte) && common.some((form) => ANTIBODY_CLASS.test(form))
  }
  return left.some((form) => !NUMBER_OR_LETTER.test(form))
}
