/**
 * Proves of the tables of medication:
 * 1. ingredients are there once, each with an RXCUI of its own or none
 * 2. another name means known ingredients, is written one way only and is no ingredient's own
 * 3. a salt's meaning is a row of its table, and no salt is an ingredient
 * 4. products have known ingredients with a strength each that can be read, a known form and a known release
 * 5. labels of brands are read, and what a piece or an ampoule of a brand holds is told apart by its composition
 */

import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readTable } from '../../../src/language/tables.ts'
import { readBrands } from '../../../src/ontologies/medication/brands.ts'
import { keyOfComponents, readStrength } from '../../../src/ontologies/medication/composition.ts'
import { readLabel } from '../../../src/ontologies/medication/linking/strength-match.ts'
import { nameKey } from '../../../src/ontologies/medication/words.ts'

const INGREDIENTS = readTable('medication/ingredients.tsv', ['ingredient', 'rxcui'])
const NAMES = readTable('medication/ingredient-names.tsv', ['name', 'ingredient', 'kind'])
const SALTS = readTable('medication/salts.tsv', ['salt', 'kind', 'meaning'])
const FORMS = readTable('medication/forms.tsv', ['form', 'group'])

const PRODUCT = ['ingredients', 'strengths', 'form', 'release']
const BRAND = ['brand', 'label', ...PRODUCT, 'maker']
const known = new Set(INGREDIENTS.map(([name]) => name))

function repeated(values: readonly string[]): string[] {
  return values.filter((value, i) => values.indexOf(value) !== i)
}

describe('ingredients', () => {
  test('are there once, however written', () => {
    expect(repeated(INGREDIENTS.map(([name]) => nameKey(name!)))).toEqual([])
    expect(INGREDIENTS.filter(([name]) => name !== name!.toLowerCase())).toEqual([])
  })

  test('have an RXCUI of their own or none', () => {
    const codes = INGREDIENTS.map(([, rxcui]) => rxcui!).filter((rxcui) => rxcui !== '-')
    expect(repeated(codes)).toEqual([])
    expect(codes.filter((rxcui) => !/^[1-9]\d{1,6}$/.test(rxcui))).toEqual([])
  })
})

describe('other names of ingredients', () => {
  test('mean known ingredients', () => {
    const strangers = NAMES.filter(([, meant]) =>
      meant!.split(' + ').some((each) => !known.has(each)),
    )
    expect(strangers).toEqual([])
    expect(NAMES.filter(([, , kind]) => !/^(?:name|abbreviation)$/.test(kind!))).toEqual([])
  })

  test('are there once, in lower case, and are no ingredient themselves', () => {
    const own = new Set(INGREDIENTS.map(([name]) => nameKey(name!)))
    expect(repeated(NAMES.map(([name]) => nameKey(name!)))).toEqual([])
    expect(NAMES.filter(([name]) => name !== name!.toLowerCase())).toEqual([])
    expect(NAMES.filter(([name]) => own.has(nameKey(name!)))).toEqual([])
  })
})

test('a salt has one meaning, which is a salt, and only elements are ingredients', () => {
  const salts = SALTS.map(([salt]) => salt!)
  expect(repeated(salts)).toEqual([])
  expect(SALTS.filter(([, kind]) => !/^(?:salt|ester|hydrate|element|drug)$/.test(kind!))).toEqual(
    [],
  )
  expect(SALTS.filter(([, , meaning]) => !salts.includes(meaning!))).toEqual([])
  const others = SALTS.filter(([, kind]) => kind !== 'element')
  expect(others.filter(([salt]) => known.has(salt!))).toEqual([])
})

describe('salts that are different products', () => {
  const distinct = readTable('medication/distinct-salts.tsv', [
    ...['ingredient', 'form', 'salt', 'alone'],
  ])
  const ofBrands = readTable('medication/brand-salts.tsv', ['brand', 'salt'])
  const canonical = new Set(SALTS.map(([, , meaning]) => meaning!))

  test('are of a known ingredient and form, each once', () => {
    const forms = new Set(['-', ...FORMS.map(([form]) => form!)])
    expect(distinct.filter(([base, form]) => !known.has(base!) || !forms.has(form!))).toEqual([])
    const isCanonical = (salt: string) => salt.split(' ').every((word) => canonical.has(word))
    expect(distinct.filter(([, , salt]) => !isCanonical(salt!))).toEqual([])
    expect(distinct.filter(([, , , alone]) => !/^(?:other|open)$/.test(alone!))).toEqual([])
    expect(repeated(distinct.map((row) => row.slice(0, 3).join(' ')))).toEqual([])
  })

  test('are said of known brands, each once', () => {
    const brands = new Set(readBrands().map(({ brand }) => brand))
    expect(ofBrands.filter(([brand]) => !brands.has(brand!))).toEqual([])
    expect(ofBrands.filter(([, salt]) => !canonical.has(salt!))).toEqual([])
    expect(repeated(ofBrands.map(([brand]) => brand!))).toEqual([])
  })
})

const products = [
  ['medication/brands-in.tsv', BRAND],
  ['medication/brands-us.tsv', BRAND],
  ['starter/medication/clinical-drugs.tsv', PRODUCT],
] as const

describe.each(
  products.filter(([table]) => existsSync(new URL(`../../../data/${table}`, import.meta.url))),
)('%s', (table, columns) => {
  const rows = readTable(table, columns).map((row) => (columns === BRAND ? row.slice(2, 6) : row))

  test('names known ingredients, with a strength each', () => {
    const others = rows.filter(([ingredients, strengths]) => {
      const names = ingredients!.split(' + ')
      const isCounted = strengths === '-' || strengths!.split(' + ').length === names.length
      return !isCounted || names.some((name) => !known.has(name))
    })
    expect(others).toEqual([])
  })

  test('has strengths that can be read', () => {
    const strengths = rows.flatMap(([, cell]) => (cell === '-' ? [] : cell!.split(' + ')))
    expect(strengths.filter((each) => readStrength(each) === undefined)).toEqual([])
  })

  test('has known forms and releases', () => {
    const forms = new Set(FORMS.map(([form]) => form))
    const release = /^(?:-|er|dr|odt|dispersible|chewable|effervescent|sublingual)$/
    expect(rows.filter(([, , form, how]) => !forms.has(form!) || !release.test(how!))).toEqual([])
  })
})

describe('labels of brands', () => {
  const rows = readBrands().filter(({ label }) => label !== '')

  test('are read', () => {
    const unread = rows.filter(({ label }) => readLabel(label).numbers.length === 0)
    expect(unread.map(({ brand, label }) => `${brand} ${label}`)).toEqual([])
  })

  test('stand for what a piece or an ampoule holds, which its composition tells apart', () => {
    const held = new Map<string, Set<string>>()
    for (const { brand, form, release, components, amounts } of rows) {
      const key = [brand, form, release, keyOfComponents(components)].join('|').toLowerCase()
      const each = amounts.map((amount) => `${amount.held.value} ${amount.held.unit}`).sort()
      held.set(key, (held.get(key) ?? new Set()).add(each.join(' + ')))
    }
    expect([...held].filter(([, amounts]) => amounts.size > 1)).toEqual([])
  })
})
