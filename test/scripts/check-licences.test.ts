import { expect, test } from 'vitest'
import { isPermissive } from '../../scripts/check-licences/permissive.ts'

test.each([
  { licence: 'MIT', permissive: true },
  { licence: 'ISC', permissive: true },
  { licence: 'Apache-2.0', permissive: true },
  { licence: 'BSD-2-Clause', permissive: true },
  { licence: 'BSD-3-Clause', permissive: true },
  { licence: 'BlueOak-1.0.0', permissive: true },
  { licence: '0BSD', permissive: true },
  { licence: 'WTFPL OR ISC', permissive: true },
  { licence: '(BSD-2-Clause OR MIT OR Apache-2.0)', permissive: true },
  { licence: '(GPL-3.0-only OR MIT)', permissive: true },
  { licence: 'MIT AND ISC', permissive: true },
  { licence: 'GPL-3.0-only', permissive: false },
  { licence: 'LGPL-2.1-or-later', permissive: false },
  { licence: 'MPL-2.0', permissive: false },
  { licence: 'MIT AND GPL-2.0-only', permissive: false },
  { licence: 'GPL-2.0-only WITH Classpath-exception-2.0', permissive: false },
  { licence: 'SEE LICENSE IN LICENSE.md', permissive: false },
  { licence: 'UNLICENSED', permissive: false },
  { licence: '', permissive: false },
])('$licence: $permissive', ({ licence, permissive }) => {
  expect(isPermissive(licence)).toBe(permissive)
})
