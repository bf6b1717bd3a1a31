import { PhraseMatcher } from '../../language/phrase-matcher.ts'
import { lazily } from '../../language/remember.ts'
import { readTable } from '../../language/tables.ts'
import { drugWords } from './words.ts'

const DOSE_FORMS = 'medication/dose-forms.tsv'
const ROUTED_FORMS = 'medication/routed-forms.tsv'

/** The tables that decide what a dose form is. */
export const DOSE_FORM_TABLES = [DOSE_FORMS, ROUTED_FORMS]

/** Meaning of the name of a dose form. */
export interface DoseForm {
  /** One of data/medication/forms.tsv. */
  readonly form?: string
  /** `er`, `dr`, `odt`, `dispersible`, `chewable`, `effervescent` or `sublingual`. */
  readonly release?: string
  /** Where it is given: `oral`, `ophthalmic`, `injection`, … */
  readonly route?: string
}

interface Tables {
  readonly phrases: ReadonlyMap<string, DoseForm>
  /** Words of the longest phrase. */
  readonly longest: number
  /** Forms by route and what the form is called there. */
  readonly routed: ReadonlyMap<string, string>
}

const tables = lazily(readTables)

/**
 * Meaning of the name of a dose form of any author: RxNorm ("Extended Release Oral Tablet"), the FDA
 * ("SOLUTION/DROPS;OPHTHALMIC") or a label ("strip of 15 tablets"). The longest phrase that begins at a word is read; of
 * form, release and route the first that is said counts, and a solution for injection is an injection. Never throws for
 * any text.
 * @throws MedlinkError `data_invalid`
 * @see data/medication/dose-forms.tsv
 */
export function readDoseForm(text: string): DoseForm {
  const { routed } = tables()
  let said: DoseForm = {}
  for (const { meaning } of findPhrases(wordsOf(text), tables())) said = { ...meaning, ...said }
  const { form, route } = said
  const meant = form && route && routed.get(`${route} ${form}`)
  return meant ? { ...said, form: meant } : said
}

/**
 * Name of a form that is given by a route: a solution by injection is an injection.
 * @throws MedlinkError `data_invalid`
 * @see data/medication/routed-forms.tsv
 */
export function routedForm(form: string, route: string | undefined): string {
  return tables().routed.get(`${route} ${form}`) ?? form
}

/**
 * The words at the end of a name that name its form: "Oral Tablet" of "metformin 500 MG Oral Tablet". Undefined where they
 * name none.
 * @throws MedlinkError `data_invalid`
 */
export function formAtEnd(text: string): string | undefined {
  const run = phrasesAtEnd(text)
  return run.some(({ meaning }) => meaning.form !== undefined)
    ? text.slice(run[0]!.offset).trim()
    : undefined
}

/**
 * The brand in a product's name and the words for its form: "Pantop-D SR Capsule" is "Pantop-D SR" in "SR Capsule". What a
 * brand is called after its release stays in it; a name that is nothing but a form is the brand.
 * @throws MedlinkError `data_invalid`
 */
