/** An object without the fields that are undefined. */
export function present<Fields extends object>(fields: Fields): Fields {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as Fields
}
