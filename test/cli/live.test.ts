/**
 * Proves of the list that follows the keys:
 * 1. letters, Backspace, Ctrl-W and Ctrl-U change the line; the arrows move within the rows; other keys do nothing
 * 2. Enter gives the row; Escape, Ctrl-C, Ctrl-D and the end of the input give none
 * 3. the line and the rows are drawn at each key, cut to the width, and wiped out at the end
 * 4. the keyboard is as it was before, however it ends
 */

import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { chooseLive } from '../../src/cli/live.ts'

const UP = '\u001b[A'
const DOWN = '\u001b[B'
const BACKSPACE = '\u007f'
const [CTRL_C, CTRL_D, CTRL_U, CTRL_W] = ['\u0003', '\u0004', '\u0015', '\u0017']

interface Typed {
  readonly chosen: string | undefined
  /** What was asked for. */
  readonly asked: readonly string[]
  /** What stood on the screen after each key. */
  readonly screens: readonly (readonly string[])[]
  readonly drawn: string
  readonly modes: readonly boolean[]
  readonly isPaused: boolean
}

/** Types keys where each text has three rows; the input ends behind them where no key ends it. */
async function typeKeys(
  keys: readonly string[],
  rowsFor = (typed: string) => ['one', 'two', 'three'].map((row) => `${typed} ${row}`),
  columns = 40,
): Promise<Typed> {
  const modes: boolean[] = []
  const stdin = Object.assign(new PassThrough(), {
    setRawMode: (isRaw: boolean) => modes.push(isRaw),
  })
  const screen = Object.assign(new PassThrough(), { columns })
  let drawn = ''
  screen.on('data', (chunk) => {
    drawn += chunk
  })
  const asked: string[] = []
  const choosing = chooseLive(stdin, screen, {
    rowsFor: (typed) => {
      asked.push(typed)
      return rowsFor(typed).map((text) => ({ text }))
    },
    paint: (text) => `<${text}>`,
  })
  for (const key of keys) stdin.write(key)
  stdin.end()
  const chosen = await choosing
  // Each screen begins with the cursor at the left and all below it wiped out.
  const screens = drawn
    .split('\u001b[1G\u001b[0J')
    .slice(1, -1)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal's
    .map((each) => each.replace(/\u001b\[\d+[A-Z]/g, '').split('\n'))
  return { chosen: chosen?.text, asked, screens, drawn, modes, isPaused: stdin.isPaused() }
}

test('draws the line and its rows after each key, the first one chosen', async () => {
  const { screens } = await typeKeys([...'ab'])
  expect(screens).toEqual([
    ['> '],
    ['> a', '<❯ a one>', '  a two', '  a three'],
    ['> ab', '<❯ ab one>', '  ab two', '  ab three'],
  ])
})

test('leaves the cursor behind what is typed', async () => {
  const { drawn } = await typeKeys(['é'])
  expect(drawn).toContain('  é three\u001b[3A\u001b[4G')
})

test.each([
  {
    what: 'Backspace',
    keys: ['a', '😀', BACKSPACE, BACKSPACE, BACKSPACE],
    asked: ['a', 'a😀', 'a', ''],
  },
  { what: 'Ctrl-U', keys: ['a', 'b', CTRL_U, CTRL_U, 'c'], asked: ['a', 'ab', '', 'c'] },
  {
    what: 'Ctrl-W',
    keys: ['a', ' ', 'b', ' ', CTRL_W, CTRL_W],
    asked: ['a', 'a ', 'a b', 'a b ', 'a ', ''],
  },
  {
    what: 'other keys',
    keys: ['a', '\t', '\u001b[C', '\u0001', '\u001bx', UP, DOWN],
    asked: ['a'],
  },
])('$what', async ({ keys, asked }) => {
  expect((await typeKeys(keys)).asked).toEqual(asked)
})

test.each([
  { keys: ['a', '\r'], chosen: 'a one' },
  { keys: ['a', '\n'], chosen: 'a one' },
  { keys: ['a', DOWN, '\r'], chosen: 'a two' },
  { keys: ['a', DOWN, DOWN, DOWN, DOWN, '\r'], chosen: 'a three' },
  { keys: ['a', DOWN, DOWN, UP, '\r'], chosen: 'a two' },
  { keys: ['a', UP, '\r'], chosen: 'a one' },
  { keys: ['a', DOWN, 'b', '\r'], chosen: 'ab one' },
  { keys: ['\r', 'a', '\r'], chosen: undefined },
  { keys: [DOWN, '\r'], chosen: undefined },
  { keys: ['a', CTRL_C, '\r'], chosen: undefined },
  { keys: ['a', CTRL_D, '\r'], chosen: undefined },
  { keys: ['a', '\u001b'], chosen: undefined },
  { keys: ['a'], chosen: undefined },
])(
  '$keys: $chosen; the keyboard is as it was, and nothing is left on the screen',
  async ({ keys, chosen }) => {
    const typed = await typeKeys(keys)
    expect(typed.chosen).toBe(chosen)
    expect(typed.modes).toEqual([true, false])
    expect(typed.isPaused).toBe(true)
    expect(typed.drawn.endsWith('\u001b[1G\u001b[0J')).toBe(true)
  },
)

describe('cut to the width', () => {
  test('a row lacks its end, the line its start', async () => {
    const { screens } = await typeKeys([...'abcdefghij'], () => ['0123456789'], 10)
    expect(screens.at(-1)).toEqual(['…cdefghij', '<❯ 012345…>'])
    const fitting = await typeKeys([...'abcdefg'], () => ['0123456'], 10)
    expect(fitting.screens.at(-1)).toEqual(['> abcdefg', '<❯ 0123456>'])
  })

  test('where the terminal does not say how wide it is, to 80', async () => {
    const { screens } = await typeKeys(['a'], () => ['x'.repeat(100)], 0)
    expect(screens.at(-1)![1]).toHaveLength(79 + '<>'.length)
  })
})

test('an error of the rows ends it, with the keyboard as it was', async () => {
  const failing = () => {
    throw new RangeError('no rows')
  }
  const modes: boolean[] = []
  const stdin = Object.assign(new PassThrough(), {
    setRawMode: (isRaw: boolean) => modes.push(isRaw),
  })
  const choosing = chooseLive(stdin, new PassThrough(), { rowsFor: failing, paint: (text) => text })
  stdin.write('a')
  await expect(choosing).rejects.toThrow('no rows')
  expect(modes).toEqual([true, false])
})
