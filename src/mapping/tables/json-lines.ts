import { isRecord } from '../../internal.ts'
import { MedlinkError } from '../../medlink.ts'
import { MAX_ROW_LENGTH, type TableRow } from './row.ts'

/**
 * The keys of all objects, in the order in which they first come.
 *
 * @throws MedlinkError `table_invalid` for a line that is too long, or when no line is an object
 */
export async function readKeys(path: string, text: AsyncIterable<string>): Promise<string[]> {
  const keys = new Set<string>()
  for await (const line of linesOf(path, text))
    for (const key of Object.keys(parseObject(line) ?? {})) keys.add(key)
  if (keys.size > 0) return [...keys]
  throw new MedlinkError('table_invalid', `${path} has no JSON object in any of its lines`)
}

/**
 * The rows of JSON Lines. Values that are no text are cells of JSON. A line that is no object is a row with a fault, and is
 * its first cell.
 *
 * @throws MedlinkError `table_invalid` for a line that is too long
 */
export async function* readJsonLines(
  path: string,
  text: AsyncIterable<string>,
  columns: readonly string[],
): AsyncGenerator<TableRow, void> {
  let number = 0
  for await (const line of linesOf(path, text)) {
    number++
    const record = parseObject(line)
    if (record !== undefined)
      yield { number, cells: columns.map((name) => cellOf(record, name)), record }
    else {
      const fault = line.trim() === '' ? {} : { fault: 'is not a JSON object' }
      yield { number, cells: columns.map((_, i) => (i === 0 ? line : '')), ...fault }
    }
  }
}

function cellOf(record: Readonly<Record<string, unknown>>, name: string): string {
  const value = Object.hasOwn(record, name) ? record[name] : null
  if (typeof value === 'string') return value
  return value === null ? '' : JSON.stringify(value)
}

function parseObject(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Lines without their ends; an end of line at the very end ends the last one. */
async function* linesOf(path: string, text: AsyncIterable<string>): AsyncGenerator<string, void> {
  let number = 1
  let rest = ''
  const requireShort = ({ length }: string) => {
    if (length <= MAX_ROW_LENGTH) return
    const message = `${path}, line ${number}: more than ${MAX_ROW_LENGTH} characters`
    throw new MedlinkError('table_invalid', message)
  }
  for await (const piece of text) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop()!
    for (const line of lines) {
      requireShort(line)
      yield line.endsWith('\r') ? line.slice(0, -1) : line
      number++
    }
    requireShort(rest)
  }
  if (rest !== '') yield rest
}
