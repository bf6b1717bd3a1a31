import type { MedlinkIndex } from '../../../index/reader.ts'
import type { Analyzer, Word } from '../../../language/analyze.ts'
import { outside } from '../../../language/phrase-matcher.ts'
import { madeOnce, remember } from '../../../language/remember.ts'
import { readColumn, readTable } from '../../../language/tables.ts'
import { readUnit, type Unit, type UnitKind } from '../../../units/units.ts'
import type { Interpretation, Mention, MentionReader } from '../../ontology.ts'
import { type Axis, axisNumber } from '../axes.ts'
import { UNIT_PROPERTY } from '../facts.ts'
import { type Weights, weightsOf } from '../weights.ts'
import {
  ALLERGY_CLASS,
  findAllergenCodes,
  findAllergenGroup,
  findCellWords,
  findDrainNumbers,
  findGermanSpecimens,
  findLoneSpecimens,
  findSeriesNumbers,
  findTradeNames,
  findUnknownBrackets,
  merge,
  repeatedAbbreviations,
  SPECIMEN_LETTERS,
} from './asides.ts'
import { isOfAnyTest } from './class-words.ts'
import {
  type Asked,
  AskedAxes,
  areApart,
  BLOOD,
  commonSpecimen,
  type HintNote,
  namesCells,
} from './evidence.ts'
import {
  type AxisPhrases,
  type Found,
  readAxisPhrases,
  readPanelPhrases,
  type Said,
} from './phrases.ts'
import { propertiesOfUnit } from './properties.ts'
import { fractionsOf, isTurnedRound, lacksFraction, sidesOf } from './ratio.ts'
import { type ResultRange, type ResultValue, readRange, readValue } from './result.ts'
import { type Practice, UsualPractice } from './usual-practice.ts'
import { UsualRanges } from './usual-ranges.ts'
import { flipBrackets, Wording } from './wording.ts'

/** Statements of a lab test's name and its hints, axis by axis. */
export interface LoincQuery {
  readonly asked: Readonly<Partial<Record<Axis, Asked>>>
  readonly unit: Unit | undefined
  readonly value: ResultValue | undefined
  /** The greatest number among value and range; a fraction in percent cannot be above 100. */
  readonly greatest: number | undefined
  /** Outcomes of the hints, by key. */
  readonly hints: Readonly<Record<string, HintNote>>
  /** True if a specimen or a unit that is not stated may be the one that nearly all laboratories mean. */
  readonly assumesUsual: boolean
  /** Words of the name that is looked up. */
  readonly name: string
  /** True if words of the mention for the other axes are no part of the name that is looked up. */
  readonly leavesOut: boolean
  /**
   * True if the unit next to the mention does not fit the sign or the unit in it: "NEUT#" in %, "Glucose (mg/dL)" in mmol/L.
   */
  readonly unitsDiffer: boolean
  /** True if the value is no amount in the unit next to it: "Negative" in mmol/L, "1:80" in ng/mL. */
  readonly valueDiffers: boolean
  /** True if the name with this number has the sides of a ratio the other way round: "LDL/HDL" for "HDL/LDL". */
  readonly isTurnedRound: (term: number) => boolean
  /** True if the name with this number is of one of the two tests that the mention names: "bilirubin, total & direct". */
  readonly lacksFraction: (term: number) => boolean
  /** True if a screen is named: its unit is that of the concentration from which it is positive. */
  readonly isCutOff: boolean
  /** True if a panel is given and nothing else: a list of tests has the units of those that have one. */
  readonly isListedUnitless: boolean
  /** True if the mention is numbered in a series of specimens: "LH #5" is taken some time after a stimulus. */
  readonly isInSeries: boolean
  /** True if the mention says no thing, so that the panel's name does: "Log10" of "HCV RNA, Quant". */
  readonly isNamedByPanel: boolean
  /** True if the mention is the name of a panel, so that no single test is meant: "lipid profile". */
  readonly isOfPanel: boolean
  /** True if the mention means another test than those that are called by fewer of its words: "PT control". */
  readonly isOtherTest: boolean
  /** True if a test is called by its method alone, which several tests share: "Immunofixation, Serum". */
  readonly isMethodAlone: boolean
  /** Usual meaning of the name; undefined if none is known. */
  readonly practice: Practice | undefined
  /** Letter of the group of an allergen's code: "f" for foods; undefined without a code. */
  readonly allergens: string | undefined
  /** Forms of words that speak of the other axes, or say nothing at all ("level"). */
  readonly asides: ReadonlySet<string>
}

