/** SPDX identifiers of licences under which anybody may use, change and hand on a package, in closed software, too. */
const PERMISSIVE: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'WTFPL',
])

/**
 * Whether a package's `license` leaves it to its user to choose a permissive one: `MIT`, `(GPL-3.0 OR MIT)`. Of licences
 * that hold together (`MIT AND ISC`) each must be. Exceptions (`WITH`) and licences in files are none.
 */
export function isPermissive(expression: string): boolean {
  return expression
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => PERMISSIVE.has(licence.trim())))
}
