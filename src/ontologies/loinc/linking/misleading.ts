import { lazily } from '../../../language/remember.ts'
import { readTable } from '../../../language/tables.ts'
import type { CommonWords, Match as MatchWith } from '../../ontology.ts'
import { axisNumber } from '../axes.ts'
import type { LoincColumns } from '../columns.ts'
import { isNumberOrLetter, isOfAnyTest } from './class-words.ts'
import { fit, namesNoSpecimen, valueOn } from './features.ts'
import type { LoincQuery } from './query.ts'

type Match = MatchWith<LoincColumns>

/** Words for antibodies, and for what is no antibody. */
const ANTIBODY = /^(?:abs?|antibod(?:y|ies))$/
const ANTIGEN = /^(?:ags?|antigens?)$/
/** "Anti" with what antibodies are against, as one word: "anti CCP". */
const ANTI = /^anti(?!bod|gen|thromb)/
const NUCLEIC_ACID = /^(?:dna|genes?|naat?|pcr|rna|rrna)$/
const isClass = (form: string) => /^ig[adegm]$/.test(form)
/** Share of a mention from which a class of antibodies is what it means: "IgA (reflex)". */
const MIN_SHARE = 0.6
/** Names that say little next to another word: classes of antibodies, "IgM" for "Zika IgM". */
const ANTIBODY_CLASS = /^(?:ig[adegm]|immunoglobulins?)$/
/** Words that any test may have; as a name of its own such a word says nothing. */
const OF_ANY_TEST = /^(?:comment|history|interpretation)$/
/** Share of a mention that a related name of a rare code needs: "inf", of a lens, for "Inf A". */
const MIN_RELATED = 0.7
/** Letters of a word that many things are called by. */
const SHORT_WORD = 3

/** Letters of an abbreviation, of which another one is no misspelling: "WBCT" for "wbcp". */
const SHORT_GUESS = 4

/**
 * True if a name is of another class of antibodies than the mention, or of antibodies, antigens or nucleic acids where the
 * mention is of another of them. Such a row gives way to one that has as much of the mention.
 */
export function isOfAnotherKind(words: () => CommonWords): boolean {
  const { common, left, added } = words()
  const said = [...common, ...left]
  if (left.some(isClass)) return true
  if (
    added.some(isClass) &&
    said.some((form) => isClass(form) || ANTIBODY.test(form) || ANTI.test(form))
  )
    return true
  const kinds = [ANTIBODY, ANTIGEN, NUCLEIC_ACID]
  const lacking = kinds.find((kind) => left.some((form) => kind.test(form)))
  return (
    lacking !== undefined &&
    kinds.some((kind) => kind !== lacking && added.some((form) => kind.test(form)))
  )
}

/** Table below data/ with parts of plants and animals, and the letters of the allergens that are such parts. */
const ALLERGEN_PARTS = 'loinc/allergen-parts.tsv'
const allergenParts = lazily(
  (): ReadonlyMap<string, string> =>
    new Map(
      readTable(ALLERGEN_PARTS, ['word', 'groups']).map(([word, groups]) => [word!, groups!]),
    ),
)

/** True if a name adds a part that is no allergen of the code's group: feathers for the food "turkey". */
export function isOfOtherAllergens({ allergens }: LoincQuery, words: () => CommonWords): boolean {
  if (allergens === undefined) return false
  return words().added.some((form) => allergenParts().get(form)?.includes(allergens) === false)
}

/** True if a code is of another specimen or dimension than was said, or has nothing of what was to be measured. */
export function isMisleading(query: LoincQuery, match: Match, words: () => CommonWords): boolean {
  return (
    contradictsSpecimen(query, match, words) ||
    contradictsUnit(query, match) ||
    isRemote(match, words) ||
    isOfAnotherAct(match, words) ||
    isOfAnySort(words) ||
    isOfKindAlone(query, match, words) ||
    isOfCutOff(match, words) ||
    isPanelOfOthers(match, words) ||
    isPartOfPanel(query, match)
  )
}

/** Specimens that may be any. */
const GENERAL: ReadonlySet<number> = new Set(
  ['XXX', 'Specimen', 'Body fld', 'Unk sub'].map((system) => axisNumber('system', system)),
)

