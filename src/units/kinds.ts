import type { UcumUnit } from './ucum.ts'

/**
 * The kind of quantity that a unit measures. UCUM's dimensions say most of it, with the exponent of the mole and whether
 * the unit is arbitrary; where these say nothing (ratios, scores, counts) the words in the code do.
 */

/** Every kind of unit; what a kind may measure in an ontology is that ontology's table. */
export const unitKinds = [
  'mass/volume',
  'substance/volume',
  'number/volume',
  'log-number/volume',
  'log-arbitrary/volume',
  'catalytic/volume',
  'units/volume',
  'units/milliliter',
  'international-units/volume',
  'arbitrary/volume',
  'mass/volume/time',
  'fraction',
  'parts',
  'number/cells',
  'number/number',
  'mass/mass',
  'mass/creatinine',
  'substance/substance',
  'substance/creatinine',
  'substance/mass-of-creatinine',
  'substance/mass',
  'mass/substance',
  'catalytic/mass',
  'arbitrary/mass',
  'number/mass',
  'volume/volume',
  'volume/mass',
  'mass/time',
  'substance/time',
  'catalytic/time',
  'arbitrary/time',
  'volume/time',
  'volume/time/area',
  'mass/mass/time',
  'number/time',
  'number/field',
  'number/area',
  'mass/area',
  'volume',
  'entitic-volume',
  'mass',
  'entitic-mass',
  'entitic-catalytic',
  'substance',
  'catalytic',
  'international-units',
  'arbitrary',
  'number',
  'time',
  'length',
  'area',
  'velocity',
  'pressure',
  'acidity',
  'osmolality',
  'osmolarity',
  'titer',
  'ratio',
  'index',
  'signal/cutoff',
  'inr',
  'multiple-of-median',
  'score',
  'optical-density',
  'cycle-threshold',
  'relative-density',
  'temperature',
  'angle',
  'viscosity',
  'potential',
  'other',
] as const

export type UnitKind = (typeof unitKinds)[number]

/** Exponents of length, time, mass, mole → kind, where nothing else is in the unit and no word decides. */
const KINDS: Readonly<Record<string, UnitKind>> = {
  '-3 0 1 0': 'mass/volume',
  '-3 0 0 1': 'substance/volume',
  '-3 0 0 0': 'number/volume',
  '-3 -1 0 1': 'catalytic/volume',
  '-3 -1 1 0': 'mass/volume/time',
  '0 0 1 0': 'mass',
  '0 0 0 1': 'substance',
  '0 0 -1 1': 'substance/mass',
  '0 0 1 -1': 'mass/substance',
  '0 0 -1 0': 'number/mass',
  '0 -1 -1 1': 'catalytic/mass',
  '0 -1 1 0': 'mass/time',
  '0 -1 0 1': 'substance/time',
  '0 -1 0 0': 'number/time',
  '0 -2 0 1': 'catalytic/time',
  '3 0 0 0': 'volume',
  '3 0 -1 0': 'volume/mass',
  '3 -1 0 0': 'volume/time',
  '0 1 0 0': 'time',
  '1 0 0 0': 'length',
  '2 0 0 0': 'area',
  '-2 0 0 0': 'number/area',
  '-2 0 1 0': 'mass/area',
  '1 -1 0 0': 'velocity',
  '-1 -2 1 0': 'pressure',
  '-1 -1 1 0': 'viscosity',
}

/** The same for arbitrary units. */
const ARBITRARY_KINDS: Readonly<Record<string, UnitKind>> = {
  '-3 0 0 0': 'arbitrary/volume',
  '0 0 0 0': 'arbitrary',
  '0 0 -1 0': 'arbitrary/mass',
  '0 -1 0 0': 'arbitrary/time',
}

