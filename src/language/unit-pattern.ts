/**
 * Source of a pattern for any of the spellings, to be used with the flags `i` and `u`: longest first, with and without
 * spaces; u for micro may be one of the signs, a last 2 or 3 a superscript.
 */
export function unitPattern(spellings: readonly string[]): string {
  return spellings
    .toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1))
    .map((spelling) =>
      spelling
        .replaceAll(' ', String.raw`\s?`)
        .replace(/^u(?=(?:g|l|mol|iu)$)/, '[uµμ]')
        .replace(/[23]$/, (digit) => (digit === '2' ? '[2²]' : '[3³]')),
    )
    .join('|')
}
