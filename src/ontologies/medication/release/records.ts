import type { ConceptRecord, ReleaseRecords, TermRecord } from '../../../index/records.ts'
import { compareStrings } from '../../../language/sorted.ts'
import { levelNumber } from '../columns.ts'
import {
  type Component,
  describeComposition,
  keyOfComponents,
  writeComposition,
} from '../composition.ts'
import { type DoseForm, readDoseForm } from '../dose-form.ts'
import type { Drug, DrugRelease } from '../drug.ts'
import { familyOf, type IngredientNames, ingredientNames, PLUS } from '../ingredients.ts'
import { nameKey, withoutNumber } from '../words.ts'

/** A drug with what was made of its names. */
interface ReadDrug extends Drug {
  readonly source: number
  readonly sourceName: string
  readonly components: readonly Component[]
  readonly family: string
  readonly dose: DoseForm
}

/**
 * Several sources of drugs as one release to be indexed. The first one leads: where it has a drug, its concepts come
 * before those of the others.
 *
 * @param version what the release is called
 */
export function drugRecords(releases: readonly DrugRelease[], version: string): ReleaseRecords {
  const names = ingredientNames()
  const read = releases.flatMap((release, source) =>
    release.drugs.map((drug) => readDrug(drug, source, release.source, names)),
  )
  // A code that comes twice is the first one's.
  const drugs = [...new Map(read.toReversed().map((drug) => [drug.code, drug])).values()].reverse()
  const generics = genericsOf(drugs)
  const codes = new Set(drugs.map(({ code }) => code))
  return {
    ontology: 'medication',
    version,
    licence: [...new Set(releases.map(({ licence }) => licence))].join('\n'),
    sources: releases.flatMap(({ sources }) => sources),
    concepts: drugs.map((drug) => conceptOf(drug, generics, names)),
    terms: [...drugs.flatMap(termsOf), ...familyNames(drugs)],
    edges: releases
      .flatMap(({ edges }) => edges)
      .filter(({ code, parent }) => codes.has(code) && codes.has(parent)),
    replacements: releases
      .flatMap(({ replacements }) => replacements)
      .filter(({ code, replacement }) => codes.has(code) && codes.has(replacement)),
    maps: drugs.flatMap(({ code, rxcui }) =>
      rxcui === undefined || rxcui === code
        ? []
        : [{ code, system: 'rxnorm', target: rxcui, rule: 'same' }],
    ),
    facts: [],
    warnings: releases.flatMap(({ warnings }) => warnings),
  }
}

function readDrug(
  drug: Drug,
  source: number,
  sourceName: string,
  names: IngredientNames,
): ReadDrug {
  const components = drug.ingredients.flatMap(({ name, strength }): Component[] => {
    const { bases, salt } = names.read(name)
    return bases.map((base) => ({ base, salt, ...(bases.length === 1 && { strength }) }))
  })
  const family = components.length === 0 ? drug.code : familyOf(components.map(({ base }) => base))
  const dose = drug.form === undefined ? {} : readDoseForm(drug.form)
  return { ...drug, source, sourceName, components, family, dose }
}

/** Key that distinguishes generic products of one composition: "which clinical drug is this brand's". */
function productKey({ components, dose }: ReadDrug): string {
  return [keyOfComponents(components), dose.form, dose.release, dose.route].join(';')
}

/** Codes of clinical drugs by {@link productKey}, of ingredients and combinations by family; the first of each. */
function genericsOf(drugs: readonly ReadDrug[]): ReadonlyMap<string, string> {
  const generics = new Map<string, string>()
  const add = (key: string, code: string) => {
    if (!generics.has(key)) generics.set(key, code)
  }
  for (const drug of drugs) {
    if (drug.level === 'clinical_drug') add(productKey(drug), drug.code)
    if (drug.level === 'ingredient' || drug.level === 'combination') add(drug.family, drug.code)
  }
  return generics
}

function conceptOf(
  drug: ReadDrug,
  generics: ReadonlyMap<string, string>,
  names: IngredientNames,
): ConceptRecord {
  const { components, dose, quantity } = drug
  const isBranded = drug.brand !== undefined
  const generic =
    generics.get(productKey(drug)) ?? generics.get(drug.family) ?? names.rxcuiOf(drug.family)
  return {
    code: drug.code,
    name: drug.name,
    family: drug.family,
    active: drug.active,
    attributes: {
      product_type: drug.level,
      source: drug.sourceName,
      brand: drug.brand ?? null,
      generic_name: components.map(({ base }) => base).join(PLUS),
      generic_composition: describeComposition(components),
      generic_id: (isBranded ? generic : drug.code) ?? null,
      composition: writeComposition(components),
      form: dose.form ?? null,
      release: dose.release ?? null,
      route: dose.route ?? null,
      form_text: drug.form ?? null,
      quantity: quantity?.unit === 'mL' ? quantity.value : null,
      manufacturer_name: drug.manufacturer ?? null,
      pack: drug.pack ?? null,
    },
    columns: { level: levelNumber(drug.level), source: drug.source },
  }
}

function termsOf({ code, name, names = [], brand }: ReadDrug): TermRecord[] {
  const synonyms = names.filter((other) => other !== name)
  const terms: TermRecord[] = [
    { code, text: name, kind: 'preferred', language: 'en' },
    ...synonyms.map((text): TermRecord => ({ code, text, kind: 'synonym', language: 'en' })),
  ]
  for (const key of brand === undefined ? [] : brandKeys(brand))
    terms.push({ code, text: key, kind: 'short', language: 'en', verbatim: true })
  return terms
}

/** A brand as it is looked up: whole, and without the numbers at its end. "Dolo 650" is "Dolo", too. */
function brandKeys(brand: string): string[] {
  const key = nameKey(brand)
  return key === '' ? [] : [...new Set([key, withoutNumber(key)])]
}

/** Ingredients of each family, as one name that all its drugs share. */
function familyNames(drugs: readonly ReadDrug[]): TermRecord[] {
  const first = new Map<string, ReadDrug>()
  for (const drug of drugs)
    if (drug.active && drug.components.length > 0 && !first.has(drug.family))
      first.set(drug.family, drug)
  return [...first]
    .sort(([a], [b]) => compareStrings(a, b))
    .map(([family, { code }]) => ({
      code,
      text: nameKey(family),
      kind: 'short',
      language: 'en',
      shared: true,
      verbatim: true,
    }))
}
