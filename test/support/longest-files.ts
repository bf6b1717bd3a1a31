/** Files of the system tests that take about ten seconds of the processor and more, the longest first. */
export const LONGEST_FILES: readonly string[] = [
  'test/docs/run.test.ts',
  'test/http/contract/contract.test.ts',
  'test/package/package.test.ts',
  'test/http/serve.test.ts',
  'test/mcp/same-answers.test.ts',
  'test/http/playground/browser.test.ts',
  'test/http/review/browser.test.ts',
  'test/library/link-many.test.ts',
  'test/ontologies/icd10cm/published-releases.test.ts',
  'test/library/starters.test.ts',
  'test/linker/brand-rows.test.ts',
  'test/http/two-servers.test.ts',
  'test/cli/build.test.ts',
  'test/cli/mcp.test.ts',
]

/** Items by the place of their files in {@link LONGEST_FILES}; all others after these, in the order that they came in. */
export function longestFirst<Item>(items: readonly Item[], fileOf: (item: Item) => string): Item[] {
  const placeOf = (item: Item) => {
    const place = LONGEST_FILES.indexOf(fileOf(item))
    return place < 0 ? LONGEST_FILES.length : place
  }
  return items.toSorted((a, b) => placeOf(a) - placeOf(b))
}
