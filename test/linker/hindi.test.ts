/**
 * Proves of complaints in romanised Hindi, data/synonyms/lay-hindi.tsv, over ICD-10-CM's starter:
 * 1. the commonest ones have the code of the complaint first, in the spellings that are usual
 * 2. a code is linked only if patients' words are enough for the request
 */

import { describe, expect, test } from 'vitest'
import { readTable } from '../../src/language/tables.ts'
import { openStarter } from '../support/linker.ts'

const medlink = openStarter()
const first = (query: string, strictness: 'high' | 'balanced' = 'high') =>
  medlink.link({ query, ontology: 'icd-10-cm', strictness }).results[0]

describe('the first code of', () => {
  test.each([
    ['saans phoolna', 'R06'],
    ['saans phulna', 'R06'],
    ['sans phoolna', 'R06'],
    ['Saans lene mein takleef', 'R06'],
    ['dum phoolna', 'R06'],
    ['bukhar', 'R50'],
    ['tez bukhar', 'R50'],
    ['sookhi khansi', 'R05'],
    ['sir dard', 'R51'],
    ['sar me dard', 'R51'],
    ['chakkar aana', 'R42'],
    ['behoshi', 'R55|R40'],
    ['pet dard', 'R10'],
    ['pet me dard', 'R10'],
    ['ulti', 'R11'],
    ['jee machalna', 'R11'],
    ['ulti dast', 'R19.7|R11|A09|K52'],
    ['dast lagna', 'R19.7'],
    ['kabz', 'K59'],
    ['pet phoolna', 'R14'],
    ['seene mein dard', 'R07'],
    ['seene mein jalan', 'R12'],
    ['dil ki dhadkan tez', 'R00'],
    ['kamar me dard', 'M54'],
    ['gardan mein dard', 'M54'],
    ['ghutne mein dard', 'M25.56'],
    ['jodon mein dard', 'M25.5'],
    ['badan dard', 'R52|M79'],
    ['kamzori', 'R53'],
    ['thakan', 'R53'],
    ['neend nahi aati', 'G47'],
    ['bhook nahi lagti', 'R63.0'],
    ['wajan kam hona', 'R63.4'],
    ['peshab mein jalan', 'R30'],
    ['peshab mein khoon', 'R31'],
    ['baar baar peshab', 'R35'],
    ['khujli', 'L29'],
    ['pitti', 'L50'],
    ['muhase', 'L70'],
    ['naak band', 'R09|J34'],
    ['nakseer', 'R04.0'],
    ['gala kharab', 'J02|R07.0'],
    ['zukam', 'J00'],
    ['kaan mein dard', 'H92.0'],
    ['motiyabind', 'H26'],
    ['daant ka dard', 'K08'],
    ['peeliya', 'R17'],
    ['bawasir', 'K64'],
    ['mirgi', 'G40'],
    ['ghabrahat', 'F41|R45'],
    ['dama', 'J45'],
  ])('"%s" is %s', (query, codes) => {
    const code = first(query)?.term_id ?? 'none'
    expect(codes.split('|').some((each) => code.startsWith(each)) ? codes : code).toBe(codes)
  })
})

test("patients' words are enough if the request says so", () => {
  expect(first('saans phoolna')).toMatchObject({ is_linked: false })
  expect(first('saans phoolna', 'balanced')).toMatchObject({
    ...{ is_linked: true, metadata: { link_basis: 'lay' } },
  })
})

test('the table has more than the hundred commonest complaints', () => {
  const rows = readTable('synonyms/lay-hindi.tsv', ['canonical', 'variant'])
  expect(new Set(rows.map(([complaint]) => complaint)).size).toBeGreaterThanOrEqual(100)
})
