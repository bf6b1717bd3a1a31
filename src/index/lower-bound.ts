/** First position in `[from, to)` of an ascending array whose value is at least `value`; `to` when there is none. */
export function lowerBound(
  values: Uint16Array | Uint32Array | Float32Array,
  from: number,
  to: number,
  value: number,
): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if (values[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}
