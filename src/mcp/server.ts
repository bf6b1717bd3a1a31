/** The server: it lists the tools, resources and prompts, and turns what is thrown into answers. */
import {
  type CallToolResult,
  McpServer,
  ResourceNotFoundError,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type * as z from 'zod'
import { type LinkedOntology, MEDLINK_VERSION } from '../medlink.ts'
import { registerPrompts } from './prompts.ts'
import { refusalOf } from './refusal.ts'
import { type McpOptions, TOOLS, type Tool } from './tools.ts'
import { DESCRIPTIONS, INSTRUCTIONS } from './words.ts'

/** Every tool only reads: the same call has the same effect, and nothing outside the indexes is asked. */
const ANNOTATIONS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}

/** Resource of an installed version. */
const RELEASE = 'medlink://{ontology}/{version}'

/**
 * A server of the Model Context Protocol over an open Medlink, for one connection. It closes nothing of it.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28
 */
export function createMcpServer(options: McpOptions): McpServer {
  const server = new McpServer(
    { name: 'medlink', title: 'Medlink', version: MEDLINK_VERSION },
    {
      instructions: INSTRUCTIONS,
      // No client gets a notice of a change: each request reads the lists anew.
      capabilities: {
        ...{ tools: { listChanged: false }, resources: { listChanged: false } },
        prompts: { listChanged: false },
      },
    },
  )
  for (const { tool, inputSchema, outputSchema } of LISTED) {
    const { name, title } = tool
    server.registerTool(
      name,
      {
        ...{ title, description: DESCRIPTIONS[name], annotations: { title, ...ANNOTATIONS } },
        ...{ inputSchema, outputSchema },
      },
      (args: unknown, { mcpReq }: ServerContext) => call(tool, options, args, mcpReq.signal),
    )
  }
  registerReleases(server, options)
  registerPrompts(server)
  return server
}

type Standard = z.ZodType['~standard']
type Description = ReturnType<Standard['jsonSchema']['input']>

/** The tools with schemas as they are listed, which every server has in common: over HTTP each request has a server of its own. */
const LISTED = TOOLS.map((tool) => ({
  tool,
  // It checks nothing: the tool checks, and refuses in Medlink's words.
  inputSchema: describedOnce(tool.input, (value) => ({ value })),
  outputSchema: describedOnce(tool.output, tool.output['~standard'].validate),
}))

/** A schema with a check. Its description as JSON Schema takes a millisecond, and is made once. */
function describedOnce(schema: z.ZodType, validate: Standard['validate']) {
  const { version, vendor, jsonSchema } = schema['~standard']
  const described = (side: 'input' | 'output') => {
    let made: Description | undefined
    return (options: Parameters<(typeof jsonSchema)['input']>[0]) => {
      made ??= jsonSchema[side](options)
      return made
    }
  }
  return {
    '~standard': {
      ...{ version, vendor, validate },
      jsonSchema: { input: described('input'), output: described('output') },
    },
  }
}

async function call(
  tool: Tool,
  options: McpOptions,
  args: unknown,
  signal: AbortSignal,
): Promise<CallToolResult> {
  try {
    const answer = await tool.answer(options, args, signal)
    return { ...textOf(answer), structuredContent: { ...answer } }
  } catch (error) {
    return { ...textOf(refusalOf(error)), isError: true }
  }
}

function textOf(value: object): { content: { type: 'text'; text: string }[] } {
  return { content: [{ type: 'text', text: JSON.stringify(value) }] }
}

/** Registers one resource for each installed version: its licence notice. */
function registerReleases(server: McpServer, { medlink }: McpOptions): void {
  const releases = () =>
    medlink
      .registry()
      .ontologies.flatMap(({ name, details }) =>
        details.map((version) => ({ uri: uriOf(name, version.version), name, version })),
      )
  const template = new ResourceTemplate(RELEASE, {
    list: () => ({
      resources: releases().map(({ uri, name, version }) => ({
        uri,
        name: `${name} ${version.version}`,
      })),
    }),
  })
  server.registerResource(
    'release',
    template,
    {
      title: 'Installed release',
      description: 'Licence notice of an installed release, to be shown with its codes.',
      mimeType: 'text/plain',
    },
    ({ href }) => {
      const release = releases().find(({ uri }) => uri === href)
      if (release === undefined) throw new ResourceNotFoundError(href)
      const { index_name, concepts, built_at, licence } = release.version
      const facts = `${index_name}: ${concepts} codes, built ${built_at}`
      return { contents: [{ uri: href, mimeType: 'text/plain', text: `${licence}\n\n${facts}\n` }] }
    },
  )
}

function uriOf(ontology: LinkedOntology, version: string): string {
  return `medlink://${ontology}/${encodeURIComponent(version)}`
}