/** The kind of a unit that is nothing but a word in braces. */
const WORDS: readonly (readonly [RegExp, UnitKind])[] = [
  [/^\{(?:s\/c|signal|sample\/c)/u, 'signal/cutoff'],
  [/^\{m\.?o\.?m/u, 'multiple-of-median'],
  [/^\{inr\}/u, 'inr'],
  [/ratio|quotient/u, 'ratio'],
  [/index|^\{(?:coi|isr)\}/u, 'index'],
  [/^\{tit(?:er|re)|dilution/u, 'titer'],
  [/score|^\{grade\}/u, 'score'],
  [/^\{od/u, 'optical-density'],
  [/^\{ct[_}]/u, 'cycle-threshold'],
  [/^\{spec/u, 'relative-density'],
  [/^\{(?:#|cells|copies|counts?|events|[a-z]*_?repeats|number|platelets|[rw]bcs?)/u, 'number'],
]

/** A code that is nothing but a word in braces. */
export const LONE_WORD = /^\{[^{}]*\}$/u
/** Words in braces, which have no meaning to UCUM. */
export const ANNOTATION = /\{[^{}]*\}/gu
/** [CFU], [PFU]: UCUM calls them arbitrary, but they are counts. */
const FORMING_UNIT = /\[(?:CFU|PFU|FFU)\]/u
/** {RU}, {EU}, {CTA'U}: units of an assay that UCUM has no code for; not {FEU} and {DDU}, which say what was weighed. */
const ASSAY_UNIT = /\{(?!FEU|DDU|log)[^{}]*U\}/iu
/** U, kU, but not [IU]. */
export const ENZYME_UNIT = /(?<![\p{L}'[])[kmunp]?U(?!\p{L})/u
const PER_MILLILITER = /\/mL/u
/** An enzyme by a number of cells: U/10*12{RBC}. */
const PER_CELLS = /\/10\*\d+/u
const PER_LONG_TIME = /\/\(?(?:\d+\.)?(?:h|d|wk)(?!\p{L})/u
/** fL and below: only a cell is as small. In UCUM's base unit, m3. */
const CELL_VOLUME = 1e-17
/** pg and below, in g. */
const CELL_MASS = 1e-10

/** The kind of a valid UCUM code; `other` for what no kind is known for. */
export function kindOf(ucum: string, unit: UcumUnit): UnitKind {
  const [length, time, mass, angle, temperature, charge, luminosity] = unit.dimension
  const key = `${length} ${time} ${mass} ${unit.moles + unit.equivalents}`
  if (ucum === '[pH]') return 'acidity'
  if (luminosity) return 'other'
  if (charge) return charge === -1 && key === '2 -2 1 0' ? 'potential' : 'other'
  if (temperature || angle) {
    if (key !== '0 0 0 0') return 'other'
    return temperature ? 'temperature' : 'angle'
  }

  const bare = ucum.replace(ANNOTATION, '')
  const isCount = FORMING_UNIT.test(ucum)
  if ((unit.isArbitrary && !isCount) || (ARBITRARY_KINDS[key] && ASSAY_UNIT.test(ucum)))
    return arbitraryKind(ucum, key)
  if (key === '0 0 0 0') return dimensionlessKind(ucum, bare)
  return narrowKind(KINDS[key] ?? 'other', ucum, bare, unit)
}

function arbitraryKind(ucum: string, key: string): UnitKind {
  const kind = ARBITRARY_KINDS[key] ?? 'other'
  if (!/\[i?IU\]/iu.test(ucum)) return kind
  if (kind === 'arbitrary') return 'international-units'
  return kind === 'arbitrary/volume' ? 'international-units/volume' : kind
}

/** Units without a dimension: the words decide, and whether the quotient began with a mass, an amount or a volume. */
function dimensionlessKind(ucum: string, bare: string): UnitKind {
  if (ucum.includes('%')) return 'fraction'
  if (/^\[pp(?:th|m|b|tr)\]$/u.test(ucum)) return 'parts'
  if (/\/\(?(?:\d+\.)?(?:\[[HL]PF\]|\{(?:oif|field|area)\})/u.test(ucum)) return 'number/field'
  if (/^[kmunpf]?g\b.*\//u.test(bare)) return /creat/iu.test(ucum) ? 'mass/creatinine' : 'mass/mass'
  if (/^[munpf]?mol\b.*\//u.test(bare))
    return /creat/iu.test(ucum) ? 'substance/creatinine' : 'substance/substance'
  if (/^[dcmunpf]?L\b.*\//u.test(bare)) return 'volume/volume'
  if (/\/10(?:0|\*\d+)?\{/u.test(ucum))
    return ucum.startsWith('/') ? 'number/cells' : 'number/number'
  if (/^10\*|^1$/u.test(ucum) || FORMING_UNIT.test(ucum)) return 'number'
  if (/^\{[^{}]*\}\/\{[^{}]*\}$/u.test(ucum)) return 'number/number'
  const word = LONE_WORD.test(ucum) ? ucum.toLowerCase() : ''
  return WORDS.find(([pattern]) => pattern.test(word))?.[1] ?? 'other'
}

/** The kind by dimension, distinguished from others of the same dimension. */
function narrowKind(kind: UnitKind, ucum: string, bare: string, unit: UcumUnit): UnitKind {
  switch (kind) {
    case 'number/volume':
      if (/log/iu.test(ucum)) return /IU/u.test(ucum) ? 'log-arbitrary/volume' : 'log-number/volume'
      return kind
    case 'substance/volume':
      return /osm/u.test(bare) ? 'osmolarity' : kind
    case 'catalytic/volume':
      if (!ENZYME_UNIT.test(bare)) return kind
      return PER_MILLILITER.test(bare) ? 'units/milliliter' : 'units/volume'
    case 'substance/mass':
      if (/osm/u.test(bare)) return 'osmolality'
      return /creat/iu.test(ucum) ? 'substance/mass-of-creatinine' : kind
    case 'substance/time':
      if (!ENZYME_UNIT.test(bare) && !bare.includes('kat')) return kind
      return PER_CELLS.test(bare) ? 'entitic-catalytic' : 'catalytic'
    case 'number/time':
      if (/^[kmunp]?g\b/u.test(bare)) return 'mass/mass/time'
      return ENZYME_UNIT.test(bare) ? 'catalytic/mass' : kind
    case 'volume/time':
      return /m2\}/u.test(ucum) ? 'volume/time/area' : kind
    case 'velocity':
      return bare.includes('m2') ? 'volume/time/area' : kind
    case 'volume':
      return unit.magnitude <= CELL_VOLUME ? 'entitic-volume' : kind
    case 'mass':
      return unit.magnitude <= CELL_MASS ? 'entitic-mass' : kind
    default:
      return kind
  }
}

/** True if a unit of this kind is for amounts collected over a time; false for flows: mL/min. */
export function isTimed(ucum: string, kind: UnitKind): boolean {
  switch (kind) {
    case 'mass/time':
    case 'substance/time':
    case 'catalytic/time':
    case 'arbitrary/time':
    case 'mass/mass/time':
      return true
    case 'volume/time':
    case 'number/time':
      return PER_LONG_TIME.test(ucum)
    default:
      return false
  }
}
