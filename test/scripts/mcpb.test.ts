/**
 * Proves of the files by which clients find and install medlink mcp:
 * 1. the manifest of the bundle is valid, lists the tools, and starts the command of the package
 * 2. without a folder the manifest names none
 * 3. server.json names the package, its version and its command
 */

import { readFileSync } from 'node:fs'
import { getMcpConfigForManifest, v0_3 } from '@anthropic-ai/mcpb'
import { expect, test } from 'vitest'
import { bundleManifest } from '../../scripts/build-mcpb/manifest.ts'
import { TOOLS } from '../../src/mcp/tools.ts'

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'))
const manifest = read('package.json')

test.each(['linux', 'darwin', 'win32'])('the manifest for %s is valid', (platform) => {
  const parsed = v0_3.McpbManifestSchema.parse(bundleManifest(platform))
  expect(parsed.version).toBe(manifest.version)
  expect(parsed.tools?.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name))
  expect(parsed.compatibility?.platforms).toEqual([platform])
})

test.each([
  { chosen: {}, dir: '' },
  { chosen: { indexes: '/srv/indexes' }, dir: '/srv/indexes' },
])('with $chosen a client starts the command with the folder "$dir"', async ({ chosen, dir }) => {
  const config = await getMcpConfigForManifest({
    ...{ manifest: v0_3.McpbManifestSchema.parse(bundleManifest('linux')), userConfig: chosen },
    ...{ extensionPath: '/bundle', systemDirs: {}, pathSeparator: '/' },
  })
  expect(config).toEqual({
    command: 'node',
    args: [`/bundle/node_modules/medlink/${manifest.bin.medlink}`, 'mcp'],
    env: { MEDLINK_DIR: dir },
  })
})

test('server.json names the package', () => {
  const server = read('server.json')
  expect(server.name).toBe(manifest.mcpName)
  expect(server.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
  expect(server.description.length).toBeLessThanOrEqual(100)
  expect(server.version).toBe(manifest.version)
  expect(server.packages).toEqual([
    expect.objectContaining({
      ...{ registryType: 'npm', identifier: manifest.name, version: manifest.version },
      ...{ transport: { type: 'stdio' } },
      packageArguments: [{ type: 'positional', value: 'mcp' }],
    }),
  ])
})
