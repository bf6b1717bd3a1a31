import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'
import {
  type LinkRequest,
  type LinkResult,
  linkRequestSchema,
  parseRequest,
} from '../../src/contract.ts'
import { MedlinkIndex } from '../../src/index/reader.ts'
import { expectationOf } from '../../src/linker/open.ts'
import { ResolvingLinker } from '../../src/linker/resolving-linker.ts'
import { readStrength } from '../../src/ontologies/medication/composition.ts'
import type { Drug, DrugRelease } from '../../src/ontologies/medication/drug.ts'
import { DrugIndex } from '../../src/ontologies/medication/linking/drug-index.ts'
import { medication } from '../../src/ontologies/medication/medication.ts'
import { drugRecords } from '../../src/ontologies/medication/release/records.ts'
import { analyzer, fileFolder } from './linker.ts'
import { tempFolder, writeTiny } from './tiny-index.ts'

/** A drug of a test: its ingredients with their strengths, "metformin 500 mg + glimepiride 1 mg". */
export function drug(
  code: string,
  level: Drug['level'],
  ingredients: string,
  given: Partial<Omit<Drug, 'code' | 'level' | 'ingredients'>> = {},
): Drug {
  const parts = ingredients.split(' + ').map((part) => {
    const [, name = part, strength] = /^(.*?)(?: ([\d.]+ .*))?$/.exec(part)!
    return { name, strength: strength === undefined ? undefined : readStrength(strength)! }
  })
  const name = [ingredients.replaceAll(' + ', ' / '), given.form, given.brand && `[${given.brand}]`]
  return {
    code,
    level,
    ingredients: parts,
    name: name.filter((word) => word !== undefined).join(' '),
    active: true,
    ...given,
  }
}

/** Of the first, second and third release of an index. */
const SOURCES = ['rxnorm', 'products', 'medlink']

/** A release of these drugs. */
export function drugRelease(drugs: readonly Drug[], source = 'rxnorm'): DrugRelease {
  return {
    source,
    version: '2026-09-08',
    licence: `notice of ${source}`,
    sources: [],
    drugs,
    edges: [],
    replacements: [],
    warnings: [],
  }
}

/** An open index of these releases, the first leading; it is closed and gone when the running test is over. */
export function openDrugs(...releases: readonly (readonly Drug[])[]) {
  const opened = open(tempFolder(), releases)
  onTestFinished(() => opened.index.close())
  return opened
}

/** The same for all tests of a file. */
export function openDrugsOfFile(...releases: readonly (readonly Drug[])[]) {
  const opened = open(fileFolder(), releases)
  afterAll(() => opened.index.close())
  return opened
}

function open(folder: string, releases: readonly (readonly Drug[])[]) {
  const file = join(folder, 'drugs.sqlite')
  const sources = releases.map((drugs, i) => drugRelease(drugs, SOURCES[i]))
  const { columns } = medication
  writeTiny(file, drugRecords(sources, '2026'), { columns })
  const index = new MedlinkIndex(file, expectationOf(medication, analyzer))
  const linker = new ResolvingLinker(index, medication, analyzer)
  type Given = Omit<Partial<LinkRequest<'medication'>>, 'ontology'>
  const ask = (query: string, given: Given = {}) =>
    parseRequest(linkRequestSchema, { query, ontology: 'medication', ...given })
  return {
    index,
    linker,
    drugs: new DrugIndex(index),
    link: (query: string, given?: Given) =>
      linker.link(ask(query, given), 'r') as LinkResult<'medication'>,
    explain: (query: string, given?: Given) => linker.explain(ask(query, given), 'r'),
  }
}

/** A small pharmacy: one drug in several strengths, forms, releases and salts, and brands of invented names. */
export const PHARMACY: readonly Drug[] = [
  drug('6809', 'ingredient', 'metformin'),
  drug('17767', 'ingredient', 'amlodipine'),
  drug('104416', 'precise_ingredient', 'amlodipine besylate'),
  drug('274783', 'ingredient', 'insulin glargine'),
  drug('26225', 'ingredient', 'ondansetron'),
  drug('161', 'ingredient', 'acetaminophen'),
  drug('25789', 'ingredient', 'glimepiride'),
  drug('90001', 'ingredient_form', 'metformin', { form: 'Oral Tablet' }),
  drug('90002', 'ingredient_form', 'ondansetron', { form: 'Injection' }),
  drug('10500', 'clinical_drug', 'metformin 500 mg', { form: 'Oral Tablet' }),
  drug('10850', 'clinical_drug', 'metformin 850 mg', { form: 'Oral Tablet' }),
  drug('11500', 'clinical_drug', 'metformin 500 mg', { form: 'Extended Release Oral Tablet' }),
  drug('12005', 'clinical_drug', 'amlodipine besylate 5 mg', { form: 'Oral Tablet' }),
  drug('12010', 'clinical_drug', 'amlodipine besylate 10 mg', { form: 'Oral Tablet' }),
  drug('13004', 'clinical_drug', 'ondansetron 4 mg', { form: 'Oral Tablet' }),
  drug('13002', 'clinical_drug', 'ondansetron 2 mg/mL', { form: 'Injection' }),
  drug('14500', 'clinical_drug', 'acetaminophen 500 mg', { form: 'Oral Tablet' }),
  drug('14501', 'clinical_drug', 'acetaminophen 500 mg', { form: 'Oral Capsule' }),
  drug('15100', 'clinical_drug', 'metformin 500 mg + glimepiride 1 mg', { form: 'Oral Tablet' }),
  drug('20500', 'branded_drug', 'metformin 500 mg', { form: 'Oral Tablet', brand: 'Zorvexia' }),
  drug('21500', 'branded_drug', 'metformin 500 mg', { form: 'Oral Tablet', brand: 'Kelvano' }),
  drug('21850', 'branded_drug', 'metformin 850 mg', { form: 'Oral Tablet', brand: 'Kelvano' }),
  drug('22100', 'branded_drug', 'metformin 500 mg + glimepiride 1 mg', {
    form: 'Oral Tablet',
    brand: 'Kelvano G',
  }),
  drug('23500', 'branded_drug', 'acetaminophen 500 mg', { form: 'Oral Tablet', brand: 'Palvorin' }),
  drug('23501', 'branded_drug', 'acetaminophen 500 mg', {
    form: 'Oral Capsule',
    brand: 'Palvorin',
  }),
  drug('24005', 'branded_drug', 'amlodipine besylate 5 mg', {
    form: 'Oral Tablet',
    brand: 'Temsartiq',
  }),
]
