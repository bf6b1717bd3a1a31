import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Names of the files below a folder that hold a text, in their order. */
export function filesWith(folder: string, text: string): string[] {
  return filesBelow(folder)
    .filter((path) => readFileSync(path).includes(text))
    .map((path) => relative(folder, path))
    .sort()
}

/** The texts that a file below one of the folders holds. */
export function textsIn(folders: readonly string[], texts: readonly string[]): string[] {
  const found = new Set<string>()
  for (const path of folders.flatMap(filesBelow)) {
    const bytes = readFileSync(path)
    for (const text of texts) if (!found.has(text) && bytes.includes(text)) found.add(text)
  }
  return texts.filter((text) => found.has(text))
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
