import { isWithinOneEdit } from '../language/distance.ts'
import { isEverydayWord } from '../language/everyday-words.ts'
import { PhraseMatcher } from '../language/phrase-matcher.ts'
import { lazily, madeOnce, remember } from '../language/remember.ts'
import { readTable } from '../language/tables.ts'
import type { Context } from './qualifiers.ts'

const TRIGGER_TABLE = 'context/triggers.tsv'
const TERMINATOR_TABLE = 'context/terminators.tsv'
const WORD_TABLE = 'context/words.tsv'
/** Phrases of a proof of presence, which `comprehend` reads. */
const PRESENCE_TABLE = 'context/presence.tsv'
const COLUMNS = {
  [TRIGGER_TABLE]: ['phrase', 'context', 'direction', 'reach', 'score'],
  [TERMINATOR_TABLE]: ['phrase', 'kind'],
  [PRESENCE_TABLE]: ['phrase', 'role'],
} as const

/** Statement of a trigger: one of the contexts; `present` for its scope; or `none`, though it looks like a trigger. */
export const TRIGGER_CONTEXTS = [
  'absent',
  'suspected',
  'past',
  'family',
  'planned',
  'present',
  'none',
] as const
export type TriggerContext = Context | 'present' | 'none'

/**
 * Direction of a trigger: the words after it; those after it up to the complaint, as in "a man with asthma who presents
 * with fever" (`opening`); the words before it; those before it if it closes an item of a list.
 */
export const DIRECTIONS = ['forward', 'opening', 'backward', 'closing'] as const
export type Direction = (typeof DIRECTIONS)[number]

/**
 * Terminators of triggers: a `contrast` ("but"); a `cause` or time ("due to", "since"); `who` and the like; `when` and
 * other words for the time of one item; words that `turn` to the present illness ("presents with") or to `now`; a `verb` or
 * a form of `be` that makes another clause; the `patient`, after a relative; the `onset` of a condition that is dated by
 * it; a dictated `heading` ("new paragraph").
 */
export const TERMINATOR_KINDS = [
  'contrast',
  'cause',
  'who',
  'when',
  'turn',
  'now',
  'verb',
  'be',
  'patient',
  'onset',
  'heading',
] as const
export type TerminatorKind = (typeof TERMINATOR_KINDS)[number]

