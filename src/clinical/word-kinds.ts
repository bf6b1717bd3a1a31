import type { Analyzer, Word } from '../language/analyze.ts'
import { isEverydayWord } from '../language/everyday-words.ts'
import { lazily, madeOnce, remember } from '../language/remember.ts'
import { WordHashes } from '../language/sorted.ts'
import { readColumn, readTable } from '../language/tables.ts'
import { isRole } from './context-phrases.ts'
import { gapBefore } from './gaps.ts'
import { CONTEXT, formsSayingContext, isWordOfQualifiers } from './qualifiers.ts'

/**
 * Kinds of single words in mentions, names and notes, by their forms: parts of the body, findings, acts, drugs, states, contexts.
 * The functions ask tables below data/, and throw MedlinkError `data_invalid` if one is malformed.
 */

const NUMBER_OR_LETTER = /^(?:\d|.$)/u

/** True for a form that begins with a digit, and for a single letter. */
export function isNumberOrLetter(form: string): boolean {
  // Nearly all forms are longer than a letter, which is two UTF-16 units at most.
  if (form.length > 2) return isDigit(form.charCodeAt(0))
  return NUMBER_OR_LETTER.test(form)
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39
}

/** Below data/: parts of the body in running text. */
const SITES = 'clinical/body-sites.tsv'

const wordsOfSites = lazily((): ReadonlySet<string> => {
  const rows = readTable(SITES, ['phrase', 'kind'])
  return new Set(rows.flatMap(([phrase, kind]) => (kind === 'prefix' ? [] : phrase!.split(' '))))
})

/** True if a form is in a phrase for a part of the body: "great" of "great toe". */
export function isWordOfSites(form: string): boolean {
  return wordsOfSites().has(form)
}

/** Below data/: words for parts of the body and for their findings, by the kind of part. */
const PLACE_WORDS = 'clinical/place-words.tsv'

const wordsByKind = lazily((): ReadonlyMap<string, readonly string[]> => {
  const read = new Map<string, string[]>()
  for (const [kind, word] of readTable(PLACE_WORDS, ['kind', 'word']))
    madeOnce(read, kind!, () => [] as string[]).push(word!)
  return read
})

/** The words for a kind of parts of the body: "tooth", "spine"; none for other kinds. @throws MedlinkError `data_invalid` */
export function partWords(kind: string): readonly string[] {
  return wordsByKind().get(kind) ?? []
}

/** Kinds of a form by itself or by its lemma. */
export interface Kinds {
  readonly isPartOfBody: boolean
  readonly isFinding: boolean
  readonly saysNoThing: boolean
  readonly isOfQualifiers: boolean
  /** True if it names a thing of another kind: no part of the body, no finding, no word of qualifiers, contexts or sentences. */
  readonly isOtherThing: boolean
  readonly unmistakable: string | undefined
  /** True if the form is an everyday word. */
  readonly isEveryday: boolean
}

/** Each row of a link asks several times what the same words are. */
const kindsBy = new WeakMap<Analyzer, (form: string) => Kinds>()

/** All kinds of a form, in one look-up. */
export function kindsOf(form: string, analyzer: Analyzer): Kinds {
  let kinds = kindsBy.get(analyzer)
  if (kinds === undefined) {
    kinds = remember((each) => readKinds(each, analyzer.wordOf(each).lemma))
    kindsBy.set(analyzer, kinds)
  }
  return kinds(form)
}

function readKinds(form: string, lemma: string): Kinds {
  const either = (words: ReadonlySet<string>) => words.has(form) || words.has(lemma)
  const isPartOfBody = either(wordsOfSites())
  const isFinding = ENDS_AS_FINDING.test(form) || either(findingWords())
  const saysNoThing = isNumberOrLetter(form) || either(stateWords())
  const isOfQualifiers = isWordOfQualifiers(form)
  const isOther = isOfQualifiers || isSentenceWord(form) || isOfContexts(form)
  return {
    isPartOfBody,
    isFinding,
    saysNoThing,
    isOfQualifiers,
    isOtherThing: !(isPartOfBody || isFinding || saysNoThing || isOther),
    unmistakable: unmistakable().get(form) ?? unmistakable().get(lemma),
    isEveryday: isEverydayWord(form),
  }
}

