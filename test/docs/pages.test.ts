/**
 * Proves of the README and docs/:
 * 1. the README has at most 1,200 words, and every other page 1,500
 * 2. every link leads to a file, and to a heading of it
 * 3. the prose is in plain English
 * 4. every page can be reached from the README
 * 5. every block is run by a test, or is one of a few that another test runs
 * 6. every setting, command, error and import is on its page
 * 7. the top level has no other page than those that tools and law ask for
 */

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { blocksOf, examplesIn, PAGES, type Page, ROOT } from './pages.ts'

const MAX_WORDS = 1500
const MAX_WORDS_OF_README = 1200

/** Other pages whose links are checked, too. */
const OTHERS: readonly Page[] = [
  'CHANGELOG.md',
  'SECURITY.md',
  'data/README.md',
  'examples/README.md',
  'scripts/distributed/README.md',
].map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

/**
 * Blocks that no test of this folder runs, by page, each by its beginning. .ci/run runs those of the README and `npm start`
 * word for word; test/http/routes, test/cli and test/http/envelope have the others, which need a secret or a browser.
 */
const RUN_ELSEWHERE: readonly (readonly [path: string, begin: string])[] = [
  ['README.md', 'npm ci && npx medlink link'],
  ['docs/encryption.md', 'DELETE FROM pg_statistic'],
  ['docs/envelopes.md', "MEDLINK_JWE_KEYS='clinic-1:make-your-own-16' npm start"],
  ['docs/envelopes.md', 'import { FlattenedEncrypt'],
  ['docs/mapping-projects.md', 'npx medlink review'],
  ['docs/server.md', 'npm ci && npm start'],
  ['docs/server.md', 'npx medlink client add'],
]

/** Links of a page that lead to files, by path below the repository and heading. */
function linksOf({ path, text }: Page): { file: string; heading: string | undefined }[] {
  const prose = text.replaceAll(/^```.*?^```$/gms, '')
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^\w+:/.test(target))
    .map((target) => {
      const [file = '', heading] = target.split('#')
      return { file: file === '' ? path : join(dirname(path), file), heading }
    })
}

/** Anchors of a page's headings, as GitHub makes them. */
function anchorsOf(path: string): string[] {
  const text = readFileSync(join(ROOT, path), 'utf8').replaceAll(/^```.*?^```$/gms, '')
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

test.each(PAGES)('$path is short', ({ path, text }) => {
  const words = text.split(/\s+/).filter(Boolean).length
  expect(words).toBeLessThanOrEqual(path === 'README.md' ? MAX_WORDS_OF_README : MAX_WORDS)
})

describe('every link leads somewhere:', () => {
  test.each([...PAGES, ...OTHERS])('$path', (page) => {
    const broken = linksOf(page).filter(({ file, heading }) => {
      if (!existsSync(join(ROOT, file))) return true
      return heading !== undefined && !anchorsOf(file).includes(heading)
    })
    expect(broken).toEqual([])
  })
})

/** Words and turns that plain English has simpler ones for. */
const NOT_PLAIN =
  /\b(?:stands? (?:for|in|below|above|there)|nobody|somebody|whoever|beside|in (?:the )?place of|takes no notice|so that who|is told (?:of|by)|asked of)\b/gi

test.each(PAGES)('$path is in plain English', ({ text }) => {
  const prose = text.replaceAll(/^```.*?^```$/gms, '').replaceAll(/`[^`\n]*`/g, '')
  expect(prose.match(NOT_PLAIN) ?? []).toEqual([])
})

test('every page can be reached from the README', () => {
  const known = new Set(['README.md'])
  for (const path of known) {
    const page = PAGES.find((each) => each.path === path)
    for (const { file } of page === undefined ? [] : linksOf(page)) known.add(relative('', file))
  }
  expect(PAGES.map(({ path }) => path).filter((path) => !known.has(path))).toEqual([])
})

test('every block is run', () => {
  const others = PAGES.flatMap(({ path, text }) =>
    blocksOf({ text })
      .filter(({ language }) => !['sh', 'ts', 'text'].includes(language))
      .filter((block) => examplesIn(block).length === 0)
      .map(({ code }) => [path, code] as const),
  )
  expect(others.map(([path]) => path)).toEqual(RUN_ELSEWHERE.map(([path]) => path))
  for (const [place, [, code]] of others.entries())
    expect(code.startsWith(RUN_ELSEWHERE[place]![1])).toBe(true)
})

/** Names that a source declares and a page must have. */
const LISTED = [
  {
    what: 'setting of the server',
    source: 'src/http/settings.ts',
    names: /^ {2}([A-Z][A-Z0-9_]*):/gm,
    page: 'docs/settings.md',
    shown: (name: string) => `MEDLINK_${name}`,
  },
  {
    what: 'command',
    source: 'src/cli/program.ts',
    names: /\bprogram\s*\n?\s*\.command\('(\w+)'\)/g,
    page: 'docs/cli.md',
    shown: (name: string) => `\`${name}\``,
  },
  {
    what: 'code of an error',
    source: 'src/errors.ts',
    names: /^ {2}'(\w+)',$/gm,
    page: 'docs/errors.md',
    shown: (name: string) => `\`${name}\``,
  },
  {
    what: 'import of the package',
    source: 'package.json',
    names: /^ {4}"\.\/([\w-]+)": \{/gm,
    page: 'docs/link.md',
    shown: (name: string) => `\`medlink/${name}\``,
  },
]

test.each(LISTED)('every $what is in $page', ({ source, names, page, shown }) => {
  const declared = [...readFileSync(join(ROOT, source), 'utf8').matchAll(names)]
  const text = readFileSync(join(ROOT, page), 'utf8')
  expect(declared.length).toBeGreaterThan(4)
  const missing = declared
    .map(([, name = '']) => shown(name))
    .filter((name) => !text.includes(name))
  expect(missing).toEqual([])
})

test('the top level has few pages', () => {
  const files = readdirSync(ROOT).filter((name) => statSync(join(ROOT, name)).isFile())
  expect(files.filter((name) => name.endsWith('.md')).sort()).toEqual([
    'CHANGELOG.md',
    'README.md',
    'SECURITY.md',
  ])
})
