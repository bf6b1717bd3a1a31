import { lazily } from '../../language/remember.ts'
import { readTable } from '../../language/tables.ts'
import { drugWords, nameKey } from './words.ts'

/** Meaning of an ingredient's name: the drugs that it is, by their names without a salt, and the salt it is given as. */
export interface NamedIngredients {
  /** As data/medication/ingredients.tsv has them, or the words that are no salt's; several for "co-trimoxazole". */
  readonly bases: readonly string[]
  /** "besylate", "sodium"; '' where the name says none. */
  readonly salt: string
  /** True if Medlink's tables have the name. */
  readonly isKnown: boolean
}

/** Between the names of a combination's ingredients. */
export const PLUS = ' + '

const INGREDIENTS = 'medication/ingredients.tsv'
const NAMES = 'medication/ingredient-names.tsv'
const SALTS = 'medication/salts.tsv'

const HUMAN = 'human'
const COUNTED = /^(?:hemi|mono|sesqui|di|bis|tri|tetra|penta)/
const SUFFIX = /^[a-z]{4}$/
/** Stems of biological medicines' names. */
const BIOLOGICAL =
  /(?:mab|cept|stim|ase|poetin|alfa|vedotin|deruxtecan|parvovec|cel|glargine|aspart|lispro|degludec)$/

/** The tables that decide what an ingredient is called. */
export const INGREDIENT_TABLES = [INGREDIENTS, NAMES, SALTS]

/** Names of drugs, by Medlink's tables, which are read once. @throws MedlinkError `data_invalid` when one cannot be read */
export const ingredientNames = lazily(() => new IngredientNames())

/** See {@link ingredientNames}. */
export class IngredientNames {
  /** Names by {@link nameKey}. */
  readonly #bases = new Map<string, readonly string[]>()
  readonly #salts = new Map<string, string>()
  /** Salts of ingredients that the tables name with and without them; elsewhere they are the drug: "carbonate". */
  readonly #ownSalts = new Set<string>()
  /** Canonical words that say no other drug: water, purity, source. */
  readonly #asides = new Set<string>()
  /** Which salt of an element it is, is what the drug is: zinc oxide, zinc sulfate. */
  readonly #elements = new Set<string>()
  /** Beginnings of names of ingredients that are one themselves, by key. */
  readonly #groups = new Set<string>()
  readonly #rxcuis = new Map<string, string>()