/** True if a form, or its lemma, is in a phrase for a part of the body. */
export function isPartOfBody(form: string, analyzer: Analyzer): boolean {
  return kindsOf(form, analyzer).isPartOfBody
}

/** Below data/: words that name a finding of whatever part. */
const FINDING_WORDS = 'clinical/finding-words.tsv'

/** Below data/: other words for what a part has, or what is done to it. */
const PART_WORDS = 'clinical/part-words.tsv'

const findingWords = lazily(
  (): ReadonlySet<string> =>
    new Set([...readColumn(FINDING_WORDS, 'word'), ...readColumn(PART_WORDS, 'word')]),
)

/** Endings of words that name a disease, or a procedure. */
const ENDS_AS_FINDING =
  /(?:algia|centesis|desis|ectasia|ectomy|emia|itis|malacia|megaly|oma|opathy|osis|ostomy|otomy|penia|pexy|plasia|plasty|plegia|rrhagia|rrhaphy|rrhea|scopy|trophy)$/

/** True if a form names a disease, a procedure, what a part of the body has, or what is done to it. */
export function isFinding(form: string, analyzer: Analyzer): boolean {
  return kindsOf(form, analyzer).isFinding
}

/** Below data/: words that say how something is. */
const STATE_WORDS = 'clinical/state-words.tsv'

const stateWords = lazily(() => readColumn(STATE_WORDS, 'word'))

/** True for a number, for a letter, and for a word that names no thing: "impairment". */
export function saysNoThing(form: string, analyzer: Analyzer): boolean {
  return kindsOf(form, analyzer).saysNoThing
}

/** Below data/: words of sentences, which entries of charts do without. */
const SENTENCE_WORDS = 'clinical/sentence-words.tsv'

const sentenceWords = lazily(() => readColumn(SENTENCE_WORDS, 'word'))

/** True if people who tell something use a form, and entries of charts do without it. */
export function isSentenceWord(form: string): boolean {
  return sentenceWords().has(form)
}

const wordsOfContexts = lazily(() =>
  formsSayingContext(Object.values(CONTEXT).reduce((bits, bit) => bits | bit, 0)),
)

/** True for a number, for a letter, and for a form by which a context is said: "history". */
export function isOfContexts(form: string): boolean {
  return isNumberOrLetter(form) || wordsOfContexts().has(form)
}

/** Below data/: everyday words that are names of diseases, too. */
const OTHER_SENSES = 'clinical/other-senses.tsv'

const otherSenses = lazily(
  (): ReadonlyMap<string, string> =>
    new Map(readTable(OTHER_SENSES, ['word', 'beside']) as [string, string][]),
)

/**
 * True if a form is an everyday word and not the disease of that name, where the mention names a thing as well.
 *
 * @param isBesidePart true if the thing is a part of the body: "cold feet"
 */
export function isOfAnotherSense(form: string, isBesidePart: boolean): boolean {
  const beside = otherSenses().get(form)
  return beside === 'thing' || (beside === 'part' && isBesidePart)
}

/** Below data/: words near an abbreviation, or another name, by which it is no condition. */
const OTHER_MEANINGS = 'clinical/other-meanings.tsv'
/** In the table: a number right behind the abbreviation, "BP 120/80"; behind "<", right before it: "10 ppm". */
const A_NUMBER = '#'
/** In the table before a word: it is right before the abbreviation, right behind, the unit of a number right behind, or joined to it on either side. */
const AT_PLACE = { before: '<', behind: '>', unit: A_NUMBER, joined: '&' } as const
/** Between two words that are joined: "hot and cold". */
const JOINS = /^(?:and|or)$/
/** In the table: a word that is no condition by itself, "off", whatever is near. */
const ANY = '*'
/** A kind of words instead of one: "@tooth", ">of @spine". */
const OF_KIND = /@([a-z]+)/
/** Words on either side that tell it. */
const NEAR_WITHIN = 5

