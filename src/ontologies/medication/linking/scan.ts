import type { PhraseMatcher } from '../../../language/phrase-matcher.ts'
import type { Strength } from '../composition.ts'
import { routedForm } from '../dose-form.ts'
import type { DrugWord } from '../words.ts'
import { type Amount, Line, SLASH, Spans, UNIT_GAP, type WrittenNumber } from './line.ts'
import type { Context, DrugNames, Part, PartKind, Prescription, WrittenStrength } from './parts.ts'
import type { Phrase, PhraseKind, Vocabulary } from './phrases.ts'
import { type AmountKind, type Group, kindOfAmount, StrengthGroups } from './strength-groups.ts'
import { TakenParts, ToldStrengths } from './taken-parts.ts'
import { MOST_PIECES, Times } from './times.ts'

/** Days in the week of drugs that are left out on a day or two. */
const DAYS_OF_WEEK: ReadonlySet<string> = new Set(['5/7', '6/7'])
const ONCE_A_DAY: ReadonlySet<string> = new Set(['od', 'hs', 'morning', 'noon', 'evening'])
const TIMES_OF_DAY: ReadonlySet<string> = new Set(['morning', 'noon', 'evening', 'hs'])
const INJECTED: ReadonlySet<string> = new Set(['iv', 'im', 'sc', 'injection'])
/** Words of a container between its volume and the drug. */
const LONGEST_CONTAINER = 3
/** Between two drugs of a line. */
const JOINT = /[+&,;\n]|\s\/\s/
/** Between a brand and its suffix. */
const SUFFIX_GAP = /^[ -]?$/
/** After the strengths of a drug and its diluent. */
const OF_DILUENT = /^-%/
/** Pieces of one strength and form at once: "prednisolone 5 mg tablets 8 od". */
const MOST_AT_ONCE = 12
/** In mL. */
const MOST_IN_SYRINGE = 20
/** "2%", "2 mg/ml", "40 mg/4 ml": what is poured is counted by the spoon of 5 mL. */
const OF_SYRINGE = /(?:%|\/ ?(?:([\d.]+) ?)?ml)$/
const SPOON = 5
/** The word of an order that a drug is not given below or above a value. */
const HOLD = 'hold'
/** Words from there, or from one value to the next: "hold for SBP", "or HR". */
const NEAR_VALUE = 4
const COMPARED = /[<>≤≥]/
const COMPARING: ReadonlySet<string> = new Set(['above', 'below', 'over', 'than', 'under'])
/** Signs between a container and the drug. */
const SEPARATOR = /^\s*[:-]\s+$/
/** Kinds of words right before a diluent that has no "in". */
const BEFORE_DILUENT: ReadonlySet<PartKind> = new Set([
  ...(['strength', 'quantity', 'salt', 'form', 'route', 'dose', 'aside'] as const),
])
const FORMS_FOR_SKIN = ['cream', 'gel', 'lotion', 'ointment', 'paste']

/** One reading of one text, from the left. */
export class PrescriptionScan {
  readonly #text: string
  readonly #words: readonly DrugWord[]
  readonly #names: DrugNames
  readonly #line: Line
  readonly #times: Times
  readonly #groups: StrengthGroups
  readonly #spans: Spans
  readonly #taken = new TakenParts()
  readonly #told = new ToldStrengths()
  #quantity: Strength | undefined
  #impliedForm: string | undefined
  /** As written: "in 100 ml NS". */
  #diluent: string | undefined
  /** A measure of data/medication/measures.tsv: "mcg". */
  #doseUnit: string | undefined
  /** Forms and routes that the text names anywhere. */
  readonly #hints = new Set<string>()
  #frequencies = 0
  readonly #suffixes: Vocabulary['suffixes']

  constructor(
    text: string,
    words: readonly DrugWord[],
    names: DrugNames,
    salts: PhraseMatcher<string>,
    vocabulary: Vocabulary,
  ) {
    this.#text = text
    this.#words = words
    this.#names = names
    this.#suffixes = vocabulary.suffixes
    this.#line = new Line(text, words, vocabulary)
    this.#times = new Times(this.#line)
    this.#groups = new StrengthGroups(this.#line, this.#times)
    const belongsBehind = (at: number, end: number) => this.#reachesBeyond(at, end)
    this.#spans = new Spans(this.#line, names, salts, vocabulary, belongsBehind)
  }