/** Roles of single words for contexts and sentences. */
export const WORD_ROLES = [
  'relative',
  'informant',
  'companion',
  'closer',
  'title',
  'short',
  'connector',
  'leading',
  'governing',
  // "Denies the following", above a list.
  'listing',
  'unit',
  'ago',
  'habit',
  'plain',
  'attributive',
  'possessive',
  'continuing',
  'measured',
  'course',
  'result',
  // Results that a patient may be asked for, too: "no h/o gout, raised BP, asthma".
  'changed',
  'answer',
  // "Gout: NA", in a form.
  'blank',
  'age',
  'admission',
  'reacting',
  'attending',
  'taking',
  'answering',
  'affirming',
  'investigation',
  'source',
  'exception',
  'managed',
  'stopping',
  'reason',
  'causing',
  'allergy',
  'allergen',
  'remedy',
  // "Stopped: amlodipine Started: ramipril", "Reports: nausea Denies: cough".
  'label',
  // Labels within a list of allergies: "Food: egg", "Severity: mild".
  'field',
  'plural',
  'likewise',
  'several',
  'address',
  // Surnames that are names of diseases, and labels before the names of persons.
  'eponym',
  // Forenames that are names of diseases: "Amelia arrived".
  'forename',
  'person',
  'denying',
  'unsure',
  'replying',
  'speaker',
  'status',
  'returning',
  'ordering',
  'operated',
  'owned',
  // "Her plumber has gout", but "a plumber with gout".
  'trade',
  // "Pushed by a lady with gout", "married to an alcoholic".
  'someone',
  'sufferer',
  // "The interpreter has a cold".
  'attendant',
  'animal',
  'male',
  'female',
  'infant',
  'kin',
  'unrelated',
  // Events of which several are a history: "MI x2".
  'attack',
  // States of one who is well again: "now afebrile".
  'recovered',
  'puerperal',
  'advising',
  'preventable',
  'catching',
  // Objects of a talk that name what the patient has, or no condition: "explained the diagnosis".
  'topic',
  // People who are taught, besides relatives.
  'listener',
  // Verbs of advice, and numbers to call.
  'acting',
  // All that may follow these: another word makes it a plan of its own, "come back in 2 weeks".
  'errand',
  // "Observe 30 min for anaphylaxis".
  'watching',
  // Tests that are repeated look for what is not there yet: "daily WCC for neutropenia".
  'repeatable',
  'repeated',
  'vaccine',
  // Behind someone the patient knows: "her dog also had".
  'having',
  // "Mother well, BP 120/80".
  'nursed',
  // "Mum's worry is that he has gout".
  'telling',
  'greeting',
  // "Headache - CT normal" is a headache.
  'symptom',
  // "Meningitis - no clinical signs".
  'sign',
  'definite',
  // "DVT: doppler neg", "PE - CTPA pending".
  'negative',
  'awaited',
  // "Uvula midline", but not "skin intact" or "TSH normal".
  'normal',
  // One side of a choice that a form leaves open: "breathing: normal / cyanosed".
  'healthy',
  'controlled',
  // "Fracture - skin intact" is a fracture.
  'spared',
  'there',
  // "Cushing's → DST tomorrow".
  'soon',
  // "ILD HRCT normal", also of a lasting disease.
  'imaging',
  // "Stridor, drooling, cyanosis => ER".
  'goal',
  // "Cause? sarcoidosis".
  'cause',
  'worry',
  // "Elbow reduced".
  'displaced',
  // "Jaundice at birth".
  'event',
  // "Gout symptoms", "signs of gout".
  'manifestation',
  // "Anxiety scale 4"; "anxiety 11, depression 9".
  'scored',
  'rated',
  // "Low mood"; "looks depressed".
  'mood',
  'feeling',
  'appearing',
  // "Gout, cholecystectomy 2012": no operation ends it.
  'medical',
  // "Gout, so he says"; "gout, according to the internet".
  'opining',
  'lay',
  // "Lymphoma, awaiting biopsy".
  'deciding',
  // "TB clinic", "stroke association"; "a thesis on schizophrenia".
  'naming',
  'topical',
  // "Anaphylaxis to rocuronium, tryptase 45".
  'emergency',
  // "Smoker, left 1 year back".
  'habitual',
  // "In childhood", "as a child", "last winter", "at the time of the visit", "during the war".
  'lifetime',
  'youth',
  'season',
  'visit',
  'epoch',
  // "In her last pregnancy", "with her eldest".
  'birth',
  'elder',
  // Phases of a life: "on his travels", "in her previous job", "in married life", "while employed", "when she studied".
  'phase',
  'former',
  'left',
  'biographic',
  'occupied',
  'lived',
  'current',
  // Verbs behind a time: "in 2009 he survived", "developed", "was rushed in with", "was diagnosed".
  'suffered',
  'developed',
  'cared',
  'found',
  // "Migraine, diagnosed at university".
  'begun',
  // "A bout of gout", "a nasty bout", "troubled by gout in 2012"; what is over within a day.
  'bout',
  'grave',
  'afflicted',
  'passing',
  // "For assessment of dementia"; "people say it's eczema"; "gout is a disease of the joints".
  'assessed',
  'hearsay',
  'genus',
  // "Gout, if the urate is high", "if that is right".
  'right',
  'raised',
  // "Correction: no gout", "addendum: CTPA negative", "scratch that", "the first scan showed a stone".
  'correcting',
  'adding',
  'retracting',
  'initial',
  'shown',
  // Verbs that say what is found.
  'stating',
  // Verbs of what is only thought.
  'supposing',
  // "Met her sister", "the poor woman", "text from mum", "mum worried".
  'meeting',
  'epithet',
  'message',
  'anxious',
] as const

export type WordRole = (typeof WORD_ROLES)[number]