const otherMeanings = lazily(() => {
  const read = new Map<string, Set<string>>()
  for (const [short, near] of readTable(OTHER_MEANINGS, ['abbreviation', 'near'])) {
    const own = madeOnce(read, short!, () => new Set<string>())
    const kind = OF_KIND.exec(near!)?.[1]
    if (kind === undefined) own.add(near!)
    for (const each of partWords(kind ?? '')) own.add(near!.replace(OF_KIND, each))
  }
  return read
})

/** Places of words from one up to another. */
interface Span {
  readonly from: number
  readonly to: number
}

/**
 * True if an abbreviation of a condition means another thing by the words near it, or by its own capitals: "sat 97% RA", "iNO".
 *
 * @param text that the words are of, for the spellings that count exactly as they are written
 */
export function meansOther(words: readonly Word[], { from, to }: Span, text?: string): boolean {
  const named = words.slice(from, to).map(({ form }) => form)
  const written = text?.slice(words[from]!.start, words[to - 1]!.end).replace('’', "'")
  if (written !== undefined && otherMeanings().get(written)?.has(ANY) === true) return true
  const near = otherMeanings().get(named.join(' '))
  if (near === undefined) return false
  const before = words[from - 1]
  const next = words[to]
  if (near.has(ANY) || near.has(`${AT_PLACE.before}${before?.form}`)) return true
  // "Obs stable, RA", "RR 18, RA", but not "RR 18. RA".
  const last = before?.kind === 'number' ? A_NUMBER : before?.form
  const isPair = from > 1 && !/[^\s,]/.test(text?.slice(before!.end, words[from]!.start) ?? '')
  if (isPair && near.has(`${AT_PLACE.before}${words[from - 2]!.form} ${last}`)) return true
  // "800ml IV", but not "1. OA".
  const isCounted = before?.kind === 'number' && before.end + 1 >= words[from]!.start
  if (isCounted && near.has(`${AT_PLACE.before}${A_NUMBER}`)) return true
  // "Pale and cold", "cold, pale".
  const [earlier, later] = [before?.form, next?.form]
  const partners = [
    JOINS.test(earlier ?? '') ? words[from - 2]?.form : earlier,
    JOINS.test(later ?? '') ? words[to + 1]?.form : later,
  ]
  if (partners.some((form) => near.has(`${AT_PLACE.joined}${form}`))) return true
  const isNumber = next?.kind === 'number'
  if (isNumber && (near.has(A_NUMBER) || near.has(`${AT_PLACE.unit}${words[to + 1]?.form}`)))
    return true
  // "Confused about the dose", but not "confused, about 3 days".
  if (next?.start === words[to - 1]!.end + 1) {
    const two = `${next.form} ${words[to + 1]?.form}`
    if ([next.form, two].some((form) => near.has(`${AT_PLACE.behind}${form}`))) return true
  }
  const around = words.slice(Math.max(0, from - NEAR_WITHIN), to + NEAR_WITHIN)
  return around.some(({ form }) => near.has(form))
}

/** Words that may be between a title and a surname: initials and forenames. */
const MOST_FORENAMES = 3
/** Text between the words of a person's name: "Dr. S. K. Down". */
const WITHIN_NAME = /^\.?\s+$/
const COLON = /^\s*:\s*$/
/** Titles that are findings in other letters: "MR" and "MS" are of valves. */
const ALSO_FINDING: ReadonlySet<string> = new Set(['mr', 'ms'])

/**
 * True if a word that may name a condition is the surname of a person: "Dr Graves", "Mrs Jane Cushing", "GP: Addison". A forename in full, and a
 * label instead of a title, make a surname of diseases' eponyms alone.
 *
 * @throws MedlinkError `data_invalid`
 */
