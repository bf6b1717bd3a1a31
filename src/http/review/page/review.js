// @ts-check
/** The state of a review and everything that can be done to it. Views show the state, keys and buttons call its methods. */

import { render } from 'lit-html'
import 'medlink/suggest-element'
import { Refused } from '../../page/requests.js'
import { requests, takeLink } from './api.js'
import { listenToKeys } from './keys.js'
import { pageView } from './views/page.js'
import { relationText } from './views/text.js'

/**
 * @import { AlikeView, AnswerView, CurveView, DecidedView, ListName, ListView, PlaceView, ProjectView, TermRow, TermView,
 *   UndoneView } from '../shapes.ts'
 * @import { Relation, TermOrder } from '../../../mapping/mapping.ts'
 */

const PAGE_ROWS = 50
/** Number of terms requested in advance, so that Enter never waits. */
const AHEAD = 2
/** Number of terms after which prefetched ones are forgotten. */
const MAX_KEPT = 100
/** Said to who comes: everything else is found from there. */
const WELCOME =
  'Enter accepts the first candidate, a digit another one, / searches, ? shows all keys.'
const LETTER_KEYS = 'medlink-review-letter-keys'

/** @type {readonly Relation[]} in the order in which a key goes through them */
const RELATIONS = ['equivalent', 'wider', 'narrower', 'inexact']

/**
 * A decision: a code is right (default: the first candidate's), no code is, or nothing yet.
 *
 * @typedef {'accept' | 'none' | 'later'} Decision
 */

export class Review {
  /** @type {ProjectView | undefined} */
  project
  /** @type {'terms' | 'curve'} */
  view = 'terms'
  /** @type {'list' | 'term'} which of the two a narrow screen shows */
  pane = 'term'
  /** @type {{ list: ListName, reason: string, find: string, order: TermOrder }} */
  filter = { list: 'open', reason: '', find: '', order: 'frequency' }
  /** @type {readonly TermRow[]} */
  rows = []
  total = 0
  /** Terms of the list that were decided since it was shown: they stay in it. */
  done = new Set()
  /** @type {TermView | undefined} the one that is open */
  term
  /** @type {AnswerView | undefined} what Medlink answers to other hints than the catalogue's */
  asked
  /** @type {Record<string, string>} */
  hints = {}
  /** @type {Relation} how the code that is accepted next is to the open term */
  relation = 'equivalent'
  /** @type {Map<number, number>} terms that are marked, to decide many at once, each with its revision that was seen */
  marked = new Map()
  /** @type {CurveView | undefined} */
  curve
  /** The last action, for eyes and screen readers. */
  said = ''
  /** The last failure. */
  fault = ''
  isBusy = false
  isUnfolded = false
  /** @type {Map<string, PlaceView>} what lies above and below codes */
  places = new Map()
  /** @type {{ kind: 'help' | 'note' | 'search' | 'many', decision?: Decision, code?: string } | undefined} */
  dialog
  /** @type {Record<string, string>} headers of type-ahead, by which a search begins */
  headers = {}

