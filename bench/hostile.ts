import { pick, randomEdit } from '../scripts/support/random.ts'
import { readRows } from './tables.ts'

/**
 * Texts that nobody would take for a mention, and some that come close: what a form, a scanner or a pasted report puts
 * where a mention should be. Each kind is a pattern, repeated or drawn to any length.
 */

/** What a text is drawn from: random numbers in [0, 1), the commonest words of the index, and words to misspell. */
export interface HostileSource {
  readonly random: () => number
  /** The words of most names, most first. */
  readonly common: readonly string[]
  readonly words: readonly string[]
}

type Maker = (source: HostileSource, length: number) => string

const LETTERS = 'etaoinshrdlucmf'
const ABBREVIATIONS =
  'DM HTN CAD MI CKD COPD UTI PE DVT CHF AF RA MS PDA ASD VSD TB HIV SOB CP HA BP'.split(' ')
const SPECIMENS = 'urine csf stool sputum saliva semen bile sweat blood serum plasma pl'.split(' ')
const MARKS = ['\u0301', '\u0323', '\u0308', '\u20dd', '\u0483', '\u093f', '\u0651']
const CONDITIONS = 'diabetes,fever,asthma,gout,hypertension,migraine,anemia,scabies'.split(',')

const repeated =
  (pattern: string, end = ''): Maker =>
  (_, length) =>
    pattern.repeat(Math.ceil(length / pattern.length)).slice(0, Math.max(0, length - end.length)) +
    end

/** Pieces drawn one after the other until the text is long enough. */
const drawn =
  (piece: (source: HostileSource) => string, joint = ' '): Maker =>
  (source, length) => {
    const pieces: string[] = []
    for (let size = 0; size < length; size += pieces.at(-1)!.length + joint.length)
      pieces.push(piece(source))
    return pieces.join(joint).slice(0, length)
  }

function letters({ random }: HostileSource, count: number): string {
  let word = ''
  for (let i = 0; i < count; i++) word += LETTERS[Math.floor(random() * LETTERS.length)]
  return word
}

/** A word with so many letters replaced. */
function misspelt(source: HostileSource, edits: number): string {
  const word = [...pick(source.words, source.random)]
  for (let i = 0; i < edits; i++)
    word[1 + Math.floor(source.random() * (word.length - 1))] = letters(source, 1)
  return word.join('')
}

const digits = ({ random }: HostileSource) =>
  String(Math.floor(random() * 10 ** (1 + random() * 6)))
const anyUnit = ({ random }: HostileSource) => String.fromCharCode(Math.floor(random() * 0x10000))

/** Kinds that are more than a pattern over and over. */
const DRAWN: Readonly<Record<string, Maker>> = {
  'one specimen': (source, length) => `glucose ${repeated('pl ')(source, Math.max(0, length - 8))}`,
  'one specimen, misspelt words': (source, length) =>
    `glucose ${drawn((own) => misspelt(own, 2))(source, 70)} ${repeated('pl ')(source, length)}`.slice(
      0,
      length,
    ),
  specimens: drawn(({ random }) => pick(SPECIMENS, random)),
  'the commonest words': drawn(({ common, random }) => pick(common, random)),
  'the commonest words, listed': drawn(
    ({ common, random }) => `${pick(common, random)} ${pick(common, random)}`,
    ', ',
  ),
  'misspelt by one letter': drawn((source) => misspelt(source, 1)),
  'misspelt by two': drawn((source) => misspelt(source, 2)),
  'common and misspelt': drawn((source) =>
    source.random() < 0.2 ? misspelt(source, 2) : pick(source.common, source.random),
  ),
  'words of no language': drawn((source) => letters(source, 3 + Math.floor(source.random() * 9))),
  'long tokens': drawn((source) => letters(source, 64)),
  'one token': (source, length) => letters(source, length),
  conditions: drawn(({ random }) => pick(CONDITIONS, random), ', '),
  abbreviations: drawn(({ random }) => pick(ABBREVIATIONS, random)),
  numbers: drawn(digits),
  'numbers with units': drawn((source) => `${digits(source)}mg/dl`),
  'combining marks': drawn(({ random }) => pick(MARKS, random), ''),
  'letters with marks': drawn(({ random }) => `e${pick(MARKS, random)}`),
  'right to left': repeated('السكري \u202eabc\u202c '),
  'halves of surrogates': repeated('\ud800 a\udc00'),
  'any code units': drawn(anyUnit, ''),
  'spaces around': (_, length) => `a${' '.repeat(Math.max(0, length - 2))}b`.slice(0, length),
  prescriptions: drawn(({ words, random }) => `Tab ${pick(words, random)} 500mg 1-0-1 x 5 days`),
  'combined drugs': drawn(({ words, random }) => pick(words, random), ' + '),
  'line ends': repeated('\n\t', 'gout'),
}

/** Every kind, by its name: those of hostile.tsv. */
export const HOSTILE_KINDS: Readonly<Record<string, Maker>> = Object.fromEntries(
  readRows('hostile.tsv').map(({ kind = '', pattern = '', end }) => [
    kind,
    DRAWN[kind] ?? repeated(pattern, end),
  ]),
)

/** The kinds by name. */
export const HOSTILE_NAMES = Object.keys(HOSTILE_KINDS)

/** A text of a kind, of at most so many UTF-16 units. */
export function hostileText(kind: string, source: HostileSource, length: number): string {
  return HOSTILE_KINDS[kind]!(source, length).slice(0, length)
}

/** What stands between two mentions that became one text. */
const BETWEEN = [' ', ', ', ' and ', ' with ', '; ', '/', '\n', ' (', ' - ', '']

/**
 * A text between a mention and a hostile one: a name, with a letter changed, two of them, part of a hostile text, or one
 * inside of a name. Mostly short, of up to so many UTF-16 units.
 */
export function fuzzedText(
  source: HostileSource,
  names: readonly string[],
  longest: number,
): string {
  const { random } = source
  const name = () => pick(names, random)
  const piece = () =>
    hostileText(pick(HOSTILE_NAMES, random), source, Math.ceil(longest ** random()))
  const makers = [
    name,
    () => randomEdit(name(), random) ?? name(),
    () => name() + pick(BETWEEN, random) + name(),
    () => `${misspelt(source, 2)} ${name()} ${misspelt(source, 1)}`,
    piece,
    () => name() + pick(BETWEEN, random) + piece(),
    () => {
      const text = name()
      const at = Math.floor(random() * text.length)
      return text.slice(0, at) + anyUnit(source) + text.slice(at)
    },
  ]
  return pick(makers, random)().slice(0, longest)
}
