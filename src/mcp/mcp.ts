/** The Model Context Protocol over Medlink, for the command. No subpath exports it. */

export { createMcpServer } from './server.ts'
export { serveMcp } from './stdio.ts'
export type { McpOptions } from './tools.ts'
