// @ts-check
/** Which key does what. */

/** @import { Review } from './review.js' */

/**
 * @typedef {object} Key
 * @property {readonly string[]} keys as `KeyboardEvent.key` has them
 * @property {string} shown label on the keyboard
 * @property {string} does
 * @property {(review: Review, key: string) => unknown} run
 * @property {boolean} [decides] such a key does nothing while it is held down, or before the last one is done
 */

/** @type {readonly Key[]} in the order in which the help shows them */
export const KEYS = [
  {
    keys: ['Enter'],
    shown: 'Enter',
    does: 'Accept the first candidate, go on',
    run: (review) => review.accept(0),
    decides: true,
  },
  {
    keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
    shown: '1 – 9',
    does: 'Accept that candidate, go on',
    run: (review, key) => review.accept(Number(key) - 1),
    decides: true,
  },
  {
    keys: ['x'],
    shown: 'X',
    does: 'No code fits',
    run: (review) => review.decide('none'),
    decides: true,
  },
  {
    keys: ['/', 's'],
    shown: '/ or S',
    does: 'Search another code',
    run: (review) => review.search(),
  },
  {
    keys: ['l'],
    shown: 'L',
    does: 'Later',
    run: (review) => review.decide('later'),
    decides: true,
  },
  {
    keys: ['r'],
    shown: 'R',
    does: 'The code means the same, more, less, or overlaps',
    run: (review) => review.nextRelation(),
  },
  { keys: ['n'], shown: 'N', does: 'Note', run: (review) => review.openNote() },
  { keys: ['u'], shown: 'U', does: 'Undo', run: (review) => review.undo(), decides: true },
  {
    keys: ['h'],
    shown: 'H',
    does: 'Give a hint and ask again',
    run: (review) => review.focusHint(),
  },
  {
    keys: ['j', 'ArrowDown'],
    shown: 'J or ↓',
    does: 'Next term',
    run: (review) => review.move(1),
  },
  {
    keys: ['k', 'ArrowUp'],
    shown: 'K or ↑',
    does: 'Term before',
    run: (review) => review.move(-1),
  },
  { keys: ['d'], shown: 'D', does: 'Above and below each code', run: (review) => review.unfold() },
  {
    keys: ['m'],
    shown: 'M',
    does: 'Mark the term, to decide many at once',
    run: (review) => review.toggleMark(),
  },
  {
    keys: ['a'],
    shown: 'A',
    does: 'Mark all open terms with the same reason',
    run: (review) => review.markAlike('reason'),
  },
  {
    keys: ['e'],
    shown: 'E',
    does: 'Mark all open terms with the same name',
    run: (review) => review.markAlike('name'),
  },
  { keys: ['f'], shown: 'F', does: 'Find in the list', run: (review) => review.focusFilter() },
  { keys: ['Escape'], shown: 'Esc', does: 'Unmark all', run: (review) => review.unmark() },
  { keys: ['?'], shown: '?', does: 'These keys', run: (review) => review.openHelp() },
]

/** Where letters are written, or a key has a meaning of its own. */
const WRITING = 'textarea, select, input:not([type=checkbox]), [contenteditable]'
const PRESSED = 'button, a, summary, input, select'

/**
 * Listens to the keys of the page.
 *
 * @param {Review} review
 */
export function listenToKeys(review) {
  document.addEventListener('keydown', (event) => {
    const target = /** @type {Element} */ (event.target)
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (document.querySelector('dialog[open]') !== null) {
      if (event.key !== 'Escape') return
      // Left alone, the browser would close it after the next key has come.
      event.preventDefault()
      return review.closeDialog()
    }
    if (target.matches(WRITING)) return
    if (event.key === 'Enter' && target.closest(PRESSED) !== null) return
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key
    const key = KEYS.find(({ keys }) => keys.includes(name))
    if (key === undefined || !review.isReady || !review.hasKeys(name)) return
    event.preventDefault()
    if (key.decides && (event.repeat || review.isBusy)) return
    key.run(review, name)
  })
}
