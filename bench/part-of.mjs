/** URL of a part of the library, such as `build/build`, from that of the library, which is built or source. */
export function partOf(library, part) {
  return library.replace(/medlink(\.[jt]s)$/, `${part}$1`)
}
