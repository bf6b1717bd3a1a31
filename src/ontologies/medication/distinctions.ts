import { PhraseMatcher } from '../../text/phrase-matcher.ts'
import { readTable } from '../../text/tables.ts'
import { drugWords } from './words.ts'

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

let matcher: PhraseMatcher<Meaning> | undefined

/**
 * The device and the remarks that a text says. An interval between doses must be left out of it before.
 * @throws MedlinkError `data_invalid`
 */
export function readDistinctions(text: string): Distinctions {
  matcher ??= readPhrases()
  const words = drugWords(text).map((word) => word.text)
  const remarks = new Set<string>()
  const devices = new Set<string>()
  for (const { value } of matcher.find(words)) {
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
