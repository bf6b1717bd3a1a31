import { pick, randomEdit } from '../scripts/support/random.ts'
import { readRows } from './tables.ts'

/**
 * Texts that nobody would take for a mention, and some that come close: what a form, a scanner or a pasted report puts
 * where a mention should be. Each kind is a row of hostile.tsv: a start, a pattern over and over to any length, and an end, with
 * escapes as JavaScript's. `<word>` and the like are drawn anew each time.
 */

/** What a text is drawn from: random numbers in [0, 1), the commonest words of the index, and words to misspell. */
export interface HostileSource {
  readonly random: () => number
  /** The words of most names, most first. */
  readonly common: readonly string[]
  readonly words: readonly string[]
}

const LETTERS = [...'etaoinshrdlucmf']
const LISTS: Readonly<Record<string, readonly string[]>> = {
  letter: LETTERS,
  abbreviation:
    'DM HTN CAD MI CKD COPD UTI PE DVT CHF AF RA MS PDA ASD VSD TB HIV SOB CP HA BP'.split(' '),
  specimen: 'urine csf stool sputum saliva semen bile sweat blood serum plasma pl'.split(' '),
  mark: ['\u0301', '\u0323', '\u0308', '\u20dd', '\u0483', '\u093f', '\u0651'],
  condition: 'diabetes fever asthma gout hypertension migraine anemia scabies'.split(' '),
}
/** Draws by other means than a list. */
const DRAWN: Readonly<Record<string, (source: HostileSource) => string>> = {
  common: ({ common, random }) => pick(common, random),
  word: ({ words, random }) => pick(words, random),
  'misspelt by 1': (source) => misspelt(source, 1),
  'misspelt by 2': (source) => misspelt(source, 2),
  nonsense: (source) => letters(source, 3 + Math.floor(source.random() * 9)),
  digits: ({ random }) => String(Math.floor(random() * 10 ** (1 + random() * 6))),
  'code unit': ({ random }) => String.fromCharCode(Math.floor(random() * 0x10000)),
}

const KINDS = new Map(readRows('hostile.tsv').map(({ kind = '', ...row }) => [kind, row]))
/** Every kind, by its name. */
export const HOSTILE_NAMES = [...KINDS.keys()]

/** A text of a kind, of at most so many UTF-16 units. */
export function hostileText(kind: string, source: HostileSource, length: number): string {
  const { start = '', pattern = '', end = '' } = KINDS.get(kind)!
  let text = filled(start, source)
  while (text.length < length - end.length) text += filled(pattern, source)
  return (text.slice(0, Math.max(0, length - end.length)) + end).slice(0, length)
}

function filled(pattern: string, source: HostileSource): string {
  return pattern
    .replace(/\\(?:u[\da-f]{4}|[nt])/g, (sign) => JSON.parse(`"${sign}"`))
    .replace(/<([^<>]+)>/g, (_, name: string) => {
      const list = LISTS[name]
      return list === undefined ? DRAWN[name]!(source) : pick(list, source.random)
    })
}

function letters({ random }: HostileSource, count: number): string {
  return Array.from({ length: count }, () => pick(LETTERS, random)).join('')
}

/** A word with so many letters replaced. */
function misspelt(source: HostileSource, edits: number): string {
  const word = [...pick(source.words, source.random)]
  for (let i = 0; i < edits; i++)
    word[1 + Math.floor(source.random() * (word.length - 1))] = letters(source, 1)
  return word.join('')
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
      return text.slice(0, at) + filled('<code unit>', source) + text.slice(at)
    },
  ]
  return pick(makers, random)().slice(0, longest)
}
