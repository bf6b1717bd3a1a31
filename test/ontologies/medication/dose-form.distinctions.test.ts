/** Proves of distinctions: devices and remarks are read from texts and from names, a duration of release among them. */

import { expect, test } from 'vitest'
import { readDistinctions } from '../../../src/ontologies/medication/dose-form.ts'

test.each([
  { text: 'ondansetron 2 MG/ML Injection', device: '', remarks: [] },
  { text: '0.4 ML enoxaparin 100 MG/ML Prefilled Syringe', device: 'syringe', remarks: [] },
  { text: 'inj enoxaparin 40 mg PFS', device: 'syringe', remarks: [] },
  { text: 'adalimumab Auto-Injector', device: 'auto-injector', remarks: [] },
  { text: 'LEVEMIR FLEXPEN', device: 'pen', remarks: [] },
  { text: 'Levemir FlexPen cartridge', device: 'cartridge+pen', remarks: [] },
  { text: 'penicillin 500 mg', device: '', remarks: [] },
  { text: '24 HR metformin 500 MG', device: '', remarks: ['24 hr'] },
  { text: 'Abuse-Deterrent 12 HR oxycodone', device: '', remarks: ['12 hr', 'abuse deterrent'] },
  { text: '12-hour tablet', device: '', remarks: ['12 hr'] },
  { text: 'FENTANYL PRESERVATIVE FREE', device: '', remarks: ['preservative free'] },
  { text: 'NDA020503 200 ACTUAT albuterol', device: '', remarks: ['nda020503'] },
  { text: 'NOREPINEPHRINE IN 5% DEXTROSE', device: '', remarks: ['in dextrose'] },
  { text: 'norepinephrine 4 mg/250 ml NS', device: '', remarks: ['in sodium chloride'] },
  { text: '', device: '', remarks: [] },
])('"$text" says "$device" and $remarks', ({ text, device, remarks }) => {
  expect(readDistinctions(text)).toEqual({ device, remarks })
})