/** How a trigger speaks of other words. */
export interface Rule {
  readonly context: TriggerContext
  readonly direction: Direction
  /** Reach: to the end of the clause, of an item of a list, or a number of words. */
  readonly reach: 'clause' | 'item' | number
  readonly score: number
}

/** A phrase of the tables. */
export interface ContextPhrase {
  /** As the table has it. */
  readonly phrase: string
  readonly rules: readonly Rule[]
  readonly ends: TerminatorKind | undefined
}

interface MutablePhrase extends ContextPhrase {
  readonly rules: Rule[]
  ends: TerminatorKind | undefined
}

/** The triggers and terminators, by the forms of their words. @throws MedlinkError `data_invalid` */
export const contextPhrases = lazily(readPhrases)

/** The roles of each word; most words of a text have none. */
const rolesOf = lazily(readRoles)

/** True if a word's form has a role. @throws MedlinkError `data_invalid` */
export function isRole(form: string, role: WordRole): boolean {
  return rolesOf().get(form)?.has(role) === true
}

/** True if a word's form has one of some roles. @throws MedlinkError `data_invalid` */
export function hasOneRole(form: string, roles: readonly WordRole[]): boolean {
  const own = rolesOf().get(form)
  return own !== undefined && roles.some((role) => own.has(role))
}

/** Letters of the shortest word of a context that is corrected; a shorter one is near too many. */
const SHORTEST_CORRECTED = 7
/** The one word that is shorter and as common as all others together. */
const WITH = 'with'

/**
 * The word of a context that a misspelt one is meant as: "presnted", "wiht", "wihtout"; the form itself where it is an everyday
 * word, or near none or several of these.
 *
 * @throws MedlinkError `data_invalid`
 */
export const correctedForm = remember((form) => {
  if (!/^w[a-z]{2,4}$|^[a-z]{6,}$/.test(form) || isEverydayWord(form)) return form
  const words = correctable()
  if (words.has(form)) return form
  let found: string | undefined
  for (const word of words) {
    if (word[0] !== form[0] || !isWithinOneEdit(word, form)) continue
    if (found !== undefined) return form
    found = word
  }
  return found ?? form
})

/** Characters between the words of a cell: a choice is of whole words. */
const BETWEEN_WORDS = /[ ()|]+/

/** Words of triggers, terminators and phrases for presence that are long enough. */
const correctable = lazily((): ReadonlySet<string> => {
  const tables = [TRIGGER_TABLE, TERMINATOR_TABLE, PRESENCE_TABLE] as const
  const cells = tables.flatMap((table) => readTable(table, COLUMNS[table]).map(([cell]) => cell!))
  const words = cells.flatMap((cell) => cell.split(BETWEEN_WORDS))
  const isLong = (word: string) => word.length >= SHORTEST_CORRECTED && /^[a-z]+$/.test(word)
  return new Set([WITH, ...words.filter(isLong)])
})

/** A choice of words in a phrase of a table, which may be within another. */
const CHOICE = /\(([^()]*)\)/

/** The phrases that a cell of a table stands for: "married to (a|the) friend" for two. */
export function phrasesOf(cell: string): string[] {
  const choice = CHOICE.exec(cell)
  if (choice === null) return [cell]
  const [before, after] = [cell.slice(0, choice.index), cell.slice(choice.index + choice[0].length)]
  return choice[1]!.split('|').flatMap((way) => phrasesOf(`${before}${way}${after}`))
}

/** The phrases of a proof of presence, each with its role. @throws MedlinkError `data_invalid` */
export function presenceRows(): (readonly [phrase: string, role: string])[] {
  return readTable(PRESENCE_TABLE, COLUMNS[PRESENCE_TABLE]).flatMap(([cell, role]) =>
    phrasesOf(cell!).map((phrase) => [phrase, role!] as const),
  )
}

/** Rows of the tables whose phrases may begin with one word. */
interface RowsOfHead {
  readonly triggers: string[][]
  readonly terminators: string[][]
}

