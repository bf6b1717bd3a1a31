/**
 * Proves of the codes of a mother, a fetus and a newborn, over the starter:
 * 1. a missed period that dates a pregnancy is no illness, nor is a pregnancy of so many months incidental
 * 2. what is next to a condition of pregnancy is the pregnant woman's, by the weeks of any sentence
 * 3. what a fetus has is not linked as the mother's
 * 4. a newborn is one by its days of life, where these open the note, and so is one named with its condition
 */

import { expect, test } from 'vitest'
import { openStarter } from '../support/linker.ts'

const medlink = openStarter()

test.each([
  ['Primi with 8 months amenorrhoea, labour pains. Seen.', 'N91.2', false],
  ['Amenorrhoea 3 months, UPT +ve. Seen.', 'N91.2', false],
  ['Amenorrhoea 3 months, UPT negative. Seen.', 'N91.2', true],
  ['Amenorrhoea 3 months, hirsutism. Seen.', 'N91.2', true],
  ['8 months pregnancy. Seen.', 'Z33.1', false],
  ['She is pregnant. Seen.', 'Z33.1', true],
  ['Anaemia, GDM. Seen.', 'O99.019', true],
  ['Anaemia, GDM, 30 wks. Seen.', 'O99.013', true],
  ['Anaemia, no GDM. Seen.', 'D64.9', true],
  ['62 y, anaemia, GDM. Seen.', 'D64.9', true],
  ['P2L2, D4 of fever. Seen.', 'R50.9', true],
  ['Oligohydramnios. GA 35w3d.', 'O41.00X0', true],
  ['Fetal heart: VSD. Seen.', 'Q21.0', false],
  ['Fetus with VSD. Seen.', 'Q21.0', false],
  ['Anomaly scan: VSD. Seen.', 'Q21.0', false],
  ['Heart: VSD. Seen.', 'Q21.0', true],
  ['Maternal VSD. Fetal growth good.', 'Q21.0', false],
  ['6 d/o, sepsis. Seen.', 'P36.9', true],
  ['Baby of Rekha, 3 days, sepsis. Seen.', 'P36.9', true],
  ['8 DOL, sepsis. Seen.', 'P36.9', true],
  ['Sepsis from a 6 days old wound. Seen.', 'A41.9', true],
  ['Has a 7 day old baby. Sepsis. Seen.', 'A41.9', true],
  ['Newborn with jaundice. Seen.', 'P59.9', true],
])('%s: %s, linked: %s', (text, code, isLinked) => {
  const rows = medlink
    .comprehend({ text, find: ['problem'] })
    .entities.map(({ results }) => results)
  const first = rows.find(([row]) => row?.term_id === code)?.[0]
  expect([first?.term_id, first?.is_linked]).toEqual([code, isLinked])
})
