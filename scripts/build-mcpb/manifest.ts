import { readFileSync } from 'node:fs'
import { TOOLS } from '../../src/mcp/tools.ts'
import { DESCRIPTIONS } from '../../src/mcp/words.ts'

const { name, version, description, license, engines, keywords } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
)

/** The command of the installed package, by its path in the bundle. */
export const ENTRY = `node_modules/${name}/dist/cli/main.js`

/**
 * Manifest of the bundle for a platform, e.g. `linux`. A desktop client shows the tools, asks for the folder, and starts the
 * command with a Node.js of its own.
 */
export function bundleManifest(platform: string) {
  return {
    ...{ manifest_version: '0.3', name, display_name: 'Medlink', version, description },
    ...{ author: { name: 'Medlink contributors' }, license, keywords },
    server: {
      ...{ type: 'node', entry_point: ENTRY },
      mcp_config: {
        ...{ command: 'node', args: [`\${__dirname}/${ENTRY}`, 'mcp'] },
        env: { MEDLINK_DIR: `\${user_config.indexes}` },
      },
    },
    tools: TOOLS.map((tool) => ({ name: tool.name, description: DESCRIPTIONS[tool.name] })),
    // The server lists its prompts itself: in a manifest each would be a text without arguments.
    prompts_generated: true,
    user_config: {
      indexes: {
        ...{ type: 'directory', title: 'Folder of indexes', required: false, default: '' },
        description:
          'Folder that medlink build has written. Without one the starters answer, which are samples.',
      },
    },
    compatibility: { platforms: [platform], runtimes: { node: engines.node } },
  }
}
