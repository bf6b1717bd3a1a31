/**
 * Proves of conditions in brackets, in notes of a birth or a pregnancy:
 * 1. the mother's of a newborn, and her other children's, are another person's
 * 2. those of an earlier pregnancy are past, those of this one are not
 * 3. a child is the patient where its place in the family only says who it is
 * 4. a baby is another person where words of the time after birth come first
 * 5. what was earlier is past if all is well now, and a test's verdict is not about the item before it
 * 6. an event that is treated by itself is past if there were several, or at a month or a year that opens its line
 */

import { expect, test } from 'vitest'
import { contextsOf } from '../support/marked-assertions.ts'

test.each([
  ['Newborn of 27 yr old primi with [hypothyroidism] and [PIH].', ['family', 'family']],
  ['Newborn of G2P1, [GDM].', ['own']],
  ['Baby of G2P1 with [GDM].', ['family']],
  ['Term infant of a lady with [asthma].', ['family']],
  ['Lady with [asthma].', ['own']],
  ['Newborn boy. ANC: [GDM], [UTI].', ['family', 'family']],
  ['28 weeks. ANC: [GDM].', ['own']],
  ['5 yr boy. Antenatal: [GDM].', ['family']],
  ['M: 28 F, [GDM]. B: male, [jaundice].', ['family', 'own']],
  ['First child [asthma] and second child [eczema].', ['family', 'family']],
  ['1st child: [cleft lip], 2nd child: well.', ['family']],
  ['Child 1 [asthma], child 2 well.', ['family']],
  ['Child 2 years, [asthma].', ['own']],
  ['2nd child of three, [asthma].', ['own']],
  ['This is her 3rd child, has [fever].', ['own']],
  ['L1 - [asthma]. L2 has [Down syndrome].', ['family', 'family']],
  ['L1 - [wedge fracture].', ['own']],
  ['LCB 2 yrs, has [asthma].', ['family']],
  ['One child with [asthma].', ['family']],
  ['[PIH] in G1. Now G2.', ['past']],
  ['[PIH] in G1; now G2 with [GDM].', ['past', 'own']],
  ['G1 [ectopic], G2 [molar pregnancy], G3 this [pregnancy].', ['past', 'past', 'own']],
  ['G2 - [molar pregnancy]. G1 - [missed abortion].', ['past', 'past']],
  ['G1, [GDM] on insulin.', ['own']],
  ['G2 P1 with [GDM].', ['own']],
  ['G1 - FTND, boy, [epilepsy].', ['family']],
  ['A1: [missed abortion] at 8 wks.', ['past']],
  ['[GDM] 1st pregnancy. [PIH] (2nd pregnancy).', ['past', 'past']],
  ['[PIH], 1st pregnancy.', ['own']],
  ['2018 - [missed abortion]. 2020 - [ectopic pregnancy].', ['past', 'past']],
  ['Who has had three [miscarriages].', ['past']],
  ['[Miscarriage].', ['own']],
  ['Oct 2022 [DVT].', ['past']],
  ['[MI] x2, CABG.', ['past']],
  ['1. [Cellulitis] 2. [meningitis]', ['own', 'own']],
  ['2 [meningitis], 3 [cellulitis]', ['own', 'own']],
  ['[Vomiting] x2.', ['own']],
  ['[Pneumonia] x2 days.', ['own']],
  ['Postpartum day 1, baby has [jaundice].', ['family']],
  ['Baby has [jaundice].', ['own']],
  ['Mother c/o child having [fever].', ['own']],
  ['Mother c/o [headache].', ['family']],
  ['Pt in bed 3 had a [seizure].', ['own']],
  ['Bed 3 had a [seizure].', ['family']],
  ['[Febrile] overnight, now afebrile.', ['past']],
  ['[Drowsy] yesterday, alert today.', ['past']],
  ['[Febrile] overnight, now septic.', ['own']],
  ['[Cough], now afebrile.', ['own']],
  ['[Chest pain], trop neg x2.', ['own']],
])('%j: %j', (marked, said) => {
  expect(contextsOf(marked)).toEqual(said)
})
