// @ts-check
import { html, nothing, svg } from 'lit-html'
import { markedText, percent, plainText } from '../../../page/text.js'
import { milliseconds } from './text.js'

/**
 * @import { Playground } from '../playground.js'
 * @import { ExplainedCandidate, LinkView, PartView } from '../../views.ts'
 */

/** Width of the longest bar, in the drawing's own units. */
const BAR = 100
/** The parts of the first score are open where there is room for them. */
const isRoomy = matchMedia('(min-width: 40rem)').matches

/** @type {Readonly<Record<string, string>>} evidence of a link, in words */
const BASES = {
  code: 'the text is the code',
  site_name: 'by a name of this site',
  official_name: 'by its official name',
  curated_name: 'by a curated name',
  same_words: 'by the same words',
  synonym: 'by a synonym',
  abbreviation: 'by an abbreviation',
  spelling: 'by a corrected spelling',
  lay: 'by patients’ own words',
  spared_words: 'left-out words say nothing',
}

/**
 * The answer for one mention, or the chosen code of the form field.
 *
 * @param {Playground} playground
 */
export function answerView(playground) {
  const { link, mode, text } = playground
  if (mode === 'field') return pickedView(playground)
  if (link === undefined)
    return text.trim() === ''
      ? html`<p class="empty">Type above, or take a sample: the answer comes as you type.</p>`
      : nothing
  const [first, ...others] = link.candidates
  if (first === undefined)
    return html`<p class="verdict no"><strong>No link</strong> No code has a name like this.</p>`
  return html`
    ${verdictView(first)}
    ${questionView(playground, link)}
    ${accountView(link)}
    ${factsView(link)}
    <h2>Candidates <small>${milliseconds(link.ms)}</small></h2>
    <ol class="candidates">
      ${candidateView(first, true, link)}
      ${others.map((candidate) => candidateView(candidate, false, link))}
    </ol>
  `
}

/** @param {ExplainedCandidate} first */
function verdictView({ code, title, is_linked, words, basis }) {
  if (!is_linked)
    return html`<p class="verdict no"><strong>No link</strong> <span>${words}</span></p>`
  return html`<p class="verdict yes">
    <strong>✓ Linked</strong> <code>${code}</code> <span>${plainText(title)}</span>
    ${basis === undefined ? nothing : html`<small>${BASES[basis] ?? basis}</small>`}
  </p>`
}

/**
 * The question that would settle the answer, with likely answers.
 *
 * @param {Playground} playground
 * @param {LinkView} link
 */
function questionView(playground, { question }) {
  if (question === undefined) return nothing
  const { text, hint, options } = question
  return html`<div class="question">
    <p>${text}</p>
    ${
      hint === undefined
        ? nothing
        : html`<div role="group" aria-label=${text}>
            ${options.map(
              ({ label, value }) =>
                html`<button type="button" @click=${() => playground.setHint(hint, value)}>${label}</button>`,
            )}
          </div>`
    }
  </div>`
}

/**
 * The text, with what accounts for each word below it.
 *
 * @param {LinkView} link
 */
function accountView({ account }) {
  const words = account.filter(({ by }) => by !== undefined)
  if (words.length === 0) return nothing
  return html`<h2>Your words</h2>
    <ul class="account">
      ${account.map(({ text, by, words }) => {
        if (by !== undefined)
          return html`<li class=${by}><span class="word">${text}</span> <small>${words}</small></li>`
        const between = text.trim()
        return between === ''
          ? nothing
          : html`<li class="between"><span class="word">${between}</span></li>`
      })}
    </ul>`
}

/** @param {LinkView} link */
function factsView({ facts }) {
  if (facts.length === 0) return nothing
  return html`<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}

/**
 * @param {ExplainedCandidate} candidate
 * @param {boolean} isFirst
 * @param {LinkView} link
 */
function candidateView(candidate, isFirst, { difference }) {
  const { code, title, matched, score, is_linked, words, parts, copyright_notice } = candidate
  return html`<li class=${is_linked ? 'linked' : ''}>
    <p class="title"><code>${code}</code> ${markedText(title)}</p>
    <p class="line">
      <span class=${is_linked ? 'yes' : isFirst ? 'no' : ''}>${is_linked ? '✓ linked' : words}</span>
      ${score === null ? nothing : html`<span class="score"><meter min="0" max="1" value=${score} aria-label="Probability"></meter> ${percent(score)}</span>`}
      ${matched === undefined ? nothing : html`<span>by its name “${markedText(matched)}”</span>`}
    </p>
    ${
      isFirst && difference !== undefined
        ? html`<p class="difference">${differenceText(difference)}</p>`
        : nothing
    }
    ${
      parts.length === 0
        ? nothing
        : html`<details ?open=${isFirst && isRoomy}>
            <summary>Parts of the score</summary>
            ${partsView(parts)}
          </details>`
    }
    ${copyright_notice === undefined ? nothing : html`<p class="notice">${copyright_notice}</p>`}
  </li>`
}

/** @param {NonNullable<LinkView['difference']>} difference */
function differenceText({ axis, first, second }) {
  const from = axis === undefined ? 'The next one' : html`The next one, by its ${axis},`
  if (first === '') return html`${from} adds <em>${second}</em>`
  if (second === '') return html`${from} lacks <em>${first}</em>`
  return html`${from} has <em>${second}</em> instead of <em>${first}</em>`
}

/** @param {readonly PartView[]} parts */
function partsView(parts) {
  const [largest] = parts
  const scale = BAR / (largest?.of ?? 1)
  return html`<ul class="parts">
    ${parts.map(
      ({ feature, points, of }) => html`<li>
        <span class="feature">${feature.replaceAll('_', ' ')}</span>
        <svg viewBox="0 0 ${BAR} 8" preserveAspectRatio="none" aria-hidden="true">
          ${svg`<rect class="track" width=${of * scale} height="8" rx="1.5" /><rect class="fill" width=${points * scale} height="8" rx="1.5" />`}
        </svg>
        <span class="points">${points.toFixed(1)} <small>of ${of.toFixed(1)}</small></span>
      </li>`,
    )}
  </ul>`
}

/** @param {Playground} playground */
function pickedView({ picked }) {
  if (picked === undefined)
    return html`<p class="empty">
      This is <code>&lt;medlink-suggest&gt;</code>, a field for any web form. Choose a code: it is the value of the field.
    </p>`
  return html`<p class="verdict yes"><strong>Value</strong> <code>${picked.code}</code> <span>${picked.text}</span></p>`
}