/** Words to look up, and how many readings of them at most. */
interface Way {
  readonly words: readonly Word[]
  readonly readings: number
  /** True if the panel says what is measured. */
  readonly isNamedByPanel?: true
}

type Hints = Readonly<Record<string, string>>

/** Below data/: mentions that are other tests than names with fewer of their words. */
const OTHER_TESTS = 'loinc/other-tests.tsv'
const ANY_UNIT = '-'

/** A way to take a name apart that is seldom the right one gets as many readings. */
const READINGS_OF_UNLIKELY = 1
/** Lab names are short: what the first readings do not find, the later ones seldom do. */
const READINGS = 4
/** Phrases for specimens of which one may be part of the name: "urine microalbumin, spot urine"; a report has dozens. */
const MAX_SPECIMENS = 4
const KEPT_SPECIMENS = 1000
/** Words of a panel for one thing; a longer name is a list of tests. */
const MAX_PANEL_WORDS = 4
/** Below data/: what orders call panels. */
const PANEL_NAMES = 'loinc/names-panels.tsv'
const SPECIMEN_HINTS = ['specimen', 'specimen_text'] as const
const PANEL_AXES = ['system', 'time', 'method', 'property'] as const
/** Classes of antibodies. A test of one is of antibodies, said or not: "Walnut IgE". */
const ANTIBODY_CLASSES: ReadonlySet<string> = new Set(['ige', 'igg', 'igm', 'iga', 'igd'])
const ANTIBODIES: ReadonlySet<string> = new Set([
  ...ANTIBODY_CLASSES,
  ...'ab abs antibodies antibody'.split(' '),
])
const SERUM = axisNumber('system', 'Ser/Plas')
const ARTERIAL_BLOOD = axisNumber('system', 'BldA')
const AIRWAYS = axisNumber('system', 'Respiratory')
const ABSOLUTE_OR_ANTIBODIES = 'abs'
const ANTIBODY = ['ab', 'abs', 'antibody', 'antibodies', 'autoantibody', 'autoantibodies']
/** Separators of specimens in one hint. */
const SEGMENTS = /[;,]|\s\/\s|\bor\b/

