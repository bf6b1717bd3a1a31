import { clearScreenDown, cursorTo, emitKeypressEvents, type Key, moveCursor } from 'node:readline'
import type { Io, Output } from './io.ts'

/** A row to choose from, as it is shown. */
export interface LiveRow {
  readonly text: string
}

/** Parts of a list that follows the keys. */
export interface LiveOptions<Row extends LiveRow> {
  /** The rows for what is typed, the best first. */
  readonly rowsFor: (typed: string) => readonly Row[]
  /** Dresses the row that Enter would choose; must not change its width. */
  readonly paint: (text: string) => string
}

const PROMPT = '> '
/** Before each row: chosen, or not. */
const MARKS = { chosen: '❯ ', other: '  ' } as const
/** Width of a terminal that does not report it. */
const WIDTH = 80

/** The keyboard of a terminal. */
type Keyboard = Io['stdin'] & { readonly setRawMode?: (isRaw: boolean) => unknown }

/** Text and selection that the keys have made so far. */
interface State<Row> {
  readonly typed: string
  readonly rows: readonly Row[]
  /** Place of the row that Enter would choose; 0 where there is none. */
  readonly at: number
}

/**
 * A line to type in with a list below it that follows every key: letters, Backspace, Ctrl-W and Ctrl-U change the line, the
 * arrows the row. Enter gives the row, undefined where there is none; Escape, Ctrl-C and Ctrl-D give undefined, as does the
 * end of the input. What was drawn is wiped out again, and the keyboard is as it was before, however it ends.
 *
 * @param screen a terminal that the list is drawn on
 */
export async function chooseLive<Row extends LiveRow>(
  stdin: Keyboard,
  screen: Output,
  options: LiveOptions<Row>,
): Promise<Row | undefined> {
  emitKeypressEvents(stdin)
  stdin.setRawMode?.(true)
  try {
    return await follow(stdin, screen, options)
  } finally {
    cursorTo(screen, 0)
    clearScreenDown(screen)
    stdin.setRawMode?.(false)
    stdin.pause()
  }
}

function follow<Row extends LiveRow>(
  stdin: Keyboard,
  screen: Output,
  options: LiveOptions<Row>,
): Promise<Row | undefined> {
  const { rowsFor } = options
  let state: State<Row> = { typed: '', rows: [], at: 0 }
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      stdin.off('keypress', onKey)
      stdin.off('end', onEnd)
      settle()
    }
    const onEnd = () => end(() => resolve(undefined))
    const onKey = (text: string | undefined, key: Key) => {
      if (isQuit(key)) return end(() => resolve(undefined))
      if (key.name === 'return' || key.name === 'enter')
        return end(() => resolve(state.rows[state.at]))
      try {
        state = afterKey(state, text, key, rowsFor)
        draw(screen, state, options)
      } catch (error) {
        end(() => reject(error))
      }
    }
    stdin.on('keypress', onKey)
    stdin.on('end', onEnd)
    stdin.resume()
    draw(screen, state, options)
  })
}

function isQuit({ name, ctrl }: Key): boolean {
  return name === 'escape' || (ctrl === true && (name === 'c' || name === 'd'))
}

function afterKey<Row>(
  { typed, rows, at }: State<Row>,
  text: string | undefined,
  key: Key,
  rowsFor: (typed: string) => readonly Row[],
): State<Row> {
  if (key.name === 'up') return { typed, rows, at: Math.max(0, at - 1) }
  if (key.name === 'down')
    return { typed, rows, at: Math.max(0, Math.min(rows.length - 1, at + 1)) }
  const next = lineAfter(typed, text, key)
  return next === typed ? { typed, rows, at } : { typed: next, rows: rowsFor(next), at: 0 }
}

function lineAfter(typed: string, text: string | undefined, { name, ctrl, meta }: Key): string {
  if (name === 'backspace') return [...typed].slice(0, -1).join('')
  if (ctrl === true && name === 'u') return ''
  if (ctrl === true && name === 'w') return typed.replace(/\S*\s*$/u, '')
  const isText = ctrl !== true && meta !== true && text !== undefined && !/\p{C}/u.test(text)
  return isText ? typed + text : typed
}

/** Draws the line and the rows, and leaves the cursor behind what is typed. */
function draw<Row extends LiveRow>(
  screen: Output,
  { typed, rows, at }: State<Row>,
  { paint }: LiveOptions<Row>,
): void {
  const width = (screen.columns || WIDTH) - 1
  const line = cut(`${PROMPT}${typed}`, width, 'start')
  cursorTo(screen, 0)
  clearScreenDown(screen)
  screen.write(line)
  for (const [i, { text }] of rows.entries()) {
    const shown = cut(`${i === at ? MARKS.chosen : MARKS.other}${text}`, width, 'end')
    screen.write(`\n${i === at ? paint(shown) : shown}`)
  }
  if (rows.length > 0) moveCursor(screen, 0, -rows.length)
  cursorTo(screen, [...line].length)
}

/** Text on one line, with `…` where it lacks its start or its end. */
function cut(text: string, width: number, lacking: 'start' | 'end'): string {
  const letters = [...text]
  if (letters.length <= width) return text
  return lacking === 'end'
    ? `${letters.slice(0, width - 1).join('')}…`
    : `…${letters.slice(1 - width).join('')}`
}