/** Substance by which others are corrected: two ratios to it have nothing in common. */
const REFERENCE = /^creat(?:inine)?$/
const RATIOS: ReadonlySet<number> = new Set(
  ['MRto', 'Ratio', 'SRto'].map((property) => axisNumber('property', property)),
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

/** Kind of the units that no other property has: what is in degrees is a temperature, whatever its name. */
const TEMPERATURE = 'temperature'
/** Units of what a drain or a monitor shows, by their kind: an inexact name of another property is of something else. */
const OF_BEDSIDE: ReadonlySet<string> = new Set(['volume', 'pressure'])

/** True if the unit says that something else is measured: "T4" in degrees is no thyroxine. */
function contradictsUnit(query: LoincQuery, match: Match): boolean {
  const { unit, asked } = query
  if (unit === undefined || asked.property?.source !== 'hint') return false
  const isApart = unit.kind === TEMPERATURE || (match.exactness === 0 && OF_BEDSIDE.has(unit.kind))
  return isApart && valueOn('property', match) > 0 && fit('property', query, match) === 0
}

/**
 * True if all that found a code is a related name with a part of the mention, which adds something or is a short word, and the
 * code is none that laboratories report.
 */
function isRemote(match: Match, words: () => CommonWords): boolean {
  const { kind, exactness, columns, concept, matchedQueryMass, queryMass } = match
  if (kind !== 'entry' || exactness > 0 || columns.concept.commonness[concept]! > 0) return false
  if (matchedQueryMass >= MIN_RELATED * queryMass) return false
  const { common, added } = words()
  return added.length > 0 || common.every(({ length }) => length <= SHORT_WORD)
}

/** Acts of the body that have codes of their own: "CO2 production" is no carbon dioxide in blood. */
const ACT = /^(?:clearance|consumption|elimination|flow|production|uptake)$/

/** True if the mention is of an act or of antibodies, and the name is of the substance or of the gene. */
function isOfAnotherAct(match: Match, words: () => CommonWords): boolean {
  if (match.exactness > 0) return false
  const { left, added } = words()
  if (left.some((form) => ACT.test(form))) return true
  return left.some((form) => ANTIBODY.test(form)) && added.some((form) => NUCLEIC_ACID.test(form))
}

/** True if the whole name is a word that is written of any test: "Interpretation". */
function isOfAnySort(words: () => CommonWords): boolean {
  const { common, added } = words()
  return added.length === 0 && common.length > 0 && common.every((form) => OF_ANY_TEST.test(form))
}

/**
 * True if the name leaves out what was to be measured, and has only the specimen or the kind of test in common: the IgA of
 * saliva for the lead in it.
 */
function isOfKindAlone({ asides }: LoincQuery, match: Match, words: () => CommonWords): boolean {
  if (match.exactness > 0) return false
  const { common, left, leftKnown, added } = words()
  const isThing = (form: string) => !isOfAnyTest(form)
  const isAnalyte = (form: string) => isThing(form) && !asides.has(form)
  const isRatio =
    RATIOS.has(valueOn('property', match)) && left.some(isAnalyte) && added.some(isAnalyte)
  if (common.some((form) => isAnalyte(form) && !(isRatio && REFERENCE.test(form)))) return false
  const isWholeName = added.length === 0
  if (isWholeName) {
    if (common.length === 0 && left.every(({ length }) => length <= SHORT_GUESS)) return true
    const isLittle = match.matchedQueryMass < MIN_SHARE * match.queryMass
    // "Typhidot IgM", where no name has the word: antibodies of a kit.
    const isOfOther = (form: string) => isAnalyte(form) && (isLittle || !leftKnown.includes(form))
    return left.some(isOfOther) && common.some((form) => ANTIBODY_CLASS.test(form))
  }
  if (added.some(isAnalyte) && !common.some(isThing)) return true
  return left.some((form) => !isNumberOrLetter(form))
}

/** True if the mention is of one class of antibodies, and the code is a panel of whatever class: "TORCH IgM". */
function isPanelOfOthers({ columns, concept }: Match, words: () => CommonWords): boolean {
  return columns.concept.is_result[concept] === 0 && words().left.some(isClass)
}

/** True if the mention is the name of a panel, and the code is of a test that has only some of its words. */
function isPartOfPanel({ isOfPanel }: LoincQuery, match: Match): boolean {
  return isOfPanel && match.exactness === 0 && match.columns.concept.is_result[match.concept] === 1
}

/** Word for the amount from which a screen is positive, which is no result of a patient. */
const CUT_OFF = 'cutoff'

/** True if the code is of a screen's limit, which the mention does not say. */
function isOfCutOff(match: Match, words: () => CommonWords): boolean {
  return match.exactness === 0 && words().added.includes(CUT_OFF)
}
