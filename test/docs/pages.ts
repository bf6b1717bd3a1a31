/** The README and the pages of docs/, and the blocks of code in them. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** A page by its path below the repository. */
export interface Page {
  readonly path: string
  readonly text: string
}

/** A fenced block of a page. */
export interface Block {
  /** Word after the fence: `sh`, `ts`, `text`; '' where there is none. */
  readonly language: string
  readonly code: string
}

/** The README first, then docs/ with its folders, in the order of their paths. */
export const PAGES: readonly Page[] = [
  'README.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => `docs/${path}`)
    .sort(),
].map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

/** The fenced blocks of a page, in its order. */
export function blocksOf({ text }: Pick<Page, 'text'>): Block[] {
  return [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language = '', code = '']) => ({
    language,
    code,
  }))
}

/** A command with the output that a page shows of it. */
export interface Example {
  readonly command: string
  readonly output: string
}

/** Commands of blocks without a language whose lines begin with "$ ", with the lines after each. */
export function examplesIn({ language, code }: Block): Example[] {
  if (language !== '' || !code.startsWith('$ ')) return []
  return code
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [command = '', ...output] = part.trimEnd().split('\n')
      return { command, output: output.join('\n') }
    })
}
