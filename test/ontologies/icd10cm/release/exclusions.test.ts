/**
 * Proves of Excludes1 notes as facts:
 * 1. codes and ranges are read from brackets in each way the tabular list writes them; other brackets say nothing
 * 2. only codes that the release has are named, the others are told; each pair is one fact, sorted
 * 3. a range holds categories that stand in it by the order file alone; endings choose codes of it
 */

import { describe, expect, test } from 'vitest'
import { factsOfExclusions } from '../../../../src/ontologies/icd10cm/release/exclusions.ts'
import type { OrderRow } from '../../../../src/ontologies/icd10cm/release/order.ts'

const CODES =
  'A37 A37.0 A37.1 C43 C4A C44 C45 E08 E08.4 E08.41 E08.42 E09 E09.41 E10 E10.41 E11 E11.9 I69 I69.0 I69.02 I69.023 ' +
  'I69.1 I69.12 I69.123 I69.13 M47 M47.0 M47.1 M47.2 QA0 QA0.0 S52 X00 X01 X02 Z18 Z18.0 Z18.01 Z18.09'
const row = (code: string): OrderRow => ({ code, isBillable: true, shortTitle: '', longTitle: '' })
const order = new Map(CODES.split(' ').map((code) => [code, row(code)]))

const read = (subject: string, ...texts: string[]) =>
  factsOfExclusions(
    texts.map((text) => ({ subject, text })),
    order,
  )
const named = (text: string) => read('X00', text).facts.map(({ object }) => object)

describe('reads', () => {
  test.each([
    { text: 'a condition (E11.9)', objects: ['E11.9'] },
    { text: 'a condition (E11.-)', objects: ['E11'] },
    { text: 'a condition (E08.4-)', objects: ['E08.4'] },
    { text: 'a condition (E11)', objects: ['E11'] },
    { text: 'a condition (E11 )', objects: ['E11'] },
    { text: 'a condition (QA0.0)', objects: ['QA0.0'] },
    { text: 'a condition (E11.9, A37.0)', objects: ['A37.0', 'E11.9'] },
    { text: 'a condition (E11.9,A37.0,)', objects: ['A37.0', 'E11.9'] },
    { text: 'a condition (E08-E11)', objects: ['E08-E11'] },
    { text: 'a condition (E08 -E11)', objects: ['E08-E11'] },
    { text: 'a condition (M47.0-M47.2.-)', objects: ['M47.0-M47.2'] },
    { text: 'a condition (M47.0--M47.2-)', objects: ['M47.0-M47.2'] },
    { text: 'a condition (M47.0- -M47.2-)', objects: ['M47.0-M47.2'] },
    { text: 'a condition (Z18.01-Z18.09, E11.9)', objects: ['E11.9', 'Z18.01-Z18.09'] },
    { text: 'of the (right) side (E11.9)', objects: ['E11.9'] },
    { text: 'one (E11.9) or other (A37.1)', objects: ['A37.1', 'E11.9'] },
    { text: 'one (C43-C44)', objects: ['C43-C44', 'C4A'] },
    { text: 'one (C43-C45)', objects: ['C43-C45', 'C4A'] },
    { text: 'one (C44-C45)', objects: ['C44-C45'] },
    { text: 'one (E08-E10 with .41)', objects: ['E08.41', 'E09.41', 'E10.41'] },
    { text: 'one (E08-E10 with .41-.42)', objects: ['E08.41', 'E08.42', 'E09.41', 'E10.41'] },
    { text: 'one (E08-E10 with .4-)', objects: ['E08.4'] },
    { text: 'one (E08- with .4)', objects: ['E08.4'] },
    { text: 'one (I69. with final characters -23)', objects: ['I69.023', 'I69.123'] },
    { text: 'one (A37 with fifth-character 1)', objects: [] },
    { text: 'one (E08-E10 with 5th character 9)', objects: [] },
    { text: 'one (E11.9, with A37.0)', objects: [] },
    { text: 'one (see E11.9)', objects: [] },
    { text: 'one E11.9', objects: [] },
    { text: 'one E11.9)', objects: [] },
    { text: 'one (E11.9', objects: [] },
    { text: 'one ()', objects: [] },
    { text: 'one (in):', objects: [] },
    { text: '', objects: [] },
  ])('"$text": $objects', ({ text, objects }) => {
    expect(named(text)).toEqual(objects)
  })
})

test.each([
  { subject: 'X00-X02', facts: ['X00-X02 E11'] },
  { subject: 'C43-C44', facts: ['C43-C44 E11', 'C4A E11'] },
  { subject: 'E11', facts: [] },
  { subject: 'X09', facts: [] },
  { subject: 'X00-X09', facts: [] },
  { subject: 'no code', facts: [] },
])('a note of $subject: $facts', ({ subject, facts }) => {
  const found = read(subject, 'one (E11.-)').facts
  expect(found.map((fact) => `${fact.subject} ${fact.object}`)).toEqual(facts)
})

test('a pair is one fact, in order of code, with weight 1', () => {
  const notes = [
    { subject: 'X01', text: 'one (E11.9)' },
    { subject: 'X00', text: 'one (E11.9)' },
    { subject: 'X01', text: 'other (A37.0, E11.9)' },
  ]
  expect(factsOfExclusions(notes, order).facts).toEqual([
    { relation: 'excludes1', subject: 'X00', object: 'E11.9', weight: 1 },
    { relation: 'excludes1', subject: 'X01', object: 'A37.0', weight: 1 },
    { relation: 'excludes1', subject: 'X01', object: 'E11.9', weight: 1 },
  ])
})

test('codes that the release lacks are told, once for each time', () => {
  expect(read('X00', 'one (E12)', 'two (E11, E11.8)', 'three (E08-E13)')).toEqual({
    facts: [{ relation: 'excludes1', subject: 'X00', object: 'E11', weight: 1 }],
    unknown: ['E12', 'E11.8', 'E13'],
  })
  expect(read('X09', 'one (E11)').unknown).toEqual(['X09'])
})
