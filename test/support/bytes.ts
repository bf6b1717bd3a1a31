import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Names of the files below a folder that hold one of the texts, in their order. */
export function filesWith(folder: string, ...texts: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const bytes = readFileSync(path)
      return texts.some((text) => bytes.includes(text))
    })
    .map((path) => relative(folder, path))
    .sort()
}
