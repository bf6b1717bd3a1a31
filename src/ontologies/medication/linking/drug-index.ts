import type { MedlinkIndex, StoredConcept } from '../../../index/reader.ts'
import { HashedTexts } from '../../../index/words/lexicon.ts'
import { Work } from '../../../index/work.ts'
import { isWithinOneEdit } from '../../../language/distance.ts'
import { groupBy } from '../../../language/group.ts'
import { lazily, madeOnce, remember } from '../../../language/remember.ts'
import { hashAnyCase } from '../../../language/sorted.ts'
import { isCorrectable } from '../../../language/words.ts'
import { type BrandProduct, readBrands } from '../brands.ts'
import type { MedicationColumns } from '../columns.ts'
import {
  type Component,
  contentIn,
  keyOfComponents,
  readComposition,
  type Strength,
} from '../composition.ts'
import { type Distinctions, readDistinctions, readDoseForm } from '../dose-form.ts'
import { LEVELS, type Level } from '../drug.ts'
import { familyOf, ingredientNames, type NamedIngredients } from '../ingredients.ts'
import { type DrugWord, nameKey, withoutNumber } from '../words.ts'
import { isPoured, matchForm } from './forms.ts'
import { readLabel } from './strength-match.ts'

/** A drug as the index has it. */
export interface IndexedDrug {
  /** `concept.id`. */
  readonly id: number
  readonly code: string
  readonly name: string
  readonly level: Level
  /** Number of its release among those that were merged, from 0. */
  readonly source: number
  /** '' for none, here and below. */
  readonly brand: string
  readonly components: readonly Component[]
  /** Ingredients of its components, by canonical names. */
  readonly bases: readonly string[]
  /** Salts of its ingredients, without words for water, purity or source. */
  readonly salts: readonly string[]
  /** The four letters by which the FDA tells a biosimilar from its original: "atto" of adalimumab-atto. */
  readonly suffix: string
  readonly form: string
  /** True if it is bought as a powder, in whatever form it is given. */
  readonly isPowder: boolean
  readonly release: string
  readonly route: string
  /** Every route that the source lists; empty where it says none. */
  readonly routes: readonly string[]
  /** Content of a vial, bottle or packet, in mL or g; 0 if none is stated. */
  readonly quantity: number
  readonly distinctions: Distinctions
  readonly attributes: StoredConcept['attributes']
}

/** Drugs that a name in a text may be the name of. */
export interface DrugName {
  /** Undefined where it is none of an ingredient. */
  readonly ingredients: NamedIngredients | undefined
  /** Concepts of the index that are sold under the name. */
  readonly products: readonly number[]
  /** Drugs that are sold under it without its number: Stalevo, of "Stalevo 150". */
  readonly relatives: readonly number[]
  /** The same of Medlink's own tables. */
  readonly brands: readonly BrandProduct[]
}

/** Words of the longest name of a drug that is looked up. */
const LONGEST_NAME = 6
/** Names and drugs that are remembered. */
const REMEMBERED = 20_000
const POWDER = /\b(?:powder|granules?|packets?|sachets?|for (?:oral )?(?:solution|suspension))\b/i
const SUFFIX = /^[a-z]{4}$/
/** A shorter word is near too many. */
const SHORTEST_CORRECTED = 6

/** Brands of Medlink's tables by {@link nameKey}; all indexes have the same. */
const brandsByKey = lazily(() => groupBy(readBrands(), ({ brand }) => nameKey(brand)))

/** An open index as drugs: its names and their meanings. */
export class DrugIndex {
  readonly ingredientNames = ingredientNames()
  readonly #index: MedlinkIndex
  readonly #brands = brandsByKey()
  /** Medlink's own names of one word, by first letter and length, "m9"; sorted out at the first misspelt word. */
  #ownWords: ReadonlyMap<string, readonly string[]> | undefined
  readonly #drugs = new Map<number, IndexedDrug>()
  readonly #readDrug = (concept: number) => this.#read(this.#index.concept(concept))
  readonly #drugsOfFamily = remember((name) => this.#familyNamed(name), REMEMBERED)
  /** Products of Medlink's tables, by {@link keyOfComponents}; grouped when the first is asked for. */
  #sold: ReadonlyMap<string, readonly BrandProduct[]> | undefined
  /** Keys of all names, made at the first question for one: few words of a text begin a name. */
  readonly #keys = lazily(() => this.#hashedKeys())

  constructor(index: MedlinkIndex) {
    this.#index = index
  }

