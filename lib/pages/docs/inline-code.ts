import { type Html, html } from '../../html/html.ts'

/** Text in which `words in backticks` are code. */
export const withCode = (text: string): Html =>
  html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`