/** Takes mentions of lab tests apart. */
export class LoincReader implements MentionReader<LoincQuery> {
  readonly #index: MedlinkIndex
  readonly #analyzer: Analyzer
  readonly #wording: Wording
  readonly #phrases: AxisPhrases
  readonly #panels: AxisPhrases
  readonly #usualRanges: UsualRanges
  readonly #usualPractice: UsualPractice
  /** Names that end with a letter which says a specimen elsewhere: "protein s". */
  readonly #letteredNames: ReadonlySet<string>
  /** Words that are a specimen in brackets only: "heparin", "other". */
  readonly #bracketed: ReadonlySet<string>
  /** Words for cells that are counted. */
  readonly #counted: ReadonlySet<string>
  /** Forms of the words of panels' names. */
  readonly #panelNames: ReadonlySet<string>
  /** Meanings of the phrases in a specimen's text, those of each specimen in it, and its forms; a hospital has few such texts. */
  readonly #saidIn = remember(
    (text) => this.#phrases.find(this.#analyzer.analyze(text)).flatMap(({ said }) => said),
    KEPT_SPECIMENS,
  )
  readonly #saidInEach = remember(
    (text) => text.split(SEGMENTS).map((segment) => this.#saidIn(segment)),
    KEPT_SPECIMENS,
  )
  readonly #formsIn = remember((text) => formsOf(this.#analyzer.analyze(text)), KEPT_SPECIMENS)
  /** Units by mentions that are other tests in them. */
  readonly #otherTests = new Map<string, Set<string>>()
  /** Kind of unit → properties, as the release's example units show. */
  readonly #learned: ReadonlyMap<string, ReadonlyMap<string, number>>
  /** Properties by kind of unit, as far as they were asked for. */
  readonly #properties = new Map<string, Weights | undefined>()

  constructor(index: MedlinkIndex, analyzer: Analyzer) {
    this.#index = index
    this.#analyzer = analyzer
    this.#wording = new Wording(index, analyzer, (form) => this.#saidIn(form).length > 0)
    this.#phrases = readAxisPhrases(analyzer)
    this.#panels = readPanelPhrases(analyzer)
    this.#usualRanges = new UsualRanges(analyzer)
    this.#usualPractice = new UsualPractice(analyzer)
    this.#letteredNames = readColumn('loinc/lettered-names.tsv', 'name')
    this.#bracketed = readColumn('loinc/bracketed-specimens.tsv', 'word')
    this.#counted = readColumn('loinc/counted-cells.tsv', 'word')
    const panels = readTable(PANEL_NAMES, ['name', 'codes', 'property'])
    this.#panelNames = new Set(panels.map(([name]) => formsOf(analyzer.analyze(name!)).join(' ')))
    for (const [phrase, unit] of readTable(OTHER_TESTS, ['phrase', 'unit']))
      madeOnce(this.#otherTests, phrase!, () => new Set()).add(unit!)
    this.#learned = learnedProperties(index)
  }

  read({ text, words: printed, hints, assume }: Mention): readonly Interpretation<LoincQuery>[] {
    const { words, unit: unitInText } = this.#wording.takeUnit(
      this.#wording.mend(printed, text),
      text,
    )
    const isOfOutput = isOutput(hints)
    const found = this.#asides(words, text, isOfOutput)
    const name = outside(words, found)
    const whole = formsOf(words).join(' ')
    const evidence = new AskedAxes(hints)
    const isOfAllergy = words.some(({ form }) => form === ALLERGY_CLASS)
    for (const phrase of found)
      for (const one of phrase.said)
        if (!isOfAllergy || one.axis !== 'system' || one.weights[SERUM]! > 0)
          evidence.addText(
            one,
            one.axis === 'method' && isInCaption(phrase, words, found) ? 'caption' : 'text',
          )
    const isCount = COUNT_SIGN.test(text)
    if (isCount) evidence.addText(COUNT)
    this.#readSpecimen(hints, evidence)
    this.#readMethod(hints, evidence)
    const value = readValue(hints.value)
    const range = readRange(hints.range)
    evidence.note('value', value !== undefined)
    evidence.note('range', range !== undefined)
    const unitOfHint = this.#readUnit(hints, evidence)
    const isCountInPercent = isCount && unitOfHint?.kind === 'fraction'
    const unitsDiffer = isCountInPercent || this.#areApart(unitOfHint, unitInText)
    if (unitsDiffer) evidence.noteConflict('unit')
    const valueDiffers = this.#isNoValueIn(unitOfHint ?? unitInText, value)
    if (valueDiffers) evidence.noteConflict('value')
    const written = unitOfHint ?? unitInText ?? value?.unit ?? range?.unit
    const unit = written ?? this.#unitByRange(name, range, hints)
    this.#readProperty(unit, value, evidence)
    this.#readScale(unit, value, evidence)
    this.#readPanel(hints, words, evidence)
    const isCutOff = unit?.kind === 'mass/volume' && mayBeScreen(evidence.asked.method)
    if (isCutOff) evidence.addCutOff()

    const practice = this.#usualPractice.find(name)
    if (practice?.system === BLOOD) evidence.takeWholeBlood()

    const greatest = Math.max(value?.number ?? -1, range?.high ?? -1)
    const common: LoincQuery = {
      asked: evidence.asked,
      unit,
      value,
      greatest: greatest >= 0 ? greatest : undefined,
      hints: evidence.notes,
      unitsDiffer,
      valueDiffers,
      ...this.#comparisonsWithNames(words, text),
      assumesUsual: assume === 'usual',
      isListedUnitless:
        hints.panel_name !== undefined &&
        unit === undefined &&
        value === undefined &&
        range === undefined,
      isCutOff,
      isOfPanel:
        this.#panelNames.has(whole) ||
        (found.length > 0 && this.#panelNames.has(formsOf(name).join(' '))),
      isOtherTest: this.#isOtherTest(whole, unit),
      isMethodAlone: name.every(({ stop, form }) => stop || this.#isMethod(form)),
      isInSeries: SERIES.test(text) && !isOfOutput,
      practice,
      allergens: findAllergenGroup(words),
      asides: this.#formsBeside(words, found, hints),
      // Each reading has its own. V8 takes some microseconds to add properties to a spread object, but none to change them.
      ...{ name: '', leavesOut: false, isNamedByPanel: false },
    }
    const reference = [
      ...this.#wording.referenceOf(unit, words),
      ...this.#wording.fractionOf(hints.panel_name, words),
    ]
    return this.#waysToRead(text, words, found, hints).map(
      ({ words: own, readings, isNamedByPanel = false }) => {
        let isShorter: boolean | undefined
        return {
          words: [...own, ...reference],
          readings,
          understand: (read) => {
            isShorter ??= leavesOut(words, found, own)
            return {
              ...common,
              name: formsOf(read).join(' '),
              leavesOut: isShorter,
              isNamedByPanel,
            }
          },
        }
      },
    )
  }

  #isOtherTest(name: string, unit: Unit | undefined): boolean {
    const units = this.#otherTests.get(name)
    return units !== undefined && (units.has(ANY_UNIT) || units.has(unit?.ucum ?? ''))
  }

  /**
   * The whole mention, which may be a name of its own ("blood group"); the same without what speaks of other axes; and
   * less likely ways.
   */
  #waysToRead(text: string, words: readonly Word[], found: readonly Found[], hints: Hints): Way[] {
    const names: (readonly Word[])[] = []
    const without = (leftOut: readonly Found[]) => {
      const rest = outside(words, leftOut)
      if (rest.some(({ stop }) => !stop) && rest.length < words.length) names.push(rest)
    }
    const specimens = found.filter(({ said }) => said.some(({ axis }) => axis === 'system'))
    const isBesideSpecimen = specimens.length === 1 && found.length > 1
    // Brackets tell two tests apart oftener than they name a method: "S. bilirubin (direct)".
    const isInBrackets = found.some(
      (phrase) => !specimens.includes(phrase) && words[phrase.from]!.optional,
    )
    if (isBesideSpecimen && isInBrackets) without(specimens)
    // Milk is a specimen elsewhere; here a patient is allergic to it.
    if (isBesideSpecimen && words.some(({ form }) => form === ALLERGY_CLASS))
      without(found.filter((phrase) => !specimens.includes(phrase)))
    without(found)
    if (specimens.length > 1)
      for (const kept of specimens.slice(0, MAX_SPECIMENS))
        without(found.filter((phrase) => phrase !== kept))
    else if (isBesideSpecimen && !isInBrackets) without(specimens)
    const flipped = flipBrackets(names[0] ?? words)
    if (flipped !== undefined) names.push(flipped)
    const bare = names.map((name) => this.#wording.withoutAnti(name, text))
    if (names.length === 0) {
      const whole = this.#wording.withoutAnti(words, text)
      if (whole !== words) bare.push(whole)
    }
    const joined = this.#wording.withPrefixes(names[0] ?? words, text)
    if (joined !== undefined) bare.push(joined)
    const other = this.#otherName(hints)
    if (other !== undefined) bare.push(other)
    const sought = this.#wording.soughtBy(hints.panel_name, words)
    const ofPanel = [
      ...sought.map((word) => [...(names[0] ?? words), word]),
      ...this.#namesOfPanel(hints, names[0] ?? words),
    ]

    const [name, ...others] = bare
    return [
      { words, readings: name === undefined ? READINGS : 1 },
      ...(name === undefined ? [] : [{ words: name, readings: READINGS }]),
      ...others.map((words) => ({ words, readings: READINGS_OF_UNLIKELY })),
      ...ofPanel.map((words) => ({ words, readings: READINGS, isNamedByPanel: true as const })),
    ]
  }

  /** Words of a panel for what is measured, with those of a test that says no thing itself; none if it does. */
  #namesOfPanel({ panel_name: panel }: Hints, name: readonly Word[]): readonly (readonly Word[])[] {
    if (panel === undefined || !name.every(({ stop, form }) => stop || isOfAnyTest(form))) return []
    const words = this.#wording.mend(this.#analyzer.analyze(panel), panel)
    const own = this.#withoutPhrases(words).filter(({ stop, form }) => !stop && !isOfAnyTest(form))
    if (own.length === 0 || own.length > MAX_PANEL_WORDS) return []
    const ofPanel = own.map((word) => ({ ...word, start: 0, end: 0 }))
    return [[...ofPanel, ...this.#withoutPhrases(name)]]
  }

  #withoutPhrases(words: readonly Word[]): readonly Word[] {
    return outside(words, this.#phrases.find(words))
  }

  /** The phrases next to a name; a phrase that is the whole mention is the name itself: "Blood" in urine. */
  #asides(words: readonly Word[], text: string, isOfOutput = false): readonly Found[] {
    const phrases = this.#phrases
      .find(words)
      .filter(
        ({ said }) => !said.some(({ axis, weights }) => axis === 'system' && namesCells(weights)),
      )
      .filter(({ from, to }) => to - from > 1 || !this.#isOwnWord(words, from))
    const found = merge(
      this.#loneSpecimens(words, text),
      phrases,
      findAllergenCodes(words),
      findTradeNames(words, text),
      findUnknownBrackets(words, (form) => this.#wording.isKnown(form)),
      findCellWords(words),
      isOfOutput ? findDrainNumbers(words, text) : findSeriesNumbers(words, text),
    )
    const leavesName = (some: readonly Found[]) => outside(words, some).some(({ stop }) => !stop)
    if (leavesName(found)) return found
    // A test may be called by its method alone, next to a specimen: "VDRL, CSF".
    const others = found.filter(({ said }) => !said.some(({ axis }) => axis === 'method'))
    if (others.length < found.length && leavesName(others)) return others
    // A drain may be named by its site alone: "R Pleural #2".
    const silent = found.filter(({ said }) => said.every(({ axis }) => axis === 'noise'))
    return isOfOutput && leavesName(silent) ? silent : []
  }

  /**
   * True if a word that may speak of another axis is one of the test's name: "Heparin level", but not "Glucose (fluoride)";
   * "MPO Abs", but not "Lymphs, Abs".
   */
  #isOwnWord(words: readonly Word[], at: number): boolean {
    const { form, optional } = words[at]!
    if (form === ABSOLUTE_OR_ANTIBODIES)
      return !words.some((word) => this.#counted.has(word.form) || this.#counted.has(word.lemma))
    return !optional && this.#bracketed.has(form)
  }

  /** True if a word is a method, and no more. */
  #isMethod(form: string): boolean {
    return this.#saidIn(form).some(({ axis }) => axis === 'method')
  }

  /** Specimens that one letter says: in short German, or alone where it is no part of a name such as "Protein, S". */
  #loneSpecimens(words: readonly Word[], text: string): Found[] {
    const saidBy = (letter: string) => this.#saidIn(SPECIMEN_LETTERS[letter]!)
    const german = findGermanSpecimens(words, text)
    if (german.length > 0)
      return german.map(({ from, to, letter }) => ({ from, to, said: saidBy(letter) }))
    return findLoneSpecimens(words, text).flatMap(({ at, letter }) => {
      const name = `${words[at - 1]!.form} ${words[at]!.form}`
      return this.#letteredNames.has(name) ? [] : [{ from: at, to: at + 1, said: saidBy(letter) }]
    })
  }

  /**
   * Forms that the name need not have: those of its asides, those that say the specimen once more, abbreviations of its own
   * words, and "antibody" next to the class of one.
   */
  #formsBeside(words: readonly Word[], found: readonly Found[], hints: Hints): Set<string> {
    const forms = new Set<string>()
    for (const { from, to } of found) for (let i = from; i < to; i++) forms.add(words[i]!.form)
    for (const key of SPECIMEN_HINTS)
      if (hints[key] !== undefined) addAll(forms, this.#formsIn(hints[key]))
    addAll(forms, repeatedAbbreviations(words))
    if (words.some(({ form }) => ANTIBODY_CLASSES.has(form))) addAll(forms, ANTIBODY)
    return forms
  }

  /** The other test name that came along, without what speaks of other axes. */
  #otherName({ extended_test_name: text }: Hints): readonly Word[] | undefined {
    if (text === undefined || text.trim() === '') return undefined
    const words = this.#wording.mend(this.#analyzer.analyze(text), text)
    return outside(words, this.#asides(words, text))
  }

  #readSpecimen(hints: Hints, evidence: AskedAxes): void {
    const specimens: Weights[] = []
    let saidBy: string | undefined
    for (const key of SPECIMEN_HINTS) {
      if (hints[key] === undefined) continue
      const own = this.#saidInEach(hints[key]).flatMap((said) => {
        for (const one of said) if (one.axis === 'time') evidence.addText(one)
        const systems = said.filter(({ axis }) => axis === 'system')
        return systems.length === 0 ? [] : [commonSpecimen(systems.map(({ weights }) => weights))]
      })
      evidence.note(key, own.length > 0)
      if (own.length > 0) saidBy ??= key
      specimens.push(...own)
    }
    if (saidBy !== undefined) evidence.addHint('system', commonSpecimen(specimens), saidBy)
  }

  /** The method of the hint; the first that is known where several are given. One that no code has says nothing. */
  #readMethod({ method: text }: Hints, evidence: AskedAxes): void {
    if (text === undefined) return
    const said = this.#saidIn(text).find(({ axis }) => axis === 'method')
    evidence.note('method', said !== undefined)
    if (said !== undefined) evidence.addHint('method', said.weights, 'method')
  }

  /** The unit of the hint; the first that is understood where several are given. */
  #readUnit({ unit: spellings }: Hints, evidence: AskedAxes): Unit | undefined {
    if (spellings === undefined) return undefined
    const [unit] = spellings.split('|').flatMap((spelling) => readUnit(spelling) ?? [])
    evidence.note('unit', unit !== undefined)
    const properties = unit && this.#propertiesOf(unit)
    if (properties !== undefined) evidence.addHint('property', properties, 'unit')
    return unit
  }

  /** The unit that a test is reported in where its reference range has such an upper end, and no unit is given. */
  #unitByRange(
    name: readonly Word[],
    range: ResultRange | undefined,
    { unit: spelling }: Hints,
  ): Unit | undefined {
    if (range === undefined || (spelling ?? '').trim() !== '') return undefined
    return this.#usualRanges.unitOf(name, range.high)
  }

  /** True if no result is in both units. */
  #areApart(one: Unit | undefined, other: Unit | undefined): boolean {
    if (one === undefined || other === undefined) return false
    const [a, b] = [this.#propertiesOf(one), this.#propertiesOf(other)]
    return a !== undefined && b !== undefined && areApart(a, b)
  }

  /** True if the value has a unit of its own that no result is in together with the other, or is no amount. */
  #isNoValueIn(unit: Unit | undefined, value: ResultValue | undefined): boolean {
    if (unit === undefined || value === undefined) return false
    if (value.isNoAmount === true) return !GRADED_UNITS.has(unit.kind)
    return this.#areApart(value.unit, unit)
  }

  #comparisonsWithNames(
    words: readonly Word[],
    text: string,
  ): Pick<LoincQuery, 'isTurnedRound' | 'lacksFraction'> {
    const nameOf = (term: number) => this.#analyzer.analyze(this.#index.term(term).text)
    const sides = sidesOf(words, text)
    const fractions = fractionsOf(words)
    return {
      isTurnedRound: sides === undefined ? never : (term) => isTurnedRound(sides, nameOf(term)),
      lacksFraction:
        fractions.length === 0 ? never : (term) => lacksFraction(fractions, nameOf(term)),
    }
  }

  /** A unit of the text or the value, or else a finding, fixes the property. */
  #readProperty(unit: Unit | undefined, value: ResultValue | undefined, evidence: AskedAxes): void {
    if (evidence.asked.property?.source === 'hint') return
    const properties = unit && this.#propertiesOf(unit)
    if (properties !== undefined) evidence.addText({ axis: 'property', weights: properties })
    else if (value !== undefined && value.kind !== 'number')
      evidence.addHint('property', PROPERTIES_OF[value.kind], 'value')
  }

  #propertiesOf(unit: Unit): Weights | undefined {
    const { kind } = unit
    if (!this.#properties.has(kind)) {
      const all = new Map([...(this.#learned.get(kind) ?? []), ...propertiesOfUnit(unit)])
      this.#properties.set(kind, all.size === 0 ? undefined : weightsOf('property', all))
    }
    return this.#properties.get(kind)
  }

  /** A number or a unit asks for a quantity, a finding for a grade or a name. */
  #readScale(unit: Unit | undefined, value: ResultValue | undefined, evidence: AskedAxes): void {
    const kind = value?.kind ?? (unit === undefined ? undefined : 'number')
    if (kind === undefined) return
    const weights = SCALES_OF[kind]
    if (value === undefined) evidence.addText({ axis: 'scale', weights })
    else evidence.addHint('scale', weights, 'value')
  }

  /** A panel's name says the specimen and the hours of a collection; the specimen that it names comes before its usual one. */
  #readPanel({ panel_name: panel }: Hints, name: readonly Word[], evidence: AskedAxes): void {
    if (panel === undefined) return
    const words = this.#analyzer.analyze(panel)
    const usual = this.#panels.find(words)
    const saidBy = (found: readonly Found[]) => found.flatMap(({ said }) => said)
    const named = saidBy(this.#phrases.find(outside(words, usual))).filter(
      ({ weights }) => !namesCells(weights),
    )
    const said = [
      ...saidBy(this.#loneSpecimens(words, panel)),
      ...named,
      ...saidBy(usual),
      ...saidBy(this.#phrases.find(words)),
    ]
    evidence.note('panel_name', said.length > 0)
    // Food and hair are specimens elsewhere; here a patient is allergic to them.
    const isOfAllergy = name.some(({ form }) => form === ALLERGY_CLASS)
    // A panel of respiratory infections has antibodies, which are looked for in blood.
    const isOfAntibodies = name.some(({ form }) => ANTIBODIES.has(form))
    for (const axis of PANEL_AXES) {
      if (axis === 'system' && isOfAllergy) continue
      const first = said.find((each) => each.axis === axis)
      if (axis === 'system' && first !== undefined && isOfGases(first.weights))
        evidence.takeWholeBlood()
      if (axis === 'system' && isOfAntibodies && first?.weights[AIRWAYS] === 1) continue
      if (first !== undefined) evidence.addPanel(axis, first.weights)
    }
  }
}

/** True for a panel of blood gases, whose analyzer takes whole blood. */
function isOfGases(systems: Weights): boolean {
  return systems[ARTERIAL_BLOOD]! > 0 && systems[SERUM] === 0
}

const never = () => false

/** Kinds of units in which a grade is given, too: "Present" per field, "Negative" at the first dilution. */
const GRADED_UNITS: ReadonlySet<UnitKind> = new Set(['titer', 'number/area', 'number/field'])

const SCREENS = ['Screen', 'IA'].map((method) => axisNumber('method', method))

/** True if a screen is named, or the immunoassay by which drugs are screened. */
function mayBeScreen(method: Asked | undefined): boolean {
  return SCREENS.some((screen) => method?.weights[screen] === 1)
}

/** True if the result is a volume, as what comes out of a drain is. */
function isOutput({ unit }: Hints): boolean {
  return unit !== undefined && readUnit(unit)?.kind === 'volume'
}

/** True if a phrase is in brackets with a specimen: "automated" in "Platelet count (EDTA blood/automated)". */
function isInCaption(phrase: Found, words: readonly Word[], found: readonly Found[]): boolean {
  const isBracketed = ({ from }: Found) => words[from]!.optional
  return (
    isBracketed(phrase) &&
    found.some((other) => isBracketed(other) && other.said.some(({ axis }) => axis === 'system'))
  )
}

function addAll(forms: Set<string>, others: readonly string[]): void {
  for (const form of others) forms.add(form)
}

function formsOf(words: readonly Word[]): string[] {
  return words.map(({ form }) => form)
}

/**
 * True if phrases of a mention are no part of the words that are looked up, or if a specimen is alone in brackets:
 * "Creatinine (urine)", but not "Leucocytes (pus cells)". Other brackets may hold a name, such as "PCT".
 */
function leavesOut(words: readonly Word[], found: readonly Found[], own: readonly Word[]): boolean {
  if (found.length === 0) return false
  const ownForms = new Set(formsOf(own))
  const isNameInBrackets = outside(words, found).some(({ optional }) => optional)
  return found.some(({ from, to, said }) =>
    words.slice(from, to).some(({ form, optional }) => {
      if (optional) return !isNameInBrackets && said.some(({ axis }) => axis === 'system')
      return !ownForms.has(form)
    }),
  )
}

const SERIES = /#\s*\d|\b(?:time\s?point|specimen|sample)\s+\d/i
/** But not that of "#/area" and "#/hpf", where it says what is counted in, nor that of "#2". */
const COUNT_SIGN = /#(?!\/(?:area|.pf)|\s*\d)/i
const COUNT: Said = {
  axis: 'property',
  weights: weightsOf('property', [
    ['NCnc', 1],
    ['Num', 0.3],
  ]),
}

/** How well each scale holds each kind of value. */
const SCALES_OF: Readonly<Record<ResultValue['kind'], Weights>> = {
  number: weightsOf('scale', [
    ['Qn', 1],
    ['SemiQn', 0.9],
    ['OrdQn', 0.8],
  ]),
  grade: weightsOf('scale', [
    ['Ord', 1],
    ['OrdQn', 0.9],
    ['SemiQn', 0.5],
    ['Nom', 0.5],
  ]),
  reaction: weightsOf('scale', [
    ['Nom', 1],
    ['Ord', 0.9],
  ]),
  text: weightsOf('scale', [
    ['Nom', 1],
    ['Nar', 1],
    ['Ord', 0.4],
  ]),
}

/** The properties of what is found rather than measured. */
const PROPERTIES_OF: Readonly<Record<Exclude<ResultValue['kind'], 'number'>, Weights>> = {
  grade: weightsOf('property', [
    ['PrThr', 1],
    ['Arb', 0.8],
    ['ACnc', 0.5],
    ['Naric', 0.4],
    ['Imp', 0.5],
    ['Aper', 0.5],
    ['Prid', 0.5],
    ['Type', 0.5],
    ['Find', 0.4],
  ]),
  reaction: weightsOf('property', [
    ['LsCnc', 1],
    ['Aper', 0.4],
  ]),
  text: weightsOf('property', [
    ['Prid', 1],
    ['Type', 1],
    ['Aper', 1],
    ['Color', 1],
    ['Imp', 0.9],
    ['Find', 0.9],
    ['Morph', 0.9],
    ['PrThr', 0.5],
  ]),
}

function learnedProperties(index: MedlinkIndex): Map<string, Map<string, number>> {
  const learned = new Map<string, Map<string, number>>()
  for (const { subject, object, weight } of index.facts(UNIT_PROPERTY)) {
    const own = learned.get(subject) ?? new Map<string, number>()
    learned.set(subject, own.set(object, weight))
  }
  return learned
}