export function isSurname(text: string, words: readonly Word[], { from, to }: Span): boolean {
  const surname = words[from]!
  if (to !== from + 1 || surname.kind !== 'word') return false
  const isEponym = isRole(surname.form, 'eponym') && isCapital(text, surname)
  const isForename = isRole(surname.form, 'forename')
  if (isEponym && isSubject(text, words, from)) return true
  if (isForename && !REPORTED.test(words[to]?.form ?? '') && isSubject(text, words, from))
    return true
  // "Checked Amelia from head to toe", but "congenital Amelia of the arm".
  if (isForename && isWithin(text, words, from)) return true
  if (
    isEponym &&
    from > 0 &&
    COLON.test(gapBefore(text, words, from)) &&
    isRole(words[from - 1]!.form, 'person')
  )
    return true
  for (let at = from; at > 0 && from - at <= MOST_FORENAMES; at--) {
    if (!WITHIN_NAME.test(gapBefore(text, words, at))) return false
    const before = words[at - 1]!
    if (isTitle(text, before)) return true
    const isInitial = before.end - before.start === 1
    // "Mrs P CCF".
    if (!isCapital(text, before) || !(isEponym || (isInitial && isInSmall(text, surname))))
      return false
  }
  return false
}

/** Verbs behind one who tells and behind a disease alike: "Tia reported in 2019". */
const REPORTED = /^(?:called|denied|reported|requested|stated)$/
/** Behind a disease and behind no person. */
const OF_DISEASE = /^(?:affecting|involving|of|seen|syndrome)$/

/** True for a word that is written as a name within a sentence, where the disease of the same letters is rarer than the name. */
function isWithin(text: string, words: readonly Word[], from: number): boolean {
  const { start, end, form } = words[from]!
  const before = words[from - 1]
  if (before === undefined || gapBefore(text, words, from) !== ' ') return false
  // "H/o Tia".
  if (isRole(form, 'attack')) return false
  return (
    PLAIN_NAME.test(text.slice(start, end)) &&
    !isCapital(text, before) &&
    !OF_DISEASE.test(words[from + 1]?.form ?? '')
  )
}

/** Text before a sentence or a line, and the number of an item. */
const BEGINS = /(?:^|[.!?;]\s+|[\r\n]\s*(?:[-•*]\s*|\d+[.)]\s*)?)$/
/** In UTF-16 units: the number of an item, and the space around it. */
const LONGEST_BEGIN = 12
/** An eponym that is the whole name: neither "Graves'" nor "Addison's". */
const PLAIN_NAME = /^\p{Lu}\p{Ll}+$/u
/** Verbs of persons alone, behind the name of one. */
const DOES =
  /^(?:arrived|arrives|asked|asks|attended|attending|attends|agreed|agrees|brought|called|calls|came|comes|complained|complains|consented|declined|declines|denied|denies|drank|eats|emailed|enjoys|feels|forgot|gave|lives|messaged|phoned|phones|plays|rang|refused|refuses|reported|reports|requested|requests|rings|said|says|sleeps|slept|smiled|smokes|spoke|states|stated|tells|texted|thinks|thriving|told|tolerated|visited|wants|wanted|works|wrote)$/
/** Behind "is" and "has been". */
const DOING =
  /^(?:attending|crawling|crying|drinking|eating|feeding|here|playing|sitting|sleeping|smiling|smoking|talking|taking|thriving|vomiting|walking|working)$/
