/**
 * Proves of docs/mcp.md:
 * 1. each setting of a client starts `npx -y medlink mcp`, or asks /mcp with a token
 * 2. its tools, prompts and errors are those of the server
 */

import { expect, test } from 'vitest'
import { refusalOf } from '../../src/mcp/refusal.ts'
import { TOOLS } from '../../src/mcp/tools.ts'
import { MedlinkError, type MedlinkErrorCode } from '../../src/medlink.ts'
import { PAGES } from './pages.ts'

const { text } = PAGES.find(({ path }) => path === 'docs/mcp.md')!
/** Cells of the tables, row by row. */
const rows = [...text.matchAll(/^\| (.+) \|$/gm)].map(([, row = '']) => row.split(' | '))
const settings = rows.flatMap(([client, ...cells]) =>
  cells.flatMap((cell) => {
    const [, setting] = /^`(.*(?:npx|\/mcp\b(?!\.json)).*)`$/.exec(cell) ?? []
    return setting === undefined ? [] : [{ client, setting }]
  }),
)

/** The settings of the server, wherever a client has them. */
function serverIn(setting: string): Record<string, unknown> {
  const [, json] = /(\{.*\})/.exec(setting) ?? []
  if (json === undefined) {
    const [command, ...args] = setting.split(' -- ')[1]!.split(' ')
    return { command, args }
  }
  const value = JSON.parse(json)
  return 'command' in value ? value : (Object.values(value)[0] as { medlink: never }).medlink
}

test('there are settings of the usual clients', () => {
  expect(settings.length).toBeGreaterThanOrEqual(9)
})

test.each(settings.filter(({ setting }) => setting.includes('npx')))(
  '$client starts the command by $setting',
  ({ setting }) => {
    expect(serverIn(setting)).toMatchObject({ command: 'npx', args: ['-y', 'medlink', 'mcp'] })
  },
)

test.each(settings.filter(({ setting }) => !setting.includes('npx')))(
  '$client asks the server by $setting',
  ({ setting }) => {
    expect(setting).toContain('https://link.example.org/mcp')
    expect(setting).toMatch(/"?Authorization"?: ?"?Bearer /)
  },
)

test('the tools are those of the server', () => {
  const named = rows.map(([cell = '']) => cell.replaceAll('`', ''))
  const tools = TOOLS.map(({ name }) => name)
  expect(named.filter((name) => tools.includes(name as never))).toEqual(tools)
})

test('the errors say what to do as the server does', () => {
  const [, section = ''] = text.split('## Errors')
  const codes = [...section.split('## ')[0]!.matchAll(/^\| (`[a-z_`, ]+) \|/gm)]
    .flatMap(([, cell = '']) => cell.match(/[a-z_]{5,}/g) ?? [])
    .filter((code) => code !== 'code')
  expect(codes.length).toBeGreaterThan(6)
  const general = refusalOf(new Error()).error.next
  for (const code of codes)
    expect(refusalOf(new MedlinkError(code as MedlinkErrorCode, '')).error.next).not.toBe(general)
})
