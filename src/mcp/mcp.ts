/** The Model Context Protocol over Medlink, for the server and the command. No subpath exports it. */

export { createMcpEndpoint, type McpEndpoint } from './http.ts'
export { createMcpServer } from './server.ts'
export { serveMcp } from './stdio.ts'
export type { McpOptions } from './tools.ts'
