// @ts-check
import { html, nothing } from 'lit-html'
import { milliseconds } from './text.js'

/**
 * @import { Playground } from '../playground.js'
 * @import { EntityView } from '../../views.ts'
 */

/**
 * A note with its entities in colours, and a row for each.
 *
 * @param {Playground} playground
 */
export function noteView({ note, text, isBusy }) {
  if (note === undefined)
    return text.trim() === ''
      ? html`<p class="empty">Paste a note above, or take a sample: what it names is found and coded.</p>`
      : html`<p class="empty">${isBusy ? 'Reading the note …' : ''}</p>`
  const { entities, result, is_truncated, ms } = note
  if (entities.length === 0) return html`<p class="empty">Nothing is found in this text.</p>`
  const kinds = [...new Set(entities.map(({ kind }) => kind))]
  return html`
    <p class="marked">${stretchesOf(result.text, entities)}</p>
    <ul class="legend" aria-label="Kinds">
      ${kinds.map((kind) => html`<li class=${kind}>${kind} ${entities.filter((each) => each.kind === kind).length}</li>`)}
    </ul>
    ${is_truncated ? html`<p class="missing">The end of the text was not read: it asks for too much work.</p>` : nothing}
    <h2>Entities <small>${milliseconds(ms)}</small></h2>
    <ol class="entities">${entities.map(entityView)}</ol>
  `
}

/**
 * @param {string} text
 * @param {readonly EntityView[]} entities in order of place
 */
function stretchesOf(text, entities) {
  let at = 0
  const stretches = entities.map(({ kind, begin, end, is_linked }, place) => {
    const before = text.slice(at, Math.max(at, begin))
    const own = text.slice(Math.max(at, begin), end)
    at = Math.max(at, end)
    return html`${before}<a class="${kind} ${is_linked ? 'linked' : ''}" href="#entity-${place}">${own}</a>`
  })
  return html`${stretches}${text.slice(at)}`
}

/**
 * @param {EntityView} entity
 * @param {number} place
 */
function entityView({ kind, text, statements, code, title, is_linked, words }, place) {
  return html`<li id="entity-${place}" tabindex="-1" class="${kind} ${is_linked ? 'linked' : ''}">
    <p class="mention"><span class="word">${text}</span>${statements.map((each) => html` <span class="statement">${each}</span>`)}</p>
    <p class="code">
      ${code === undefined ? nothing : html`<code>${code}</code> ${title}`}
      <span class=${is_linked ? 'yes' : 'no'}>${is_linked ? '✓ linked' : words}</span>
    </p>
  </li>`
}
