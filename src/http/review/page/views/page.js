// @ts-check
import { html, nothing } from 'lit-html'
import { counted, percent } from '../../../page/text.js'
import { curveView } from './curve.js'
import { dialogView } from './dialogs.js'
import { listView } from './list.js'
import { termView } from './term.js'

/** @import { Review } from '../review.js' */

/**
 * The whole page.
 *
 * @param {Review} review
 */
export function pageView(review) {
  const { project, view, pane, said, fault, isBusy } = review
  return html`
    <header class="bar">
      <h1 class="brand">Medlink <span>review</span></h1>
      ${project === undefined ? nothing : barView(review)}
    </header>
    <main class="${view} pane-${pane}" aria-busy=${isBusy}>
      ${
        project === undefined
          ? signInView(review)
          : view === 'curve'
            ? curveView(review)
            : html`${listView(review)}${termView(review)}`
      }
    </main>
    <footer class="status">
      <div class="said" role="status">${said}</div>
      <div class="fault" role="alert">${fault}</div>
    </footer>
    ${dialogView(review)}
  `
}

/** @param {Review} review */
function barView(review) {
  const { project, view, filter } = review
  if (project === undefined) return nothing
  const { name, ontology, version, reviewer, progress } = project
  const { terms, frequency, decided, decided_frequency, disagreements } = progress
  const isDisagreement = view === 'terms' && filter.list === 'disagreement'
  const link = (
    /** @type {boolean} */ isCurrent,
    /** @type {unknown} */ text,
    /** @type {() => unknown} */ go,
  ) => html`<button aria-current=${isCurrent ? 'page' : nothing} @click=${go}>${text}</button>`
  return html`
    <p class="project" title="${ontology} ${version}">${name} <span>${ontology} ${version}</span></p>
    <div class="progress">
      <progress max=${terms} value=${decided} aria-label="Terms decided"></progress>
      <span>${counted(decided)} of ${counted(terms)} terms</span>
      <span class="rows">${percent(frequency === 0 ? 0 : decided_frequency / frequency)} of rows</span>
    </div>
    <nav aria-label="Views">
      ${link(view === 'terms' && !isDisagreement, 'Terms', () => review.showList('open'))}
      ${link(isDisagreement, html`Disagreements <span class="count">${counted(disagreements)}</span>`, () => review.showList('disagreement'))}
      ${link(view === 'curve', 'Curve', () => review.showCurve())}
    </nav>
    <p class="reviewer">${reviewer}</p>
    <button class="help" @click=${() => review.openHelp()} aria-label="Keys">?</button>
  `
}

/** @param {Review} review */
function signInView(review) {
  const isLocal = document.documentElement.dataset.signIn === 'link'
  /** @param {SubmitEvent} event */
  const submit = (event) => {
    event.preventDefault()
    const form = /** @type {HTMLFormElement} */ (event.target)
    void review.signIn(String(new FormData(form).get('token')))
  }
  if (isLocal)
    return html`<section class="sign-in">
      <h2>This link has been used</h2>
      <p>
        Each link opens one tab. Open the last line that <code>medlink review</code> printed in its terminal: it has the next
        link. Every decision is kept.
      </p>
    </section>`
  return html`<section class="sign-in">
    <h2>Sign in</h2>
    <p>Decisions are kept under the name that the token says. It is forgotten when the tab is closed.</p>
    <form @submit=${submit}>
      <label for="token">Token of the server</label>
      <input id="token" name="token" type="password" autocomplete="off" required />
      <button class="primary">Begin</button>
    </form>
  </section>`
}