  /** How many words from `words[at]` on are one name of a drug, the longest; 0 where none begins there. */
  longestAt(words: readonly DrugWord[], at: number): number {
    const keys = this.#keys()
    const last = Math.min(words.length, at + LONGEST_NAME)
    let hash: number | undefined
    let key = ''
    let longest = 0
    // Few words may begin a name: a hash that grows with them says so before a key is put together.
    for (let i = at, from = at; i < last; i++) {
      const { text } = words[i]!
      hash = hash === undefined ? hashAnyCase(text) : hashAnyCase(text, hashAnyCase(' ', hash))
      if (!keys.mayHaveHash(hash)) continue
      for (; from <= i; from++) key = key === '' ? words[from]!.text : `${key} ${words[from]!.text}`
      if (key.length > 1 && this.#hasName(key)) longest = i + 1 - at
    }
    return longest
  }

  /** True if it is the name of a drug, here or in Medlink's tables. */
  isName(key: string): boolean {
    return key.length !== 1 && this.#keys().mayHave(key) && this.#hasName(key)
  }

  #hasName(key: string): boolean {
    return (
      this.#brands.has(key) ||
      this.ingredientNames.known.has(key) ||
      this.#index.termsVerbatim(key).length > 0
    )
  }

  #hashedKeys(): HashedTexts {
    const { hashes } = this.#index.arrays.verbatim
    const keys = new HashedTexts(hashes)
    for (const names of [this.#brands.keys(), this.ingredientNames.known.keys()])
      for (const name of names) keys.add(name)
    return keys
  }

  isBrand(name: string): boolean {
    if (this.#brands.has(name)) return true
    const { termShared } = this.#index.arrays
    const isOwn = (term: number) => termShared[term] === 0
    return !this.ingredientNames.known.has(name) && this.#index.termsVerbatim(name).some(isOwn)
  }

  hasLabel(name: string, number: number): boolean {
    const rows = this.#brands.get(name) ?? []
    return rows.some(({ label }) => {
      const { numbers } = readLabel(label)
      return numbers.length === 1 && numbers[0] === number
    })
  }

  /** Meaning of a name, by its {@link nameKey}. */
  read(key: string): DrugName {
    const { termConcept, termShared } = this.#index.arrays
    const own: number[] = []
    const relatives: number[] = []
    let family: number | undefined
    const bare = withoutNumber(key)
    for (const term of this.#index.termsVerbatim(key)) {
      if (termShared[term] === 0) own.push(termConcept[term]!)
      else family = termConcept[term]!
    }
    for (const term of bare === key ? [] : this.#index.termsVerbatim(bare))
      if (termShared[term] === 0) relatives.push(termConcept[term]!)
    return {
      ingredients: this.#ingredientsOf(key, family),
      products: own.length > 0 ? own : relatives,
      relatives,
      brands: this.#brands.get(key) ?? this.#labelled(bare, key.slice(bare.length + 1)),
    }
  }

  /** Rows of a brand: those with its number as their label, or all. */
  #labelled(brand: string, number: string): readonly BrandProduct[] {
    const rows = this.#brands.get(brand) ?? []
    const own = rows.filter(({ label }) => label !== '' && nameKey(label) === number)
    return own.length > 0 ? own : rows
  }

  /** Ingredients by Medlink's tables if they have the whole name, else by the drugs of that name. */
  #ingredientsOf(key: string, family: number | undefined): NamedIngredients | undefined {
    if (family !== undefined && !this.ingredientNames.known.has(key)) {
      return { bases: [...new Set(this.drug(family).bases)], salt: '', isKnown: false }
    }
    const named = this.ingredientNames.read(key)
    return named.isKnown ? named : undefined
  }

  /** The active drugs of exactly these ingredients, by their canonical names; of an index without any, none. */
  family(bases: readonly string[]): Uint32Array {
    return this.#drugsOfFamily(familyOf(bases))
  }

  #familyNamed(name: string): Uint32Array {
    const { termShared } = this.#index.arrays
    for (const term of this.#index.termsVerbatim(nameKey(name)))
      if (termShared[term] === 1) return this.#index.conceptsOf(term)
    return new Uint32Array()
  }

  level(concept: number): Level {
    const { level } = (this.#index.arrays.columns as MedicationColumns).concept
    return LEVELS[level[concept]!]!
  }

  /** The drug of a concept. The latest ones are kept in memory. */
  drug(concept: number): IndexedDrug {
    return madeOnce(this.#drugs, concept, this.#readDrug, REMEMBERED)
  }

  /** True if Medlink's tables have a product of the same ingredients, strengths and form that releases at once. */
  isSoldAtOnce({ components, form }: Pick<IndexedDrug, 'components' | 'form'>): boolean {
    return this.#soldWith(components).some((sold) => sold.form === form && sold.release === '')
  }

  /**
   * True if a product of the same ingredients that releases at once has as much of each, or more, in a piece, or just as much
   * in a spoon or a millilitre of what is drunk.
   */
  isReachedAtOnce({ components, bases, form }: IndexedDrug): boolean {
    if (form === 'patch') return false
    return [...this.family(bases)]
      .filter((id) => this.level(id) === 'clinical_drug')
      .map((id) => this.drug(id))
      .some(
        (other) =>
          other.release === '' &&
          components.every(({ base, strength }) =>
            other.components.some((each) => each.base === base && isReached(strength, each, other)),
          ),
      )
  }

  /** True if Medlink's tables have products of the same ingredients and strengths, all of them in other forms. */
  isSoldInOtherForms({ components, form }: Pick<IndexedDrug, 'components' | 'form'>): boolean {
    const sold = this.#soldWith(components)
    return sold.length > 0 && sold.every((each) => matchForm(each.form, form) === 'other')
  }

  #soldWith(components: IndexedDrug['components']): readonly BrandProduct[] {
    this.#sold ??= groupBy([...this.#brands.values()].flat(), ({ components }) =>
      keyOfComponents(components),
    )
    return this.#sold.get(keyOfComponents(components)) ?? []
  }

  /**
   * Names of one word that are one edit from a misspelt one and begin with its letter, where slips are rare; sorted. None of
   * a word too short to tell.
   */
  near(word: string): string[] {
    if (word.length < SHORTEST_CORRECTED || !isCorrectable(word)) return []
    const { words, spelling } = this.#index
    if (words.idOf(word) >= 0) return []
    const near = new Set<string>()
    for (const { id } of spelling.within(word, 1, new Work())) {
      const other = words.wordOf(id)
      if (other[0] === word[0] && this.isName(other)) near.add(other)
    }
    this.#ownWords ??= this.#groupWords()
    for (const length of [word.length - 1, word.length, word.length + 1])
      for (const other of this.#ownWords.get(`${word[0]}${length}`) ?? [])
        if (isWithinOneEdit(word, other)) near.add(other)
    return [...near].sort()
  }

  #groupWords(): Map<string, string[]> {
    const words = new Map<string, string[]>()
    for (const names of [this.#brands.keys(), this.ingredientNames.known.keys()])
      for (const name of names) {
        if (!isCorrectable(name)) continue
        const key = `${name[0]}${name.length}`
        const alike = words.get(key)
        if (alike) alike.push(name)
        else words.set(key, [name])
      }
    return words
  }

  #read(concept: StoredConcept): IndexedDrug {
    const { id, code, name, attributes } = concept
    const text = (key: string) => String(attributes[key] ?? '')
    const { source } = (this.#index.arrays.columns as MedicationColumns).concept
    const components = readComposition(text('composition'))
    const salts = components
      .map(({ salt }) => this.ingredientNames.saltAlone(salt))
      .filter((salt) => salt !== '')
    return {
      ...{ id, code, name, attributes },
      level: this.level(id),
      source: source[id]!,
      brand: text('brand'),
      components,
      bases: components.map(({ base }) => base),
      salts,
      suffix:
        salts.find((salt) => SUFFIX.test(salt) && !this.ingredientNames.salts.has(salt)) ?? '',
      form: text('form'),
      isPowder: POWDER.test(text('form_text')),
      release: text('release'),
      route: text('route'),
      routes: routesOf(text('route'), text('form_text')),
      distinctions: readDistinctions(`${name} ${text('form_text')}`),
      quantity: Number(attributes.quantity ?? 0) || contentIn(name, text('form')),
    }
  }
}

/** Volumes in mL that are given of a liquid at once: a spoon and a pipette. */
const DRUNK_AT_ONCE = [5, 1]

/** True if so much may be given of a component of a drug. */
function isReached(
  strength: Strength | undefined,
  { strength: own }: Component,
  { form }: Pick<IndexedDrug, 'form'>,
): boolean {
  if (strength === undefined || own === undefined) return false
  const { value, unit } = strength
  if (own.unit === unit) return own.value >= value
  const isDrunk = own.unit === `${unit}/mL` && isPoured(form)
  return isDrunk && DRUNK_AT_ONCE.some((volume) => own.value * volume === value)
}

/** Routes into the spine, which the tables of forms do not tell from other injections. */
const SPINAL = /\bintrathecal|\bsubarachnoid|\bspinal/i

/** The FDA lists routes after the form: "SOLUTION;INTRAVENOUS, SUBCUTANEOUS". */
function routesOf(route: string, formText: string): readonly string[] {
  const [, listed = ''] = formText.split(';')
  const others = listed.split(',').map((each) => readDoseForm(each).route ?? '')
  const spinal = SPINAL.test(listed) ? ['intrathecal'] : []
  return [...new Set([route, ...others, ...spinal])].filter((each) => each !== '')
}
