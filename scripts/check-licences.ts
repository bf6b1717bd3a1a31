/**
 * Checks the licences of everything that comes with Medlink when it is installed, the packages that dist/ has code of included.
 *
 *   tsx scripts/check-licences.ts
 *
 * Prints each package of package-lock.json that is no development dependency or is bundled, with its version and licence. Exit code 1
 * for one that is not installed as the lock file says, has no checksum there, declares no licence, or one that is not
 * permissive; and for one whose licence is a text of its own, unless NOTICE reproduces that text whole.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BUNDLED } from './build-package/bundled.ts'
import { isPermissive } from './check-licences/permissive.ts'

/** Packages whose licence is a text of their own that was read and found permissive, with the file it is in. */
const OWN_TEXTS: ReadonlyMap<string, string> = new Map([['@lhncbc/ucum-lhc', 'LICENSE.md']])

interface Locked {
  readonly version: string
  readonly integrity?: string
  readonly dev?: boolean
  readonly devOptional?: boolean
}

interface Installed {
  readonly name: string
  readonly version: string
  /** SPDX; packages of npm's early days have it as the `type` of an object. */
  readonly license?: string | { readonly type: string } | undefined
}

const root = new URL('..', import.meta.url).pathname
const notice = inOneLine(readFileSync(join(root, 'NOTICE'), 'utf8'))
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Readonly<Record<string, Locked>>
}
const bundled = new Set(BUNDLED.map(({ name }) => `node_modules/${name}`))
const shipped = Object.entries(packages).filter(
  ([path, { dev, devOptional }]) => path !== '' && ((!dev && !devOptional) || bundled.has(path)),
)

let faults = 0
for (const [path, locked] of shipped) {
  const { name, version, license: declared } = readPackage(path)
  const license = typeof declared === 'object' ? declared.type : declared
  const fault = faultOf(path, locked, { name, version, license })
  console.log(`${name} ${version}: ${license}${fault === undefined ? '' : ` (${fault})`}`)
  if (fault !== undefined) faults++
}
console.log(`${shipped.length} packages, ${faults} with a fault`)
process.exitCode = faults === 0 && shipped.length > 0 ? 0 : 1

function faultOf(path: string, locked: Locked, { name, version, license }: Installed) {
  if (![locked.version, versionOnNode20(name)].includes(version))
    return `package-lock.json says ${locked.version}`
  if (!locked.integrity?.startsWith('sha512-')) return 'package-lock.json has no SHA-512 of it'
  if (typeof license !== 'string') return 'it declares no licence'
  if (isPermissive(license)) return undefined
  const file = OWN_TEXTS.get(name)
  if (file === undefined) return 'not a permissive licence'
  const text = readFileSync(join(root, path, file), 'utf8').replace(/^# LICENSE\n/, '')
  return notice.includes(inOneLine(text)) ? undefined : `NOTICE does not reproduce ${file}`
}

/** Version that a checkout has instead on Node.js 20, if it is another one: see sqlite-for-node-20.ts. */
function versionOnNode20(name: string): string | undefined {
  const { dependencies } = JSON.parse(
    readFileSync(join(root, 'scripts/sqlite-for-node-20/package.json'), 'utf8'),
  ) as { dependencies: Readonly<Record<string, string>> }
  return dependencies[name]
}

function readPackage(path: string): Installed {
  return JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')) as Installed
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