/** Behind "has" or "had", of a disease. */
const CHANGED =
  /(?:ed|en|n't)$|^(?:always|also|become|been|begun|gone|got|kept|never|no|not|now|since|started)$/
/** Eponyms that are forenames, too: an age follows them as often as how long they last. */
const FORENAME = /^(?:addison|barrett|gilbert|hunter|turner|vincent|wilson)$/

/** True if an eponym is the subject of what only a person does, or has a disease: "Wilson rang", "Addison has croup". */
function isSubject(text: string, words: readonly Word[], from: number): boolean {
  const { start, end, form } = words[from]!
  const before = text.slice(Math.max(0, start - LONGEST_BEGIN), start)
  if (!PLAIN_NAME.test(text.slice(start, end)) || !BEGINS.test(before)) return false
  const [verb, next, third] = [1, 2, 3].map((step) => words[from + step]?.form ?? '') as string[]
  const gap = text.slice(end, words[from + 1]?.start)
  if (gap === ', ')
    return FORENAME.test(form) && words[from + 1]!.kind === 'number' && isRole(next!, 'age')
  if (gap !== ' ') return false
  if (DOES.test(verb!) || (verb === 'seen' && next === 'with')) return true
  if (verb === 'is' || verb === 'was')
    return DOING.test(next!) || (next === 'seen' && third === 'at')
  if (verb !== 'has' && verb !== 'had') return verb === 'here'
  return next === 'been' ? DOING.test(third!) : next !== '' && !CHANGED.test(next!)
}

function isTitle(text: string, word: Word): boolean {
  if (!isRole(word.form, 'address')) return false
  if (!ALSO_FINDING.has(word.form)) return true
  return /^\p{Lu}\p{Ll}/u.test(text.slice(word.start, word.end))
}

/** True if a word is not in capitals. */
function isInSmall(text: string, { start, end }: Word): boolean {
  return /\p{Ll}/u.test(text.slice(start, end))
}

function isCapital(text: string, { start }: Word): boolean {
  return /^\p{Lu}/u.test(text.slice(start, start + 2))
}

/** Below data/: words for things that no mention leaves unsaid. */
const UNMISTAKABLE = 'clinical/unmistakable-words.tsv'

const unmistakable = lazily(
  (): ReadonlyMap<string, string> =>
    new Map(readTable(UNMISTAKABLE, ['word', 'kind']) as [string, string][]),
)

/** Kind of the thing that a form names and no mention leaves unsaid, such as a pregnancy; undefined for other forms. */
export function unmistakableKind(form: string, analyzer: Analyzer): string | undefined {
  return kindsOf(form, analyzer).unmistakable
}

/** True if two words only share a stem, and name other things: "suture" and "sutural". */
export function isDerived(form: string, name: string | undefined, analyzer: Analyzer): boolean {
  if (name === undefined || name === form) return false
  const [own, its] = [analyzer.wordOf(form), analyzer.wordOf(name)]
  return own.key === its.key && own.lemma !== its.lemma
}

/** Words that end the head of a name. */
const AFTER_HEAD: ReadonlySet<string> = new Set(
  'after and associated at by causing due during following for from in of on or to with without'.split(
    ' ',
  ),
)

/** Words that number a stage: "grade III". */
const GRADE = /^(?:stage|grade|type|class|[ivx]+[a-d]?)$/

/** True for a word that numbers a stage. */
export function isGrade(form: string): boolean {
  return GRADE.test(form)
}

/**
 * The head of a name: the last word before one of these that is no qualifier, "fracture" in "fracture of great toe" and "tender"
 * in "tender, left".
 */
export function headOf(words: readonly Word[]): string | undefined {
  let end = Math.min(1, words.length)
  while (end < words.length && !words[end]!.optional && !AFTER_HEAD.has(words[end]!.form)) end++
  for (let at = end - 1; at >= 0; at--) if (!qualifies(words[at]!.form)) return words[at]!.form
  return words[end - 1]?.form
}

function qualifies(form: string): boolean {
  return isNumberOrLetter(form) || isWordOfQualifiers(form) || isGrade(form)
}

/** Below data/: words for a kind of thing, which many names have for their head. */
const HEAD_WORDS = 'clinical/head-words.tsv'

const headWords = lazily(() => readColumn(HEAD_WORDS, 'word'))

/** True for a word that tells a kind of thing, and not the thing: "deficiency", "dystrophy", "enzyme". */
export function isHeadWord(form: string): boolean {
  return headWords().has(form)
}

const ENDS_AS_OPERATION = /(?:ectomy|desis|ostomy|otomy|pexy|plasty|rrhaphy)$/

/** True for a word with the ending of operations: "pleurodesis". */
export function endsAsOperation(form: string): boolean {
  return ENDS_AS_OPERATION.test(form)
}

/** Below data/: words for what is done to a patient. */
const ACT_WORDS = 'clinical/act-words.tsv'

const actWords = lazily(() => readColumn(ACT_WORDS, 'word'))

const ENDS_AS_ACT = /(?:ectomy|desis|ostomy|otomy|pexy|plasty|rrhaphy|scopy|graphy|centesis)$/
/** A way to look at a specimen, in which a disease was found. */
const MICROSCOPY = 'microscopy'

/** True for a word for what is done to a patient: "banding", "grafts", "orchidopexy". */
export function isAct(form: string): boolean {
  if (form === MICROSCOPY) return false
  const words = actWords()
  if (words.has(form) || ENDS_AS_ACT.test(form)) return true
  return form.endsWith('s') && words.has(form.slice(0, -1))
}

/** True if a text names an act that a name has no word for. */
export function lacksAct(words: {
  readonly common: readonly string[]
  readonly left: readonly string[]
  readonly added: readonly string[]
}): boolean {
  return words.left.some(isAct) && !words.added.some(isAct) && !words.common.some(isAct)
}

/** Tables of drug names below data/, the name in the first of their columns. */
const DRUG_TABLES = [
  ['medication/ingredients.tsv', 'ingredient rxcui'],
  ['medication/ingredient-names.tsv', 'name ingredient kind'],
  ['medication/brands-in.tsv', 'brand label ingredients strengths form release maker'],
  ['medication/brands-us.tsv', 'brand label ingredients strengths form release maker'],
] as const
/** In letters. Shorter parts of drug names mean other things, too: "GA", "ini". */
export const SHORTEST_DRUG_WORD = 4

/** The tables whose names end in the word for the drug: "folic acid". */
const HEADED_TABLES: ReadonlySet<string> = new Set(DRUG_TABLES.slice(0, 2).map(([table]) => table))

const drugWords = lazily((): ReadonlySet<string> => {
  const words = new Set<string>()
  for (const [table, columns] of DRUG_TABLES)
    for (const [name] of readTable(table, columns.split(' '))) {
      const parts = name!.toLowerCase().split(/[^\p{L}\p{N}]+/u)
      const head = parts.length === 1 || HEADED_TABLES.has(table) ? parts.at(-1) : undefined
      for (const word of parts)
        if (word.length >= SHORTEST_DRUG_WORD && (word === head || !isEverydayWord(word)))
          words.add(word)
    }
  return words
})

/**
 * True if a form is a word of the name of a drug. An everyday word is one only as the whole name, or as the last word of an
 * ingredient: "iron" and "acid", but neither "pain" of "Crocin Pain Relief" nor "influenza" of "influenza vaccine".
 */
export function isDrugWord(form: string): boolean {
  return drugWords().has(form)
}

/** Medlink's own names of conditions by their ICD-10-CM codes, below data/: columns code and name. They are read on demand. */
export const CONDITION_NAMES = [
  'icd-10-cm/names-common-a-m.tsv',
  'icd-10-cm/names-common-n-z.tsv',
  'icd-10-cm/names-findings.tsv',
  'icd-10-cm/names-rare.tsv',
]
const LETTERS = /[a-z]+/g

const wordsOfNames = lazily(() => {
  const names = CONDITION_NAMES.flatMap((table) => readTable(table, ['code', 'name']))
  return new WordHashes(names.flatMap(([, name]) => name!.toLowerCase().match(LETTERS) ?? []))
})

/**
 * True for an everyday word and for one of a condition's name, whatever the release: "melasma" is no misspelt melanoma.
 *
 * @throws MedlinkError `data_invalid`
 */
export function isKnownWord(form: string): boolean {
  return isEverydayWord(form) || wordsOfNames().has(form)
}