  constructor() {
    for (const [ingredient, rxcui] of readTable(INGREDIENTS, ['ingredient', 'rxcui'])) {
      this.#bases.set(nameKey(ingredient!), [ingredient!])
      if (rxcui !== '-') this.#rxcuis.set(ingredient!, rxcui!)
    }
    for (const key of this.#bases.keys()) {
      const [first = ''] = key.split(' ')
      if (first !== key && this.#bases.has(first)) this.#groups.add(first)
    }
    for (const [name, ingredient] of readTable(NAMES, ['name', 'ingredient', 'kind']))
      this.#bases.set(nameKey(name!), ingredient!.split(PLUS))
    for (const [salt, kind, meaning] of readTable(SALTS, ['salt', 'kind', 'meaning']))
      if (kind === 'element') this.#elements.add(salt!)
      else if (kind === 'drug') this.#ownSalts.add(salt!)
      else {
        this.#salts.set(nameKey(salt!), meaning!)
        if (kind === 'hydrate') this.#asides.add(meaning!)
      }
  }

  /** Every name that the tables have, by its key, with what it is a name of. */
  get known(): ReadonlyMap<string, readonly string[]> {
    return this.#bases
  }

  /** Words that say a salt, by key, with the canonical one: "hcl" is "hydrochloride". */
  get salts(): ReadonlyMap<string, string> {
    return this.#salts
  }

  /** A salt by its canonical words, without those for its water, purity or source; '' where nothing is left. */
  saltAlone(salt: string): string {
    return salt
      .split(' ')
      .filter((word) => !this.#asides.has(word))
      .join(' ')
  }

  /** True if ingredients are distinguished by the words after the name: "insulin", which may be any. */
  isGroup(ingredient: string): boolean {
    return this.#groups.has(nameKey(ingredient))
  }

  /** The RXCUI of an ingredient, by its name in the table; undefined if the table has none. */
  rxcuiOf(ingredient: string): string | undefined {
    return this.#rxcuis.get(ingredient)
  }

  /**
   * Takes a name apart: "amlodipine besylate" is amlodipine as its besylate. Words that say a salt are taken off only
   * where something else is left: "sodium chloride" stays whole, and so does what the tables name with its salt.
   */
  read(name: string): NamedIngredients {
    const key = nameKey(name)
    const whole = this.#bases.get(key)
    if (whole !== undefined) return { bases: whole, salt: this.#saltIn(key, whole), isKnown: true }
    const { words, suffix } = wordsOf(name)
    let end = words.length
    const own = suffix.length === 0 ? undefined : this.#bases.get(words.join(' '))
    if (own !== undefined) return this.#with(own, suffix, true)
    while (end > 1 && this.#isSalt(words[end - 1]!)) {
      end--
      const found = this.#bases.get(words.slice(0, end).join(' '))
      if (found !== undefined) return this.#with(found, [...words.slice(end), ...suffix], true)
    }
    if (words.slice(0, end).every((word) => this.#isSalt(word) || this.#elements.has(word)))
      return { bases: [key], salt: '', isKnown: false }
    const leading = words.findIndex((word) => !this.#isSalt(word))
    if (leading > 0) {
      const found = this.#bases.get(words.slice(leading, end).join(' '))
      if (found !== undefined)
        return this.#with(found, [...words.slice(0, leading), ...words.slice(end), ...suffix], true)
    }
    return this.#with([words.slice(0, end).join(' ')], [...words.slice(end), ...suffix], false)
  }

  /** Words of the salt in a name that the tables have whole: those after a name that means the same without them. */
  #saltIn(key: string, bases: readonly string[]): string {
    const words = key.split(' ')
    let end = words.length
    while (end > 1 && (this.#isSalt(words[end - 1]!) || this.#ownSalts.has(words[end - 1]!))) {
      end--
      const rest = this.#bases.get(words.slice(0, end).join(' '))
      if (rest?.join(PLUS) === bases.join(PLUS))
        return this.#with(bases, words.slice(end), true).salt
    }
    return ''
  }

  /** Also with how many parts of it: "dimaleate", "hemifumarate". */
  #isSalt(word: string): boolean {
    return this.#salts.has(word) || this.#salts.has(word.replace(COUNTED, ''))
  }

  #with(bases: readonly string[], salts: readonly string[], isKnown: boolean): NamedIngredients {
    return { bases, salt: salts.map((salt) => this.#salts.get(salt) ?? salt).join(' '), isKnown }
  }
}

/**
 * The words of an ingredient's name. The FDA parts biological medicines by four letters without a meaning
 * ("trastuzumab-dkst"): they are of one ingredient. Of human ones some names say so first, others last.
 */
function wordsOf(name: string): { readonly words: string[]; readonly suffix: string[] } {
  const words = drugWords(name).map(({ text }) => text)
  const isParted = words.length > 1 && SUFFIX.test(words.at(-1)!) && BIOLOGICAL.test(words.at(-2)!)
  const own = isParted ? words.slice(0, -1) : words
  return {
    words: own.length > 1 && own[0] === HUMAN ? [...own.slice(1), HUMAN] : own,
    suffix: isParted ? words.slice(-1) : [],
  }
}

/** Key that all products of the same ingredients share: their names, sorted. */
export function familyOf(bases: readonly string[]): string {
  return [...new Set(bases)].sort().join(PLUS)
}
