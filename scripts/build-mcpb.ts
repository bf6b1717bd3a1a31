/**
 * Builds the bundle that a desktop client installs from one file.
 *
 *   npm run build && tsx scripts/build-mcpb.ts [--out DIR]
 *
 * It holds the package as npm packs it, the packages that `medlink mcp` loads, and a manifest. A binary of SQLite is among
 * them: the bundle is for the platform that builds it, which its name says.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { packExtension } from '@anthropic-ai/mcpb'
import { bundleManifest } from './build-mcpb/manifest.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const { out } = parseArgs({ options: { out: { type: 'string', default: '.' } } }).values
const { name, version, optionalDependencies } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
)
/** The one optional package that the command loads. */
const PROTOCOL = '@modelcontextprotocol/server'

const bundle = mkdtempSync(join(tmpdir(), 'medlink-mcpb-'))
try {
  const packed = run('pack', '--ignore-scripts', '--pack-destination', bundle).trim().split('\n')
  const archive = join(bundle, packed.at(-1)!)
  writeFileSync(join(bundle, 'package.json'), JSON.stringify({ private: true }))
  const protocol = `${PROTOCOL}@${optionalDependencies[PROTOCOL]}`
  const quiet = ['--no-audit', '--no-fund', '--no-package-lock']
  run('install', '--prefix', bundle, '--omit', 'optional', ...quiet, archive, protocol)
  rmSync(archive)
  const manifest = bundleManifest(process.platform)
  writeFileSync(join(bundle, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  mkdirSync(out, { recursive: true })
  const file = resolve(out, `${name}-${version}-${process.platform}-${process.arch}.mcpb`)
  if (!(await packExtension({ extensionPath: bundle, outputPath: file, silent: true })))
    throw new Error('the bundle could not be packed')
  console.log(`${file}: ${(statSync(file).size / 1e6).toFixed(1)} MB`)
} finally {
  rmSync(bundle, { recursive: true })
}

function run(...argv: string[]): string {
  return execFileSync('npm', argv, { cwd: root, encoding: 'utf8' })
}