export function splitBrand(name: string): { readonly brand: string; readonly form?: string } {
  const run = phrasesAtEnd(name)
  if (!run.some(({ meaning }) => meaning.form !== undefined)) return { brand: name }
  const named = run.find(
    ({ meaning }) => meaning.form !== undefined || meaning.route !== undefined,
  )!
  const brand = name.slice(0, named.offset).replace(/[\s,(-]+$/, '')
  if (brand === '') return { brand: name }
  return { brand, form: name.slice(run[0]!.offset).trim() }
}

/** The phrases that end a text without another word between them, in order, and where in it each begins. */
function phrasesAtEnd(text: string): { readonly offset: number; readonly meaning: DoseForm }[] {
  const words = drugWords(text)
  const phrases = findPhrases(
    words.map((word) => word.text),
    tables(),
  )
  const run: { offset: number; meaning: DoseForm }[] = []
  let first = words.length
  for (const { start, end, meaning } of phrases.toReversed()) {
    if (end !== first) break
    first = start
    run.unshift({ offset: words[start]!.start, meaning })
  }
  return run
}

interface FoundPhrase {
  /** Places of words; the end is exclusive. */
  readonly start: number
  readonly end: number
  readonly meaning: DoseForm
}

function findPhrases(words: readonly string[], { phrases, longest }: Tables): FoundPhrase[] {
  const found: FoundPhrase[] = []
  let start = 0
  while (start < words.length) {
    let end = Math.min(words.length, start + longest)
    let meaning: DoseForm | undefined
    for (; end > start; end--) {
      const phrase = words.slice(start, end).join(' ')
      meaning = phrases.get(phrase) ?? phrases.get(phrase.replace(/s$/, ''))
      if (meaning !== undefined) break
    }
    if (meaning === undefined) start++
    else {
      found.push({ start, end, meaning })
      start = end
    }
  }
  return found
}

function wordsOf(text: string): string[] {
  return drugWords(text).map((word) => word.text)
}

function readTables(): Tables {
  const rows = readTable(DOSE_FORMS, ['phrase', 'form', 'release', 'route'])
  const phrases = new Map<string, DoseForm>()
  for (const [phrase, form, release, route] of rows)
    phrases.set(phrase!, {
      ...(form !== '-' && { form: form! }),
      ...(release !== '-' && { release: release! }),
      ...(route !== '-' && { route: route! }),
    })
  const routed = readTable(ROUTED_FORMS, ['route', 'form', 'meant'])
  return {
    phrases,
    longest: Math.max(...rows.map(([phrase]) => phrase!.split(' ').length)),
    routed: new Map(routed.map(([route, form, meant]) => [`${route} ${form}`, meant!])),
  }
}

/** Below data/: words for what holds a drug, and remarks that tell its products apart. */
export const DISTINCTION_TABLE = 'medication/distinctions.tsv'

/** Distinctions between products of one composition, form and route, as a text or a name says it. */
export interface Distinctions {
  /** `syringe`, `pen`, `auto-injector` or `cartridge`, several with `+`; '' for none. */
  readonly device: string
  /** Sorted: "24 hr", "preservative free". */
  readonly remarks: readonly string[]
}

interface Meaning {
  readonly kind: string
  readonly meaning: string
}

/** "24 HR", "12-hour": how long a dose lasts. */
const HOURS = /\b(8|12|24)[\s-]?(?:h|hrs?|hours?)\b/gi
/** RxNorm tells products of one drug apart by their application: "NDA020503 200 ACTUAT albuterol". */
const APPLICATION = /\bNDA\d+\b/gi

const PLUS = '+'

const matcher = lazily(readPhrases)

/**
 * The device and the remarks that a text says. An interval between doses must be left out of it before.
 * @throws MedlinkError `data_invalid`
 */
export function readDistinctions(text: string): Distinctions {
  const words = drugWords(text).map((word) => word.text)
  const remarks = new Set<string>()
  const devices = new Set<string>()
  for (const { value } of matcher().find(words)) {
    if (value.kind === 'remark') remarks.add(value.meaning)
    else devices.add(value.meaning)
  }
  for (const [, hours] of text.matchAll(HOURS)) remarks.add(`${hours} hr`)
  for (const [application] of text.matchAll(APPLICATION)) remarks.add(application.toLowerCase())
  return { device: [...devices].sort().join(PLUS), remarks: [...remarks].sort() }
}

function readPhrases(): PhraseMatcher<Meaning> {
  const phrases = new PhraseMatcher<Meaning>()
  for (const [phrase, kind, meaning] of readTable(DISTINCTION_TABLE, ['phrase', 'kind', 'meaning']))
    phrases.set(phrase!.split(' '), { kind: kind!, meaning: meaning! })
  return phrases
}
