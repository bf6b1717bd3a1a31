/**
 * A process of its own that dies while it replaces a file `x` and its companion: argv is the folder, and before which step: the
 * first, second or third rename, or the removal after them.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'

const [folder, step] = process.argv.slice(2) as [string, string]
const { renameSync, rmSync, readFileSync, writeFileSync } = fs
const die = () => process.kill(process.pid, 'SIGKILL')
let renames = 0
fs.renameSync = (from, to) => {
  if (++renames === Number(step)) die()
  renameSync(from, to)
}
fs.rmSync = (path, options) => {
  if (step === '4' && renames > 0 && String(path).endsWith('.old')) die()
  rmSync(path, options)
}
syncBuiltinESMExports()

const { replaceTogether } = await import('../../src/files/atomic.ts')
const file = join(folder, 'x')
const isOf = (path: string) => readFileSync(path, 'utf8') === readFileSync(file, 'utf8')
replaceTogether(file, { file: join(folder, 'x.c'), isOf }, (temporary, other) => {
  for (const path of [temporary, other]) writeFileSync(path, 'two')
})
