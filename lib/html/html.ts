/**
 * HTML as a value. The tag escapes everything put into it, so text from notices, sources or requests can never become markup; only an `Html`
 * made by the tag itself (or by `trusted`, for our own constants) goes in as it is.
 */

const made: unique symbol = Symbol('html')

export type Html = { readonly [made]: string }

/** What may stand in a template. `null`, `undefined` and `false` stand for nothing. */
export type Child = Html | string | number | null | undefined | false | readonly Child[]

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text that is safe between tags and within quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

const isHtml = (child: Child): child is Html => typeof child === 'object' && child !== null && made in child

function toText(child: Child): string {
  if (child === null || child === undefined || child === false) return ''
  if (isHtml(child)) return child[made]
  return typeof child === 'object' ? child.map(toText).join('') : escapeHtml(String(child))
}

/**
 * Makes HTML.
 * @example html`<p title="${title}">${paragraphs.map((text) => html`<b>${text}</b>`)}</p>`
 */
export function html(strings: TemplateStringsArray, ...children: Child[]): Html {
  return { [made]: strings.reduce((text, part, index) => text + toText(children[index - 1]) + part) }
}

/** Our own markup as it is. Never for text from outside. */
export const trusted = (markup: string): Html => ({ [made]: markup })

/** Text between tags alone, never within an attribute: quotes stay as they are, which in code is half its weight. */
export const content = (text: string): Html => trusted(text.replace(/[&<>]/g, (character) => ENTITIES[character] ?? ''))

/** The text of HTML, ready to send. */
export const render = (part: Html): string => part[made]

/** A value as an inline data block: JSON that cannot end its own element. */
export const jsonBlock = (value: unknown): Html => trusted(JSON.stringify(value).replace(/</g, '\\u003c'))
