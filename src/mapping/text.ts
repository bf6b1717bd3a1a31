/** Text as PostgreSQL can hold it: without null characters and halves of surrogate pairs. */
export function storable(text: string): string {
  return text.replace(/[\0\p{Surrogate}]/gu, '\uFFFD')
}

/** A name in the case in which it is searched. */
export function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}