  /** @type {Map<number, Promise<TermView>>} */
  #kept = new Map()
  /** @type {string | undefined} where the list goes on */
  #next
  /** @type {HTMLElement} */
  #root

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root
  }

  get isReady() {
    return this.project !== undefined && this.view === 'terms'
  }

  /** True if letters are keys: users of speech input or screen readers may turn them off. */
  get hasLetterKeys() {
    return localStorage.getItem(LETTER_KEYS) !== 'off'
  }

  /** @param {string} key */
  hasKeys(key) {
    return key.length > 1 || this.hasLetterKeys
  }

  show() {
    render(pageView(this), this.#root)
  }

  async start() {
    this.show()
    await this.#try(async () => {
      await takeLink()
      if (requests.hasToken) await this.#open()
    })
  }

  /** @param {string} token */
  async signIn(token) {
    requests.keepToken(token.trim())
    await this.#try(() => this.#open())
  }

  signOut() {
    requests.keepToken(undefined)
    this.project = undefined
    this.show()
  }

  async #open() {
    this.project = await requests.get('project')
    this.said = WELCOME
    document.title = `${this.project?.name} · Medlink review`
    await this.#list()
  }

  /** @param {Partial<Review['filter']>} change */
  async choose(change) {
    this.view = 'terms'
    this.said = ''
    this.filter = { ...this.filter, ...change }
    await this.#try(() => this.#list())
  }

  /** @param {ListName} list */
  async showList(list) {
    await this.choose({ list, reason: '', find: '' })
    this.focusTerm()
  }

  async showCurve() {
    this.view = 'curve'
    this.said = ''
    await this.#try(async () => {
      this.curve = await requests.get('curve')
    })
    this.focusTerm()
  }

  /** Shows the list from its beginning, and its first term. */
  async #list() {
    /** @type {ListView} */
    const { terms, total, next } = await requests.get('terms', { ...this.filter, limit: PAGE_ROWS })
    this.rows = terms
    this.total = total
    this.#next = next
    this.done = new Set()
    this.marked = new Map()
    const [first] = terms
    if (first === undefined) this.term = undefined
    else await this.#show(first.id)
  }

  async more() {
    await this.#try(() => this.#more())
  }

  /** @returns {Promise<boolean>} whether there was more */
  async #more() {
    if (this.#next === undefined) return false
    /** @type {ListView} */
    const { terms, next } = await requests.get('terms', {
      ...{ ...this.filter, limit: PAGE_ROWS, after: this.#next },
    })
    const known = new Set(this.rows.map(({ id }) => id))
    this.rows = [...this.rows, ...terms.filter(({ id }) => !known.has(id))]
    this.#next = next
    return true
  }

  get hasMore() {
    return this.#next !== undefined
  }

  /**
   * Opens a term of the list.
   *
   * @param {number} id
   */
  async open(id) {
    this.pane = 'term'
    await this.#try(() => this.#show(id))
    this.focusTerm()
  }

  /** @param {number} id */
  async #show(id) {
    const isOther = id !== this.term?.id
    this.term = await this.#get(id)
    this.asked = undefined
    this.hints = { ...this.term?.hints }
    if (isOther) this.relation = this.mine?.relation ?? 'equivalent'
    const place = this.place
    for (const { id } of this.rows.slice(place + 1, place + 1 + AHEAD)) void this.#get(id)
    if (this.isUnfolded) void this.#unfold()
  }

  /**
   * @param {number} id
   * @returns {Promise<TermView>}
   */
  #get(id) {
    const kept = this.#kept.get(id)
    if (kept !== undefined) return kept
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear()
    const asked = requests.get(`terms/${id}`)
    asked.catch(() => this.#kept.delete(id))
    this.#kept.set(id, asked)
    return asked
  }

  /** Place of the open term in the list. */
  get place() {
    return this.rows.findIndex(({ id }) => id === this.term?.id)
  }

  /** @param {1 | -1} step */
  async move(step) {
    await this.#try(async () => {
      const place = this.place + step
      if (place >= this.rows.length) await this.#more()
      const row = this.rows[place]
      if (row !== undefined) await this.#show(row.id)
      else this.#say(step === 1 ? 'This is the last term.' : 'This is the first term.')
    })
    this.focusTerm()
  }

  /** The shown details of the open term. */
  get answer() {
    return this.asked ?? this.term?.answer
  }

  /**
   * Accepts a candidate of the open term; the first, where terms are marked, of each of them.
   *
   * @param {number} place
   */
  async accept(place) {
    if (this.marked.size > 0 && place === 0) return this.askMany('accept')
    const candidate = this.answer?.candidates[place]
    if (candidate !== undefined) return this.decide('accept', candidate.code)
    this.#say('There is no such candidate. Search another code with /, or press X where none fits.')
    this.show()
  }

  /**
   * Decides the open term, or the marked ones after asking, and goes on.
   *
   * @param {Decision} decision
   * @param {string} [code]
   * @param {Relation} [relation] of the code
   */
  async decide(decision, code, relation = this.relation) {
    if (this.marked.size > 0) return this.askMany(decision, code)
    const { term } = this
    if (term === undefined) return
    await this.#try(async () => {
      await this.#decide([term], decision, code, relation)
      await this.#goOn()
    })
    this.focusTerm()
  }

  /**
   * @param {Decision} decision
   * @param {string} [code] of all of them; of each its first candidate's where there is none
   */
  askMany(decision, code) {
    this.openDialog({ kind: 'many', decision, ...(code !== undefined && { code }) })
  }

  async decideMarked() {
    const { decision, code } = this.dialog ?? {}
    this.closeDialog()
    await this.#try(async () => {
      const terms = [...this.marked].map(([id, seen]) => ({ id, seen }))
      await this.#decide(terms, decision ?? 'later', code)
      this.marked = new Map()
      await this.#goOn()
    })
    this.focusTerm()
  }

  /**
   * @param {readonly { id: number, seen: number }[]} terms
   * @param {Decision} decision
   * @param {string} [code]
   * @param {Relation} [relation]
   */
  async #decide(terms, decision, code, relation = 'equivalent') {
    const note = this.#noteOfHints(decision)
    /** @type {DecidedView} */
    const decided = await requests.post('decisions', {
      terms: terms.map(({ id, seen }) => ({ id, seen })),
      decision,
      ...(code !== undefined && { code }),
      ...(decision === 'accept' && { relation }),
      ...(note !== undefined && { note }),
    })
    const { stale, without_candidate, others } = decided
    this.#take(decided)
    // Nothing was decided of those that have other candidates by now: they are shown again.
    if (stale === 0) for (const { id } of decided.terms) this.done.add(id)
    const [only] = decided.terms.length === 1 ? decided.terms : []
    const name = only?.text ?? `${decided.terms.length - stale - without_candidate} terms`
    const what = { accept: code ?? only?.code ?? 'accepted', none: 'no code', later: 'put off' }
    this.#say(
      [
        `${name}: ${what[decision]}.`,
        ...(stale > 0 ? [`${stale} changed meanwhile and must be looked at again.`] : []),
        ...(without_candidate > 0
          ? [`${without_candidate} without a candidate are as they were.`]
          : []),
        ...(others.length > 0 ? [`${others.join(', ')} decided otherwise: both are kept.`] : []),
      ].join(' '),
    )
  }

  /**
   * Note on the hints that led to a code, if they are not the source's.
   *
   * @param {Decision} decision
   */
  #noteOfHints(decision) {
    const { term, asked, hints, note } = this
    if (asked === undefined || term === undefined || decision !== 'accept' || note !== '') return
    const changed = Object.entries(hints).filter(
      ([hint, value]) => value !== (term.hints[hint] ?? ''),
    )
    return `asked with ${changed.map(([hint, value]) => `${hint.replaceAll('_', ' ')} ${value}`).join(', ')}`
  }

  /**
   * Takes what has become of terms into the list.
   *
   * @param {Pick<DecidedView, 'progress' | 'terms'>} changed
   */
  #take({ progress, terms }) {
    if (this.project !== undefined) this.project = { ...this.project, progress }
    const now = new Map(terms.map((row) => [row.id, row]))
    this.rows = this.rows.map((row) => now.get(row.id) ?? row)
    for (const id of now.keys()) this.#kept.delete(id)
  }

  /** Goes to the next term of the list that is to be decided. */
  async #goOn() {
    const isNext = (/** @type {TermRow} */ { id, state }) =>
      !this.done.has(id) && (this.filter.list !== 'all' || state === 'open')
    const from = this.place + 1
    let next = this.rows.slice(from).find(isNext)
    while (next === undefined && (await this.#more())) next = this.rows.slice(from).find(isNext)
    next ??= this.rows.find(isNext)
    if (next !== undefined && next.id !== this.term?.id) return this.#show(next.id)
    if (this.term !== undefined) await this.#show(this.term.id)
    if (next === undefined) this.#say(`${this.said} Every term of this list is decided.`)
  }

  async undo() {
    await this.#try(async () => {
      /** @type {UndoneView} */
      const undone = await requests.post('undo', {})
      const [first] = undone.terms
      if (first === undefined) return this.#say('There is nothing to undo.')
      this.#take(undone)
      for (const { id } of undone.terms) this.done.delete(id)
      await this.#show(first.id)
      this.#say(
        `Undone: ${undone.terms.length === 1 ? first.text : `${undone.terms.length} terms`}.`,
      )
    })
    this.focusTerm()
  }

  /**
   * Sets a hint of the open term, and asks again.
   *
   * @param {string} hint
   * @param {string} value '' for none
   */
  async setHint(hint, value) {
    const { term } = this
    if (term === undefined) return
    this.hints = { ...this.hints, [hint]: value }
    await this.#try(async () => {
      this.asked = await requests.post('ask', { id: term.id, hints: this.hints })
      const [first] = this.asked?.candidates ?? []
      this.#say(
        first === undefined
          ? 'Now there is no candidate.'
          : `Now the first is ${first.code}, ${first.words}.`,
      )
    })
    this.focusTerm()
  }

  /** Goes to the next way in which a code may be to the term; it is kept with the code that is accepted. */
  nextRelation() {
    const next = RELATIONS[(RELATIONS.indexOf(this.relation) + 1) % RELATIONS.length]
    this.relation = next ?? 'equivalent'
    this.#say(`The code ${relationText(this.relation)}: accept it.`)
    this.show()
  }

  /** @param {{ id: number, seen: number } | undefined} [row] */
  toggleMark(row = this.term) {
    if (row === undefined) return
    const marked = new Map(this.marked)
    if (!marked.delete(row.id)) marked.set(row.id, row.seen)
    this.marked = marked
    this.#say(marked.size === 0 ? 'None is marked.' : `${marked.size} marked.`)
    this.show()
  }

  /**
   * Marks every open term that has the reason, or the name, of the one that is shown.
   *
   * @param {'reason' | 'name'} by
   */
  async markAlike(by) {
    const { term } = this
    if (term === undefined) return
    await this.#try(async () => {
      /** @type {AlikeView} */
      const { terms } = await requests.get(`terms/${term.id}/alike`, { by })
      this.marked = new Map(terms.map(({ id, seen }) => [id, seen]))
      const what = by === 'reason' ? term.words : term.text
      this.#say(
        `${terms.length} marked, all “${what}”. Enter accepts the first candidate of each, Escape unmarks.`,
      )
    })
    this.focusTerm()
  }

  unmark() {
    this.marked = new Map()
    this.#say('None is marked.')
    this.show()
    this.focusTerm()
  }

  async unfold() {
    this.isUnfolded = !this.isUnfolded
    this.show()
    await this.#try(() => this.#unfold())
  }

  async #unfold() {
    if (!this.isUnfolded) return
    for (const { code } of this.answer?.candidates ?? []) {
      if (this.places.has(code)) continue
      this.places.set(code, await requests.get(`concepts/${encodeURIComponent(code)}`))
      this.show()
    }
  }

  search() {
    this.headers = requests.headers
    this.openDialog({ kind: 'search' })
  }

  /** @param {string} fault of a search */
  fail(fault) {
    this.fault = fault
    this.show()
  }

  /** @param {string} code that was found */
  async take(code) {
    this.closeDialog()
    await this.decide('accept', code)
  }

  openNote() {
    if (this.term !== undefined) this.openDialog({ kind: 'note' })
  }

  /** The reviewer's decision on the open term. */
  get mine() {
    return this.term?.decisions.find(({ is_mine }) => is_mine)
  }

  get note() {
    return this.mine?.note ?? ''
  }

  /** @param {string} note */
  async keepNote(note) {
    const { term } = this
    this.closeDialog()
    if (term === undefined) return
    await this.#try(async () => {
      this.#take(await requests.post('note', { id: term.id, seen: term.seen, note }))
      await this.#show(term.id)
      this.#say('The note is kept.')
    })
    this.focusTerm()
  }

  openHelp() {
    this.openDialog({ kind: 'help' })
  }

  /** @param {boolean} isOn */
  setLetterKeys(isOn) {
    localStorage.setItem(LETTER_KEYS, isOn ? 'on' : 'off')
    this.show()
  }

  /** @param {NonNullable<Review['dialog']>} dialog */
  openDialog(dialog) {
    this.dialog = dialog
    this.show()
    const element = document.querySelector('dialog')
    if (element !== null && !element.open) element.showModal()
    focusOn('dialog [data-first]')
  }

  closeDialog() {
    document.querySelector('dialog')?.close()
    if (this.dialog === undefined) return
    this.dialog = undefined
    this.show()
    this.focusTerm()
  }

  /** Where reading goes on: nothing that is done leaves the focus on something that is gone. */
  focusTerm() {
    if (this.dialog === undefined) focusOn('#term')
    document.querySelector('[aria-current=true]')?.scrollIntoView({ block: 'nearest' })
  }

  focusHint() {
    focusOn('.hints input')
  }

  focusFilter() {
    this.pane = 'list'
    this.show()
    focusOn('#find')
  }

  /** @param {'list' | 'term'} pane */
  showPane(pane) {
    this.pane = pane
    this.show()
    focusOn(pane === 'term' ? '#term' : '#find')
  }

  /** @param {string} text */
  #say(text) {
    this.said = text
  }

  /**
   * Does what takes time, and shows what came of it: also that it failed.
   *
   * @param {() => Promise<unknown>} work
   */
  async #try(work) {
    this.isBusy = true
    this.fault = ''
    try {
      await work()
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      if (error.code === 'unauthorized') this.signOut()
      this.fault = error.message
    } finally {
      this.isBusy = false
      this.show()
    }
  }
}

/** @param {string} selector */
function focusOn(selector) {
  const element = document.querySelector(selector)
  if (element instanceof HTMLElement) element.focus({ preventScroll: true })
}

const review = new Review(/** @type {HTMLElement} */ (document.getElementById('page')))
listenToKeys(review)
void review.start()
