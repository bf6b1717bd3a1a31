/** Rows of a map to ICD-10-CM: codes of its shape, and the rules that real rows have. */
import { pick } from '../../scripts/support/random.ts'

/** Share of the clinical findings that have a map; makes some 100,000 rows of 375,000 concepts. */
const MAPPED = 0.65
const CLASSIFIED = '447637006'
const NOT_CLASSIFIABLE = '447638001'
const CONTEXT_DEPENDENT = '447639009'

const UNCLASSIFIED = {
  ...{ rule: 'TRUE', advice: 'CANNOT BE CLASSIFIED WITH AVAILABLE DATA' },
  ...{ target: '', category: NOT_CLASSIFIABLE },
}

/** One row: what stands behind the columns that all reference sets have, up to the correlation. */
export interface MapRow {
  readonly group: number
  readonly priority: number
  readonly rule: string
  readonly advice: string
  readonly target: string
  readonly category: string
}

const AGES = ['28.0 days', '1.0 years', '15.0 years', '18.0 years', '19.0 years', '65.0 years']
const AGE_AT_ONSET = '445518008 | Age at onset of clinical finding (observable entity)'
const SEXES = [
  ['248153007', 'Male'],
  ['248152002', 'Female'],
] as const

/**
 * The rows of a clinical finding, none for some.
 *
 * @param nature numbers that findings share when they are the same thing at the same place: the code follows from them
 */
export function makeMap(nature: readonly [number, number], random: () => number): MapRow[] {
  if (random() >= MAPPED) return []
  const code = (variant: number) => codeOf(nature[0], nature[1], variant)
  const draw = random()
  if (draw < 0.03) return [{ group: 1, priority: 1, ...UNCLASSIFIED }]
  if (draw < 0.09) return conditional([ageRule(code(1), random)], code(0))
  if (draw < 0.12) return conditional(sexRules(code), code(0))
  const always = (group: number, target: string): MapRow => ({
    ...{ group, priority: 1, rule: 'TRUE', target, category: CLASSIFIED },
    advice: advise(`ALWAYS ${target}`, random),
  })
  return draw < 0.2 ? [always(1, code(0)), always(2, code(1))] : [always(1, code(0))]
}

type Rule = Pick<MapRow, 'rule' | 'advice' | 'target'>

function ageRule(target: string, random: () => number): Rule {
  const age = pick(AGES, random)
  const [sign, when] = random() < 0.6 ? ['<', 'BEFORE'] : ['>=', 'ON OR AFTER']
  const advice = `IF AGE AT ONSET OF CLINICAL FINDING ${when} ${age.toUpperCase()} CHOOSE ${target}`
  return { rule: `IFA ${AGE_AT_ONSET} | ${sign} ${age}`, advice, target }
}

function sexRules(code: (variant: number) => string): Rule[] {
  return SEXES.map(([id, sex], i) => ({
    rule: `IFA ${id} | ${sex} (finding) |`,
    advice: `IF ${sex.toUpperCase()} CHOOSE ${code(i + 1)}`,
    target: code(i + 1),
  }))
}

function conditional(rules: readonly Rule[], otherwise: string): MapRow[] {
  const rows = rules.map((row, i) => ({
    ...{ ...row, advice: `${row.advice} | MAP OF SOURCE CONCEPT IS CONTEXT DEPENDENT` },
    ...{ category: CONTEXT_DEPENDENT, group: 1, priority: i + 1 },
  }))
  const last = { rule: 'OTHERWISE TRUE', advice: `ALWAYS ${otherwise}`, target: otherwise }
  return [...rows, { ...last, category: CLASSIFIED, group: 1, priority: rows.length + 1 }]
}

function advise(advice: string, random: () => number): string {
  const draw = random()
  if (draw < 0.1) return `${advice} | EPISODE OF CARE INFORMATION NEEDED`
  if (draw < 0.2) return `${advice} | CONSIDER LATERALITY SPECIFICATION`
  return draw < 0.25 ? `${advice} | POSSIBLE REQUIREMENT FOR AN EXTERNAL CAUSE CODE` : advice
}

/** A code in the shape of ICD-10-CM's: a letter, a category of two digits, up to four more characters. */
function codeOf(thing: number, place: number, variant: number): string {
  const letter = 'ABCDEFGHIJKLMNOPQRSTZ'[mix(thing) % 21]!
  const category = String(mix(thing + 7) % 90).padStart(2, '0')
  const detail = mix(thing * 31 + place + variant * 101)
  if (letter === 'S' || letter === 'T') {
    const digits = String(detail % 1000).slice(0, 1 + (detail % 3))
    return `${letter}${category}.${digits.padEnd(3, 'X')}A`
  }
  const digits = String(detail % 10_000).slice(0, detail % 5)
  return digits === '' ? `${letter}${category}` : `${letter}${category}.${digits}`
}

/** A number's bits well mixed, in [0, 2³²). */
function mix(value: number): number {
  let bits = Math.imul(value ^ (value >>> 16), 0x45d9f3b)
  bits = Math.imul(bits ^ (bits >>> 16), 0x45d9f3b)
  return (bits ^ (bits >>> 16)) >>> 0
}