/** The phrases stand for seven times as many rows: those that begin with a word are made when this is first met. */
function readPhrases(): PhraseMatcher<ContextPhrase> {
  const byHead = new Map<string, RowsOfHead>()
  const rowsOf = (head: string) => {
    const rows = byHead.get(head) ?? { triggers: [], terminators: [] }
    byHead.set(head, rows)
    return rows
  }
  for (const row of readTable(TRIGGER_TABLE, COLUMNS[TRIGGER_TABLE]))
    for (const head of headsOf(row[0]!)) rowsOf(head).triggers.push(row)
  for (const row of readTable(TERMINATOR_TABLE, COLUMNS[TERMINATOR_TABLE]))
    for (const head of headsOf(row[0]!)) rowsOf(head).terminators.push(row)
  const matcher = new PhraseMatcher<ContextPhrase>()
  for (const [head, rows] of byHead) matcher.setLater(head, () => addPhrases(matcher, head, rows))
  return matcher
}

/** The first words of the phrases that a cell stands for. */
function headsOf(cell: string): ReadonlySet<string> {
  const choices = cell.startsWith('(') ? phrasesOf(cell.slice(0, endOfChoice(cell))) : [cell]
  return new Set(choices.map(headOf))
}

function headOf(phrase: string): string {
  return phrase.split(' ', 1)[0]!
}

/** Phrases of a cell that begin with a word; those with another choice at the beginning are not made. */
function phrasesWith(cell: string, head: string): string[] {
  if (!cell.startsWith('(')) return phrasesOf(cell)
  const end = endOfChoice(cell)
  return phrasesOf(cell.slice(0, end))
    .filter((choice) => headOf(choice) === head)
    .flatMap((choice) => phrasesOf(choice + cell.slice(end)))
}

/** Where the choice that a cell begins with ends, those within it included. */
function endOfChoice(cell: string): number {
  let depth = 0
  for (let at = 0; at < cell.length; at++) {
    if (cell[at] === '(') depth++
    if (cell[at] === ')') depth--
    if (depth === 0) return at + 1
  }
  return cell.length
}

/** Adds the phrases that begin with a word. */
function addPhrases(
  matcher: PhraseMatcher<ContextPhrase>,
  head: string,
  { triggers, terminators }: RowsOfHead,
): void {
  const byPhrase = new Map<string, MutablePhrase>()
  const entriesOf = (cell: string) =>
    phrasesWith(cell, head).map((phrase) => {
      const entry = byPhrase.get(phrase) ?? { phrase, rules: [], ends: undefined }
      byPhrase.set(phrase, entry)
      return entry
    })
  for (const [cell, context, direction, reach, score] of triggers) {
    const rule: Rule = {
      context: context as TriggerContext,
      direction: direction as Direction,
      reach: reach === 'clause' || reach === 'item' ? reach : Number(reach),
      score: Number(score),
    }
    for (const { rules } of entriesOf(cell!)) rules.push(rule)
  }
  for (const [cell, kind] of terminators)
    for (const entry of entriesOf(cell!)) entry.ends = kind as TerminatorKind
  for (const entry of byPhrase.values()) matcher.set(entry.phrase.split(' '), entry)
  // The end of a phrase may begin with this word, too: all of them are there.
  for (const { phrase, rules } of byPhrase.values())
    if (rules.length > 0 && rules.every(({ direction }) => direction === 'closing'))
      rules.push(...denialsAtEnd(matcher, phrase.split(' ')))
}

/** The denial at the end of a phrase, ahead of it: "currently not" closes an item, and denies what follows it. */
function denialsAtEnd(
  phrases: PhraseMatcher<ContextPhrase>,
  words: readonly string[],
): readonly Rule[] {
  for (let at = 1; at < words.length; at++) {
    const ahead = phrases
      .get(words.slice(at))
      ?.rules.filter(({ context, direction }) => context === 'absent' && direction === 'forward')
    if (ahead !== undefined && ahead.length > 0) return ahead
  }
  return []
}

function readRoles(): Map<string, Set<WordRole>> {
  const found = new Map<string, Set<WordRole>>()
  for (const [word, role] of readTable(WORD_TABLE, ['word', 'role']))
    madeOnce(found, word!, () => new Set<WordRole>()).add(role as WordRole)
  return found
}
