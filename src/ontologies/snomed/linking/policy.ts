import { formsSayingContext, isWordOfQualifiers } from '../../../clinical/qualifiers.ts'
import {
  isAct,
  isNumberOrLetter,
  isSentenceWord,
  isWordOfSites,
} from '../../../clinical/word-kinds.ts'
import type { StoredConcept } from '../../../index/reader.ts'
import { everydayKindOf, isEverydayWord } from '../../../language/everyday-words.ts'
import type { CommonWords, LinkPolicy, Match, MetadataValue } from '../../ontology.ts'
import type { SnomedColumns } from '../columns.ts'
import { CODED_QUALIFIERS, valuesOf } from '../qualifiers.ts'
import { GROUPS } from '../semantic-tags.ts'
import { SAID } from './features.ts'
import { mapToIcd10cm } from './icd10cm-map.ts'
import type { SnomedQuery } from './query.ts'

/** With more than this share of its own on either side, a name is another thing's: "weakness of hand" for that of hips. */
const MAX_DISAGREEMENT = 0.25

/** With a smaller likelihood of parts of the body, a mention is of something else. */
const NO_PLACE = 0.1

const BODY = GROUPS.indexOf('body')
const PROCEDURE = GROUPS.indexOf('procedure')
/** Kinds of things that conditions have to do with: "peanut" for an anaphylaxis. */
const THINGS: ReadonlySet<number> = new Set(
  (['observable', 'organism', 'substance', 'product', 'object', 'qualifier'] as const).map(
    (group) => GROUPS.indexOf(group),
  ),
)
const NONE: ReadonlySet<string> = new Set()

/** Rules of SNOMED CT for a mention beyond its name. */
export const snomedPolicy = {
  splitsLists: true,
  partsAtSemicolons: true,

  describe: (query: SnomedQuery, match: Match<SnomedColumns>, concept: StoredConcept) => {
    const besides = qualifiersBeside(query, match)
    const { targets, needed } = mapToIcd10cm(concept.maps, query)
    const facts: Record<string, MetadataValue> = {}
    if (concept.maps.length > 0) facts.icd10cm = targets.join(', ') || null
    if (needed.length > 0) facts.icd10cm_needed = needed.join(', ')
    if (besides !== undefined) facts.qualifiers = besides
    return facts
  },

  rejection: (
    { said, isVague, isUnfinished, isAdjective, meanings }: SnomedQuery,
    match: Match<SnomedColumns>,
  ) => {
    // A condition that is denied, suspected, remembered or a relative's is not the patient's, and the reverse.
    if (said.context !== SAID.context(match)) return 'context_differs'
    // "Renal" is of the kidney, and not the kidney.
    const isOrgan = match.exactness < 1 && match.columns.concept.group[match.concept] === BODY
    const isCut = isUnfinished && match.exactness < 1
    if (isVague || isCut || (isAdjective && isOrgan)) return 'too_vague'
    if (meanings.length > 0) return 'several_meanings'
    const isOther = match.opposites > 0 || match.disagreement > MAX_DISAGREEMENT
    return isOther ? 'name_incomplete' : undefined
  },

  // "Placenta" is no row for one that is retained.
  isMisleading: (
    query: SnomedQuery,
    { columns, concept, exactness }: Match<SnomedColumns>,
    words: () => CommonWords,
  ) => {
    if (exactness > 0) return false
    const group = columns.concept.group[concept]
    if (addsAct(words(), group === PROCEDURE)) return true
    if (query.asked.size > 0) return false
    if (group === BODY) return isOnlyPlace(query, words())
    return THINGS.has(group!) && words().left.some(namesNoPlace)
  },

  mayBeAct: ({ columns, concept }: Match<SnomedColumns>) =>
    columns.concept.group[concept] === PROCEDURE,

  meanings: ({ meanings }) => meanings,

  question: ({ meanings }) =>
    meanings.length === 0 ? undefined : `which meaning: ${meanings.join(', ')}?`,

  // "H/o" is "history of" where both say that it is past.
  agreedForms: ({ said }: SnomedQuery, match: Match<SnomedColumns>) =>
    said.context !== 0 && said.context === SAID.context(match)
      ? formsSayingContext(said.context)
      : NONE,

  // Side and severity are recorded next to the code, how often and how long nowhere; a course is another disease.
  isIgnorable: ({ kind }) => kind === 'aside' || kind === 'severity' || kind === 'laterality',
} satisfies LinkPolicy<SnomedQuery, SnomedColumns>

/** Words for what is done to a patient in names of procedures, which are other things' elsewhere. */
const ACTS: ReadonlySet<string> = new Set(
  'control education exercise exercises measurement procedure'.split(' '),
)
/** A drug says as much. */
const THERAPY = 'therapy'

/** True if a name adds an act to a mention that has none: "stretching exercises" for stretch marks. */
function addsAct({ added, common, left }: CommonWords, isProcedure: boolean): boolean {
  const isDone = (form: string) => isAct(form) || (isProcedure && ACTS.has(form))
  const addsOne = added.some((form) => form !== THERAPY && isDone(form))
  return addsOne && ![...common, ...left].some(isDone)
}

/** Least share of the names with a word that are of parts of the body, in a word that may name one. */
const MIN_BODY_SHARE = 0.1
/** Words that anatomists put next to the part they name. */
const OF_ANATOMY: ReadonlySet<string> = new Set(
  'adult body caudal complex component female group groups male organ pars part portion proper region set tissue viewed volume'.split(
    ' ',
  ),
)
const ENDS_AS_LATIN = /(?:ae|al|i|is|o|um|us)$/
/** Letters of the shortest word that names something: "4 th" has none. */
const MIN_LETTERS = 3

/** True if a mention says something of a part of the body that is no other part: "horseshoe kidney". */
function isOnlyPlace({ likelihood, bodyShareOf }: SnomedQuery, words: CommonWords): boolean {
  const isUnlikely = likelihood[BODY]! < NO_PLACE
  const namesOther = (form: string) => !OF_ANATOMY.has(form) && namesNoPlace(form)
  if (isUnlikely && words.leftKnown.some(namesOther)) return true
  return words.left.some((form) => {
    if (form.length < MIN_LETTERS || !namesOther(form)) return false
    const share = bodyShareOf(form)
    if (share !== undefined) return share < MIN_BODY_SHARE
    // Anatomists' Latin has more words than the names of a release: "arrector pilli".
    if (isUnlikely && !ENDS_AS_LATIN.test(form)) return true
    // A thing that no name has is a patient's simile: "watermelon head".
    return isAct(form) || (isEverydayWord(form) && everydayKindOf(form) !== 'thing')
  })
}

/** True for a word that is no part of the body, and says something. */
function namesNoPlace(form: string): boolean {
  return !(
    isWordOfSites(form) ||
    isWordOfQualifiers(form) ||
    isNumberOrLetter(form) ||
    isSentenceWord(form)
  )
}

/** Qualifiers of the mention that the code lacks: `{laterality: 'left', severity: 'severe'}`; undefined for none. */
function qualifiersBeside(
  { said }: SnomedQuery,
  match: Match<SnomedColumns>,
): Record<string, string> | undefined {
  let besides: Record<string, string> | undefined
  for (const kind of CODED_QUALIFIERS) {
    const bits = said[kind] & ~SAID[kind](match)
    if (bits === 0) continue
    besides ??= {}
    besides[kind] = valuesOf(kind, bits).join(', ')
  }
  return besides
}
