/** The names of rows, in LOINC's manner: learned from those of the pool, and composed for made rows. */
import { type Axes, propertyKey, type Row, type Source, systemKey, Votes } from './pool.ts'

/** Analyte, property, system, method and challenge of a long common name. */
const LONG_NAME =
  /^(?:deprecated )?(.*?)( \[[^\]]*\](?: \([^)]*\))?| identified)?(?: in ([^[]+?))?(?: by ([^[]+?))?(?: --(.+))?$/is
const UNIT_OF_TIME: Record<string, string> = { M: 'minute', H: 'hour', D: 'day', W: 'week' }
/** Properties that a short name puts before its system instead of after it. */
const SHORT_PROPERTY: Record<string, string> = { NCnc: '#', NFr: 'NFr', Titr: 'Titr' }
/** What stands for a scale in short and display names. */
const ANSWER: Record<string, string> = { Ord: 'Ql', Nom: 'Nom' }

/** What must differ from row to row. */
export type Candidate = Axes & Pick<Row, 'COMPONENT' | 'LONG_COMMON_NAME'>

/** What an analyte is called. */
export interface Named {
  /** As in a component. */
  readonly text: string
  /** As in a long common name. */
  readonly name: string
  /** As in a short name. */
  readonly short: string
}

/** The three names' texts for values of axes, by the name's column, as most rows of the pool have them. */
export interface Phrases {
  readonly LONG_COMMON_NAME: Record<'property' | 'system' | 'method', ReadonlyMap<string, string>>
  readonly SHORTNAME: Record<'system' | 'method', ReadonlyMap<string, string>>
  readonly DisplayName: Record<'property' | 'system', ReadonlyMap<string, string>>
}

/** The phrases that most rows of the pool have. */
export function learnPhrases(sources: readonly Source[]): Phrases {
  const long = { property: new Votes(), system: new Votes(), method: new Votes() }
  const short = { system: new Votes(), method: new Votes() }
  const shown = { property: new Votes(), system: new Votes() }
  for (const source of sources) {
    const [, , property = '', system = '', method = ''] = LONG_NAME.exec(source.LONG_COMMON_NAME)!
    long.property.add(propertyKey(source), property)
    if (source.PROPERTY !== 'Susc') long.system.add(systemKey(source), system)
    if (method) long.method.add(source.METHOD_TYP, method)
    const last = /(\S+?)(?:-\S+| ql)$/i.exec(source.SHORTNAME)
    if (last && !source.METHOD_TYP) short.system.add(systemKey(source), last[1]!)
    const display = /^.+?(?: \(([^()]*)\))?(?: (\[[^\]]*\]))?$/.exec(source.DisplayName)
    if (!display) continue
    shown.system.add(systemKey(source), display[1] ?? '')
    shown.property.add(propertyKey(source), display[2] ?? '')
  }
  const shortSystem = short.system.winners()
  for (const source of sources) {
    const { method } = dissectShortName(source, shortSystem)
    if (method) short.method.add(source.METHOD_TYP, method)
  }
  const winners = <Part extends string>(votes: Readonly<Record<Part, Votes>>) =>
    Object.fromEntries(
      Object.entries<Votes>(votes).map(([part, each]) => [part, each.winners()]),
    ) as Record<Part, Map<string, string>>
  return { LONG_COMMON_NAME: winners(long), SHORTNAME: winners(short), DisplayName: winners(shown) }
}

/** What stands before and after the system in a short name; '' where the system is not found in it. */
export function dissectShortName(source: Source, systems: ReadonlyMap<string, string>) {
  const words = source.SHORTNAME.replace(/-[A-Za-z]+$/, '').split(' ')
  const system = systems.get(systemKey(source))?.toLowerCase()
  const at = words.findLastIndex((word, i) => i > 0 && word.toLowerCase() === system)
  const analyte = words.slice(0, Math.max(at, 0)).join(' ')
  const method = at < 0 ? '' : words.slice(at + 1).join(' ')
  return {
    analyte: analyte.replace(/( titr| #| nfr| \d+h)+$/i, ''),
    method: method.replace(/^(ql|qn) ?/i, ''),
  }
}

/** What a made row is about. */
export interface Made {
  readonly analyte: Named
  /** '' for none. */
  readonly challenge: string
  readonly axes: Axes
}

/** What a made row is and its long name, which decide whether it may be. */
export function composeRow({ analyte, challenge, axes }: Made, phrases: Phrases): Candidate {
  const { property, system, method } = phrases.LONG_COMMON_NAME
  const said = property.get(propertyKey(axes))!
  const name = analyte.name.endsWith(said) ? analyte.name : analyte.name + said
  const where = axes.PROPERTY === 'Susc' ? '' : system.get(systemKey(axes))
  const how = axes.METHOD_TYP && (method.get(axes.METHOD_TYP) ?? axes.METHOD_TYP)
  return {
    ...axes,
    COMPONENT: challenge ? `${analyte.text}^${challenge}` : analyte.text,
    LONG_COMMON_NAME: joinWords([
      name,
      where && `in ${where}`,
      how && `by ${how}`,
      challenge && `--${expandTimes(challenge)}`,
    ]),
  }
}

/** "Glucose p meal SerPl-mCnc". */
export function composeShortName({ analyte, challenge, axes }: Made, phrases: Phrases): string {
  const { system, method } = phrases.SHORTNAME
  const { PROPERTY, SYSTEM, SCALE_TYP, METHOD_TYP } = axes
  const isLast = SCALE_TYP.endsWith('Qn') && !(PROPERTY in SHORT_PROPERTY)
  const words = joinWords([
    analyte.short,
    shorten(challenge.replace('post dose', 'post').replace(/\bpost\b/, 'p'), 4),
    SHORT_PROPERTY[PROPERTY],
    system.get(systemKey(axes)) ?? SYSTEM.replaceAll(' ', ''),
    ANSWER[SCALE_TYP],
    METHOD_TYP && (method.get(METHOD_TYP) ?? shorten(METHOD_TYP, 5)),
  ])
  return isLast ? `${words}-${PROPERTY[0]!.toLowerCase()}${PROPERTY.slice(1)}` : words
}

/** "Glucose 2 hr post meal (Serum) [Mass/volume]". */
export function composeDisplayName({ analyte, challenge, axes }: Made, phrases: Phrases): string {
  const { method } = phrases.LONG_COMMON_NAME
  const { property, system } = phrases.DisplayName
  const { SYSTEM, SCALE_TYP, METHOD_TYP } = axes
  const where = system.get(systemKey(axes)) ?? SYSTEM
  return joinWords([
    analyte.name,
    expandTimes(challenge)
      .replace(/ minutes?\b/, ' min')
      .replace(/ hours?\b/, ' hr'),
    METHOD_TYP && (method.get(METHOD_TYP) ?? METHOD_TYP),
    ANSWER[SCALE_TYP],
    where && `(${where})`,
    property.get(propertyKey(axes)),
  ])
}

/** "glucose --2 hours post meal" of a whole long common name. */
export function withoutAxes(name: string): string {
  const [, about = '', , , , challenge] = LONG_NAME.exec(name) ?? []
  return challenge === undefined ? about : `${about} --${challenge}`
}

/** An analyte in the words of a long common name: "Cells.CD3" is "CD3 cells", "X Ab.IgG" is "X IgG Ab". */
export function nameOf(analyte: string): string {
  return analyte
    .replace(/\bCells\.([^/ ]+)/, '$1 cells')
    .replace(/\bAb\.(Ig\w+)/, '$1 Ab')
    .replace(/([A-Za-z\d])\.(?=[A-Za-z])/g, '$1 ')
}

/** What the long common name calls the analyte, with the capitals of the component where only they differ. */
export function nameOfRow({ LONG_COMMON_NAME, analyte }: Source): string {
  const said = LONG_NAME.exec(LONG_COMMON_NAME)![1]!
  const name = nameOf(analyte)
  return said === '' || said.toLowerCase() === name.toLowerCase() ? name : said
}

/** Cuts words that are more than two letters longer than this. */
export function shorten(text: string, letters: number): string {
  return text.replace(/[A-Za-z]+/g, (word) =>
    word.length > letters + 2 ? word.slice(0, letters) : word,
  )
}

/** "30M post" as "30 minutes post". */
function expandTimes(challenge: string): string {
  return challenge.replace(/\b([\d.]+)([MHDW])\b/g, (_, count: string, unit: string) => {
    return `${count} ${UNIT_OF_TIME[unit]}${count === '1' ? '' : 's'}`
  })
}

function joinWords(words: readonly (string | undefined)[]): string {
  return words.filter((word) => word !== undefined && word !== '').join(' ')
}