  read(): Omit<Prescription, 'isCut'> {
    this.#takeHints()
    for (let at = 0; at < this.#words.length; ) {
      this.#takeDoubt(at)
      at = this.#step(at)
    }
    this.#takeDoubt(this.#words.length)
    return this.#prescription()
  }

  #takeHints(): void {
    const { forms } = this.#line
    for (let at = 0; at < forms.length; at++) {
      for (const { value } of this.#spans.phrasesAt(at)) {
        for (const { kind, value: said } of value) {
          if (kind === 'form' || kind === 'form-lead' || kind === 'route')
            for (const word of said.split(' ')) this.#hints.add(word)
        }
        if (value.every(({ kind }) => kind === 'frequency')) this.#frequencies++
      }
      const counted = this.#line.measure(at, 'dose')
      if (counted?.includes(' ')) for (const word of counted.split(' ')) this.#hints.add(word)
      if (this.#times.daily(at) !== undefined) this.#frequencies++
    }
  }

  /** A question mark before a word. */
  #takeDoubt(at: number): void {
    const gap = this.#line.gap(at)
    const mark = gap.indexOf('?')
    if (mark < 0) return
    const start = (at === 0 ? 0 : this.#words[at - 1]!.end) + mark
    if (start < (this.#taken.last?.end ?? 0)) return
    const part = { kind: 'context' as const, start, end: start + 1, value: 'doubted' }
    this.#taken.add({ ...part, from: at, to: at })
  }

  /** Takes the part that begins at a word, whatever it is; where the next one begins. */
  #step(at: number): number {
    return (
      this.#takeBullet(at) ??
      this.#takeContents(at) ??
      this.#takeRate(at) ??
      this.#takeDaily(at) ??
      this.#takeInterval(at) ??
      this.#takePack(at) ??
      this.#takeDuration(at) ??
      this.#takeInfusion(at) ??
      this.#takeSuffix(at) ??
      this.#takeWords(at) ??
      this.#takeDose(at) ??
      this.#takeStrength(at) ??
      this.#takeSalt(at) ??
      this.#push('unknown', at, at + 1)
    )
  }

  #push(
    kind: PartKind,
    from: number,
    to: number,
    value = this.#line.written(from, to),
    { start, end }: { start?: number; end?: number } = {},
  ): number {
    this.#taken.add({
      kind,
      from,
      to,
      value,
      start: start ?? this.#words[from]!.start,
      end: end ?? this.#words[to - 1]!.end,
    })
    return to
  }

  /** "1) Tab", "2. Tab" at the beginning of a line. */
  #takeBullet(at: number): number | undefined {
    if (!this.#line.isFirst(at) || !/^\d{1,2}$/.test(this.#line.forms[at]!)) return undefined
    return /^(?:\s?[).:]\s*|\.?\s?-\s+)[^\d]*$/.test(this.#line.gap(at + 1)) &&
      at + 1 < this.#words.length
      ? this.#push('aside', at, at + 1, 'bullet')
      : undefined
  }

  /** "1 ML VIAL :", "1 EACH VIAL :", "10 ML -" at the beginning of a line: what one container holds. */
  #takeContents(at: number): number | undefined {
    if (!this.#isBeginning(at)) return undefined
    const number = this.#line.number(at)
    if (number === undefined) return undefined
    const unit = this.#line.unit(number.to)
    const isVolume = unit?.unit === 'ml'
    const to = isVolume ? unit!.to : number.to + 1
    if (!isVolume && this.#line.measure(number.to, 'container') === undefined) return undefined
    let next = to
    while (next < to + LONGEST_CONTAINER && !SEPARATOR.test(this.#line.gap(next))) next++
    if (next >= this.#words.length || !SEPARATOR.test(this.#line.gap(next))) return undefined
    if (!isVolume) return this.#push('pack', at, to)
    this.#quantity ??= { value: number.value, unit: 'mL' }
    return this.#push('quantity', at, to, `${number.value} mL`)
  }

  /** "mcg/kg/min", "ml/hr": in what the dose is counted, without a number. What is given by the hour runs in. */
  #takeRate(at: number): number | undefined {
    const unit = this.#line.measure(at, 'unit')
    if (unit === undefined || at === 0 || this.#line.number(at - 1) !== undefined) return undefined
    let to = at + 1
    while (this.#line.measure(to, 'per') !== undefined && SLASH.test(this.#line.gap(to))) to++
    const isBracketed = /[([]$/.test(this.#line.gap(at)) && /^[)\]]/.test(this.#line.gap(to))
    if (to === at + 1 && !isBracketed) return undefined
    this.#doseUnit ??= unit
    const per = this.#line.measure(to - 1, 'per')
    if (to > at + 1 && (per === 'h' || per === 'min')) this.#impliedForm ??= 'infusion'
    return this.#push('aside', at, to, 'rate')
  }

  #takeDaily(at: number): number | undefined {
    const to = this.#times.daily(at)
    if (to === undefined) return undefined
    const end = this.#line.measure(to, 'dose') === undefined ? to : to + 1
    return this.#push('frequency', at, end, this.#times.dailyValue(at, to))
  }

  /** "q4h", "every 8 hours", "6 hourly", "3 times a day", "2/day". */
  #takeInterval(at: number): number | undefined {
    const to = this.#times.interval(at, () => this.#taken.isBehindName())
    return to === undefined
      ? undefined
      : this.#push('frequency', at, to, this.#line.written(at, to, true))
  }

  /** "10's", "1x10", "#30", "strip of 15", "qty 30", "x 30 tabs", "Rs 45". */
  #takePack(at: number): number | undefined {
    if (this.#line.measure(at, 'price')) {
      const number = this.#line.number(at + 1)
      return number && this.#push('aside', at, number.to, 'price')
    }
    const lead = this.#line.measure(at, 'until') === 'x' ? at + 1 : at
    const number = this.#line.number(lead)
    if (number === undefined) return undefined
    const before = this.#line.gap(at)
    const { to } = number
    const behind = this.#line.gap(to)
    if (/[₹$]\s?$/.test(before)) return this.#push('aside', at, to, 'price')
    if (/#\s?$/.test(before) && !this.#hasLabel(number)) {
      const counted = this.#line.measure(to, 'dose') ? to + 1 : to
      return this.#push('pack', at, counted)
    }
    if (lead > at)
      return this.#line.measure(to, 'dose') ? this.#push('pack', at, to + 1) : undefined
    if (/^['’]?$/.test(behind) && this.#line.forms[to] === 's')
      return this.#push('pack', at, to + 1)
    const other = this.#line.measure(to, 'until') === 'x' ? this.#line.number(to + 1) : undefined
    const isTight = behind === '' || (behind === ' ' && this.#line.gap(to + 1) === ' ')
    if (other === undefined || !isTight || this.#line.measure(other.to, 'time')) return undefined
    return this.#push('pack', at, other.to)
  }

  /** "x 5 days", "for 2 weeks", "5/7", "x5d". */
  #takeDuration(at: number): number | undefined {
    const found = this.#duration(at)
    if (found !== undefined && this.#isDaysOfWeek(at)) return this.#push('frequency', at, found.to)
    return found === undefined ? undefined : this.#push('duration', at, found.to, found.value)
  }

  /** "OD 5/7" is once on five days in seven; "BD 5/7" and "OD x 5/7" are five days. */
  #isDaysOfWeek(at: number): boolean {
    const last = this.#taken.last
    return (
      DAYS_OF_WEEK.has(this.#line.written(at, Math.min(at + 2, this.#words.length))) &&
      !/[×*]/.test(this.#line.gap(at)) &&
      last?.kind === 'frequency' &&
      ONCE_A_DAY.has(last.value)
    )
  }

  #duration(at: number): { to: number; value: string } | undefined {
    return this.#times.duration(at, this.#taken.last?.kind, (to) => this.#isInPhrase(to))
  }

  /** True if a phrase of more words than one begins: "days ago", "din me". */
  #isInPhrase(at: number): boolean {
    const phrase = this.#spans.phrase(at, (kind, value, to) => this.#holds(kind, value, at, to))
    return phrase !== undefined && phrase.to > at + 1
  }

  /** "over 4 hrs", and "in 500 ml NS", which says nothing of which drug it is. */
  #takeInfusion(at: number): number | undefined {
    if (this.#line.measure(at, 'over')) {
      const amount = this.#line.amount(at + 1)
      return amount && this.#line.measure(amount.to, 'time')
        ? this.#push('duration', at, amount.to + 1)
        : undefined
    }
    if (!this.#line.measure(at, 'in')) return undefined
    const number = this.#line.number(at + 1)
    const isVolume = number !== undefined && this.#line.measure(number.to, 'unit') !== undefined
    let next = isVolume ? number.to + 1 : at + 1
    if (this.#line.measure(next, 'of')) next++
    const diluent = this.#spans.phrase(next, (kind) => kind === 'diluent')
    return diluent && this.#takeDiluent(at, diluent.to, diluent.reading)
  }

  /** A diluent, with its volume after it: "NS 100 ml". */
  #takeDiluent(from: number, end: number, { value }: Phrase): number {
    const volume = this.#line.number(end)
    const unit = volume && this.#line.unit(volume.to)
    const isVolume = unit !== undefined && (unit.unit === 'ml' || unit.unit === 'l')
    const to = isVolume ? unit.to : end
    this.#diluent ??= this.#line.written(from, to)
    if (value === 'infused') this.#impliedForm ??= 'infusion'
    return this.#push('aside', from, to, 'diluent')
  }

  /** A name or a phrase, whichever is longer. */
  #takeWords(at: number): number | undefined {
    const name = this.#spans.nameEnd(at)
    const phrase = this.#spans.phrase(at, (kind, value, to) => this.#holds(kind, value, at, to))
    const isDiluent = phrase?.reading.kind === 'diluent'
    if (name !== undefined && name >= (phrase?.to ?? 0) && !isDiluent)
      return this.#takeName(at, name)
    if (phrase === undefined) return undefined
    return this.#takePhrase(at, phrase.to, phrase.reading)
  }

  /**
   * True if a fluid is what a drug is diluted in: after a drug's strength or form, with no sign of another drug, or at the
   * beginning of a line and joined to the drug, "NS with 100 mg thiamine".
   */
  #isDiluent(from: number, to: number): boolean {
    const before = this.#taken.last?.kind
    if (this.#isBeginning(from)) {
      const isJoined = this.#line.measure(to, 'in') !== undefined || /[+]/.test(this.#line.gap(to))
      return isJoined && this.#isNameAhead(to)
    }
    const isAfterDrug = before !== undefined && BEFORE_DILUENT.has(before)
    const isJoined = JOINT.test(this.#line.gap(from)) || this.#words[from - 1]?.text === 'and'
    return isAfterDrug && this.#taken.has('name') && !isJoined
  }

  /** True if a phrase says this in its place. */
  #holds(kind: PhraseKind, value: string, from: number, to: number): boolean {
    const before = this.#taken.last?.kind
    switch (kind) {
      case 'form-lead':
        return this.#isBeginning(from) || this.#spans.nameEnd(to) !== undefined
      case 'release-tablet':
        return this.#hints.has('tablet') || (before === 'name' && this.#hints.size === 0)
      case 'route-eye':
        return this.#hints.has('ophthalmic') && (before === 'dose' || this.#frequencies > 0)
      case 'route-ear':
        return this.#hints.has('otic')
      case 'route-skin':
        return FORMS_FOR_SKIN.some((form) => this.#hints.has(form))
      case 'route-rectal':
        return this.#hints.has('suppository') || this.#hints.has('enema')
      case 'route-injection':
        return this.#hints.has('injection') && (before === 'strength' || before === 'route')
      case 'frequency-capital':
      case 'route-capital':
        return this.#isCapital(from, to) && this.#taken.has('name') && this.#isFollowedByTime(to)
      case 'context-before':
        return this.#isNameAhead(to)
      case 'context-after':
        return this.#taken.has('name')
      case 'frequency-apart':
      case 'aside-apart':
        return before !== 'name' || !/^[ -]?$/.test(this.#line.gap(from))
      case 'reason':
        return this.#taken.isReason(from)
      case 'diluent':
        return this.#isDiluent(from, to)
      default:
        return value !== ''
    }
  }

  #isCapital(from: number, to: number): boolean {
    const written = this.#text.slice(this.#words[from]!.start, this.#words[to - 1]!.end)
    return /^[A-Z]+$/.test(written)
  }

  /** True if nothing follows in the line but a time, or a pack. */
  #isFollowedByTime(at: number): boolean {
    return (
      at >= this.#words.length ||
      this.#line.isFirst(at) ||
      /[.,;(]/.test(this.#line.gap(at)) ||
      this.#duration(at) !== undefined ||
      this.#isUse(at) ||
      this.#spans.phrase(at, (kind) => kind === 'pack') !== undefined
    )
  }

  #isBeginning(at: number): boolean {
    const last = this.#taken.last
    return this.#line.isFirst(at) || (last?.value === 'bullet' && last.to === at)
  }

  #isNameAhead(at: number): boolean {
    const end = Math.min(this.#words.length, at + 6)
    for (let next = at; next < end; next++) if (this.#spans.nameEnd(next) !== undefined) return true
    return false
  }

  /** True if numbers that belong together begin here and end behind a place. */
  #reachesBeyond(at: number, end: number): boolean {
    if (this.#line.number(at) === undefined) return false
    const numbers =
      this.#times.daily(at) ?? this.#duration(at)?.to ?? this.#groups.group(at)?.numbersTo ?? 0
    return numbers > end
  }

  /**
   * A suffix that makes another product of a brand, and that no name of the lexicon has: "Plus", "AM" of "Telma AM 40".
   * Other meanings of the word do not count there: the product is unknown.
   */
  #takeSuffix(at: number): number | undefined {
    const place = this.#suffixes.get(this.#line.forms[at]!)
    const last = this.#taken.last
    if (place === undefined || last === undefined || last.to !== at) return undefined
    const isBehindNumber = last.kind === 'strength'
    const name = isBehindNumber ? this.#taken.all.at(-2) : last
    if (name?.kind !== 'name' || !this.#names.isBrand(name.value)) return undefined
    const gap = this.#line.gap(at)
    if (!SUFFIX_GAP.test(gap)) return undefined
    const isBeforeNumber = this.#line.number(at + 1) !== undefined
    const isSuffix =
      place === 'any' ? !isBehindNumber || !isBeforeNumber : gap === '-' || isBeforeNumber
    return isSuffix ? this.#push('unknown', at, at + 1) : undefined
  }

  /** A name, and the unit behind a number that it ends with: "Dolo 650" and "mg". */
  #takeName(from: number, to: number): number {
    const before = this.#taken.last
    const salt = this.#spans.salt(from)
    const isBehindName = before?.kind === 'name' && before.to === from
    if (salt !== undefined && to <= salt.to && isBehindName && this.#line.gap(from) === ' ')
      return this.#push('salt', from, salt.to, salt.value)
    this.#push('name', from, to, this.#line.forms.slice(from, to).join(' '))
    const group = to - 1 > from ? this.#groups.group(to - 1) : undefined
    if (group === undefined || group.unit === undefined || group.numbersTo !== to) return to
    if (group.to > to) return this.#takeGroup(to, group)
    // "%" is no word of its own.
    this.#addStrengths(group.strengths())
    return to
  }

  /** "Hold for SBP < 100 or HR < 60", "hold if HR below 60": a direction for a drug that goes on. */
  #takeParameter(from: number, to: number): number | undefined {
    const { forms } = this.#line
    if (forms[from] !== HOLD || to > from + 1 || this.#spans.nameEnd(to) !== undefined)
      return undefined
    let end = to
    for (let at = to; at < Math.min(end + NEAR_VALUE, forms.length); at++) {
      if (this.#line.isFirst(at)) break
      const isCompared = COMPARED.test(this.#line.gap(at)) || COMPARING.has(forms[at - 1]!)
      const number = isCompared ? this.#line.number(at) : undefined
      if (number !== undefined) end = number.to
    }
    return end === to ? undefined : this.#push('aside', from, end, 'parameter')
  }

  /** True if a word for a syrup is one for a syringe: "2 MG/1 ML 1 ML SYR". */
  #isSyringe(at: number): boolean {
    const last = this.#taken.last
    if (last?.to !== at || this.#line.measure(at, 'container') === undefined) return false
    if (last.kind === 'quantity' || last.kind === 'dose') {
      const volume = this.#line.number(last.from)
      return volume !== undefined && volume.value <= MOST_IN_SYRINGE
    }
    if (last.kind !== 'strength') return false
    const { start, end } = this.#taken.last!
    const [found, volume = '1'] = OF_SYRINGE.exec(this.#text.slice(start, end).toLowerCase()) ?? []
    return found !== undefined && Number(volume) !== SPOON && Number(volume) <= MOST_IN_SYRINGE
  }

  /** True if a word behind a brand's number is of its name: "Advair 250/50 Diskus" is Advair Diskus. */
  #isOfBrand(from: number, to: number): boolean {
    const name = this.#taken.all.findLast(({ kind }) => kind === 'name')
    if (name === undefined || name.to === from) return false
    return this.#names.isBrand(`${name.value} ${this.#line.written(from, to)}`)
  }

  #takePhrase(from: number, to: number, { kind, value }: Phrase): number {
    const [first = '', second] = value.split(' ')
    switch (kind) {
      case 'form':
      case 'form-lead':
        if (this.#isOfBrand(from, to)) {
          this.#impliedForm ??= first
          return this.#push('unknown', from, to)
        }
        this.#push('form', from, to, this.#isSyringe(from) ? 'injection' : first)
        if (second !== undefined) this.#hints.add(`route ${second}`)
        return to
      case 'release':
      case 'release-tablet':
        this.#impliedForm ??= second
        return this.#push('release', from, to, first)
      case 'route':
      case 'route-eye':
      case 'route-ear':
      case 'route-skin':
      case 'route-rectal':
      case 'route-injection':
      case 'route-capital':
        return this.#push('route', from, to, value)
      case 'reason':
        return this.#push(this.#taken.isReasonOfUse() ? 'frequency' : 'aside', from, to, value)
      case 'context':
      case 'context-before':
      case 'context-after':
        return this.#takeParameter(from, to) ?? this.#push('context', from, to, value)
      case 'pack':
        return this.#push('pack', from, this.#line.number(to)?.to ?? to)
      case 'diluent':
        return this.#takeDiluent(from, to, { kind, value })
      case 'standard':
        return this.#push('aside', from, to, kind)
      case 'frequency-apart':
      case 'frequency-capital':
        return this.#push('frequency', from, to, value)
      case 'aside-apart':
        return this.#push('aside', from, to)
      default:
        return this.#push(kind, from, to, value === '-' ? undefined : value)
    }
  }

  /** "1 tab", "½ tab", "2 puffs", "10 drops"; no strength before a form: "Dolo 650 tab". */
  #takeDose(at: number): number | undefined {
    const amount = this.#line.amount(at)
    if (amount === undefined) return undefined
    const { first, to } = amount
    const counted = UNIT_GAP.test(this.#line.gap(to)) ? this.#line.measure(to, 'dose') : undefined
    const unit = this.#line.unit(to)
    const isRange = this.#line.forms[first.to] === 'to' && to > first.to
    if (isRange && unit !== undefined) return this.#push('dose', at, Math.max(to, unit.to))
    if (counted === undefined) return this.#takeBareDose(at, amount)
    if (this.#line.measure(to, 'unit')) return undefined
    const isWhole = first.value % 1 === 0
    const isPiece = first.value <= MOST_PIECES && (isWhole || first.isFraction)
    const isPlural = this.#line.forms[to]!.endsWith('s') && first.value < 10 && isWhole
    if (this.#taken.isBehindName() && this.#spans.isForm(to))
      if (this.#isLabel(first, to) || (!isPiece && !isPlural)) return undefined
    if (counted !== '-') this.#impliedForm ??= counted.split(' ')[0]
    return this.#push('dose', at, to + 1)
  }

  /**
   * True if a number behind a brand and before its form is the label: "Amaryl 2 tab" is 2 mg, "Amaryl 2 tabs" two pieces.
   * "Amaryl 1 tab" is one piece where more follows, such as how often.
   */
  #isLabel({ value }: WrittenNumber, form: number): boolean {
    const isPlural = this.#line.forms[form]!.endsWith('s')
    if (value === 1 ? form + 1 < this.#words.length && !isPlural : isPlural) return false
    return this.#hasLabel({ value })
  }

  /** True if products of the brand before are called by a number: "Tylenol #3". */
  #hasLabel({ value }: Pick<WrittenNumber, 'value'>): boolean {
    const name = this.#taken.all.findLast(({ kind }) => kind === 'name')
    return name !== undefined && this.#names.hasLabel(name.value, value)
  }

  /** A number of pieces with no word for them: "½ bd", "Dolo 650 1 bd". */
  #takeBareDose(at: number, { first, to }: Amount): number | undefined {
    if (this.#line.number(at) === undefined) return this.#takeCountedDose(at, to)
    const isUnit = this.#line.unit(first.to) !== undefined
    if (isUnit || (!first.isFraction && this.#taken.isBehindName())) return undefined
    const most = this.#taken.has('strength') && this.#taken.has('form') ? MOST_AT_ONCE : MOST_PIECES
    const isPiece = first.isFraction || (first.value <= most && first.value % 1 === 0)
    const isUse = this.#spans.phrase(to, (kind) => kind === 'frequency') !== undefined
    const last = this.#taken.last
    const isAtTime = last?.kind === 'frequency' && TIMES_OF_DAY.has(last.value)
    const isDose = isUse || isAtTime || first.isFraction
    return isPiece && isDose ? this.#push('dose', at, to) : undefined
  }

  /** "one daily", "two to be taken", "take one": pieces in words, next to how they are taken. */
  #takeCountedDose(at: number, to: number): number | undefined {
    const isTaken = (kind: PhraseKind, value: string) =>
      kind === 'frequency' || (kind === 'aside' && value === 'take')
    const isToTake = this.#taken.last?.kind === 'aside' && this.#taken.last.value === 'take'
    return this.#taken.has('name') && (isToTake || this.#spans.phrase(to, isTaken) !== undefined)
      ? this.#push('dose', at, to)
      : undefined
  }

  /** A number with a unit of strength, or one without right behind a name; a quantity or a dose that looks like one. */
  #takeStrength(at: number): number | undefined {
    const group = this.#groups.group(at) ?? this.#groups.concentration(at)
    if (group === undefined) return undefined
    if (group.unit !== undefined) return this.#takeGroup(at, group)
    const mark = /^\s?\?/.exec(this.#line.gap(group.to))
    if (mark)
      return this.#push('unknown', at, group.to, undefined, {
        start: group.start,
        end: group.end + mark[0].length,
      })
    if (this.#isAgo(group.to)) return this.#push('aside', at, group.to)
    const last = this.#taken.last
    if (last?.kind === 'release') {
      const isHours = group.written === 24 || group.written === 12
      const isTimed = this.#line.measure(group.to, 'time') === 'hours'
      if (isHours) return this.#push('aside', at, isTimed ? group.to + 1 : group.to, 'hours')
    }
    if (!this.#taken.isBehindName() && !this.#isBetweenFormAndName(at, group.to)) return undefined
    this.#addStrengths(group.strengths())
    return this.#push('strength', at, group.to, undefined, group)
  }

  /** True if a number before a word counts a time that is over: "furosemide 2 weeks ago". */
  #isAgo(at: number): boolean {
    const isTime = this.#line.measure(at, 'time') !== undefined
    return isTime && this.#spans.phrase(at, (kind) => kind === 'context') !== undefined
  }

  #isBetweenFormAndName(at: number, to: number): boolean {
    return this.#taken.last?.kind === 'form' && at > 0 && this.#spans.nameEnd(to) !== undefined
  }

  #takeGroup(from: number, group: Group): number {
    const kind = this.#kindOf(group)
    const { end } = group
    const place = from > group.from ? { end } : { start: group.start, end }
    if (kind === 'dose') return this.#push('dose', from, group.to, undefined, place)
    if (kind === 'quantity') {
      const { value, unit } = group.strengths().at(-1)!
      if (unit !== undefined) this.#quantity ??= { value, unit }
      return this.#push('quantity', from, group.to, `${value} ${unit}`, place)
    }
    const all = group.strengths()
    // "IN D5W 200-5 MCG/ML-%": the last number is the diluent's.
    const isDiluted = this.#diluent !== undefined && OF_DILUENT.test(this.#line.gap(group.to))
    const strengths = isDiluted ? all.slice(0, -1) : all
    this.#addStrengths(strengths)
    const value = strengths.map((each) => `${each.value} ${each.unit ?? ''}`.trim()).join(' + ')
    return this.#push('strength', from, group.to, value, place)
  }

  #kindOf(group: Group): AmountKind {
    const { to } = group
    return kindOfAmount(group, {
      hints: this.#hints,
      isSolution: this.#told.isSolution,
      isSecondQuantity: this.#taken.has('quantity'),
      isOfContainer: this.#line.measure(to, 'container') !== undefined,
      isUse: () => this.#isUse(to),
      isSecondAmount: () => this.#taken.isSecondAmount(),
    })
  }

  /** True if what follows is how it is used. */
  #isUse(at: number): boolean {
    if (at >= this.#words.length) return false
    return (
      this.#times.daily(at) !== undefined ||
      this.#times.interval(at, () => this.#taken.isBehindName()) !== undefined ||
      this.#spans.phrase(at, (kind) => kind === 'frequency' || kind === 'route') !== undefined
    )
  }

  #addStrengths(strengths: readonly WrittenStrength[]): void {
    const last = this.#taken.all.findLast(({ kind }) => kind === 'name' || kind === 'strength')
    this.#told.add(strengths, last?.kind === 'strength')
  }

  #takeSalt(at: number): number | undefined {
    const salt = this.#spans.salt(at)
    return salt && this.#push('salt', at, salt.to, salt.value)
  }

  #prescription(): Omit<Prescription, 'isCut'> {
    const parts = this.#taken.all.map(({ from, to, ...part }): Part => part)
    const valuesOf = (kind: PartKind) =>
      parts.filter((part) => part.kind === kind).map((part) => part.value)
    const asWritten = (kind: PartKind) =>
      this.#taken.all
        .filter((part) => part.kind === kind)
        .map(({ from, to }) => this.#said(from, to, kind === 'frequency'))
    const routeOfForm = [...this.#hints].find((hint) => hint.startsWith('route '))?.slice(6)
    const frequencies = asWritten('frequency')
    const [form] = valuesOf('form')
    const durations = this.#taken.all.filter(({ kind }) => kind === 'duration')
    const isOfOneDose = ({ from }: { from: number }) =>
      this.#line.measure(from, 'over') !== undefined
    const duration = durations.find((part) => !isOfOneDose(part)) ?? durations[0]
    const [firstRoute] = valuesOf('route')
    const route = firstRoute ?? routeOfForm
    const formOfRoute = route !== undefined && INJECTED.has(route) ? 'injection' : undefined
    const saidForm = form ?? this.#impliedForm ?? formOfRoute
    const [dose] = asWritten('dose')
    const [context] = valuesOf('context')
    return {
      text: this.#text,
      words: this.#words,
      parts,
      names: parts.filter(({ kind }) => kind === 'name'),
      strengths: this.#told.all,
      releases: [...new Set(valuesOf('release'))],
      salts: [...new Set(valuesOf('salt'))],
      ...defined('quantity', this.#quantity),
      ...defined('form', saidForm && routedForm(saidForm, formOfRoute ?? route)),
      ...defined('route', route),
      ...defined('dose', dose),
      ...defined('doseUnit', this.#doseUnit),
      ...defined('diluent', this.#diluent),
      ...defined('frequency', frequencies.length > 0 ? frequencies.join(' ') : undefined),
      ...defined('duration', duration?.value),
      ...defined('context', context as Context | undefined),
    }
  }

  /** As written, numbers through the day with hyphens whatever joins them. */
  #said(from: number, to: number, isGlued: boolean): string {
    const numbersTo = this.#times.daily(from)
    if (numbersTo === undefined || numbersTo > to) return this.#line.written(from, to, isGlued)
    const numbers = this.#times.dailyValue(from, numbersTo)
    return numbersTo === to ? numbers : `${numbers} ${this.#line.written(numbersTo, to)}`
  }
}

function defined<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { [K in Key]?: Value } {
  return (value === undefined ? {} : { [key]: value }) as { [K in Key]?: Value }
}
