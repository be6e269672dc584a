/** Blocks that several pages use. */
import { highlight, type Language } from './highlight.ts'
import { type Child, content, type Html, html } from './html.ts'

/** Code that scrolls within its frame and can be reached by keyboard. `/page.js` adds a copy button where `copyable`. */
export const codeBlock = (label: Child, code: string, options: { note?: Child; copyable?: boolean; language?: Language } = {}): Html =>
  html`<figure class="code"${options.copyable !== false && html` data-copy`}><figcaption><strong>${label}</strong>${options.note && html`<span>${options.note}</span>`}</figcaption><pre tabindex="0"><code>${options.language ? highlight(code, options.language) : content(code)}</code></pre></figure>`

/** Panels of which one shows at a time, by radio buttons: no script. `id` is unique within the page. At most eight. */
export const tabs = (id: string, legend: string, panels: readonly (readonly [label: string, panel: Child])[]): Html =>
  html`<fieldset class="tabs"><legend class="unseen">${legend}</legend>${panels.map(
    ([label], at) =>
      html`<input type="radio" name="${id}" id="${id}-${at}"${at === 0 && html` checked`}><label for="${id}-${at}">${label}</label>`,
  )}${panels.map(([, panel]) => html`<div class="panel">${panel}</div>`)}</fieldset>`

/** Something long behind its name. */
export const folded = (summary: Child, body: Child): Html => html`<details class="fold"><summary>${summary}</summary>${body}</details>`

export type Column = {
  name: string
  /** Right-aligned figures. */
  number?: boolean
  /** Sentences, which need no name before them on a phone. */
  prose?: boolean
}

/**
 * A table whose first column names the row. On a phone each row becomes a block, with the names of the columns before the values; the roles
 * say again what the elements no longer do then.
 */
export const table = (
  caption: string,
  columns: readonly Column[],
  rows: readonly (readonly Child[])[],
  options: { /** Only for those who do not see the heading above. */ captionUnseen?: boolean } = {},
): Html =>
  html`<table class="stack" role="table"><caption${options.captionUnseen && html` class="unseen"`}>${caption}</caption><thead role="rowgroup"><tr role="row">${columns.map(
    ({ name, number }) =>
      html`<th scope="col" role="columnheader"${number && html` class="n"`}>${name || html`<span class="unseen">Also</span>`}</th>`,
  )}</tr></thead><tbody role="rowgroup">${rows.map(
    (cells) =>
      html`<tr role="row">${cells.map((cell, index) => {
        const column = columns[index]
        if (index === 0) return html`<th scope="row" role="rowheader">${cell}</th>`
        if (cell === '') return html`<td></td>`
        return html`<td role="cell"${!column?.prose && html` data-label="${column?.name || 'Also'}"`}${column?.number && html` class="n"`}>${cell}</td>`
      })}</tr>`,
  )}</tbody></table>`

/** Names and what they are. */
export const facts = (rows: readonly (readonly [name: Child, value: Child])[]): Html =>
  html`<dl class="facts">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`

/** Points of equal weight. */
export const list = (items: readonly Child[]): Html => html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`

/** Text from outside: its direction stays its own. */
export const foreign = (text: string): Html => html`<bdi>${text}</bdi>`
