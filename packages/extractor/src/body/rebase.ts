/** Addresses in parts of a page that are relative to others than the page's own. */
import { setAttribute } from '../page/attributes.ts'
import type { Page } from '../page/dom.ts'

/** Makes relative addresses absolute in sections whose `id` is a prefix and the number of a base. Addresses within the page stay. */
export function rebase(page: Page, prefix: string, bases: readonly string[]): void {
  let base: string | undefined
  for (const { tag, attributes } of page.all) {
    if (tag === 'section' && attributes.id?.startsWith(prefix)) base = bases[Number(attributes.id.slice(prefix.length))]
    for (const name of ['href', 'src'] as const) {
      const address = attributes[name]
      if (address === undefined || address === '' || address.startsWith('#')) continue
      const whole = URL.parse(address, base)?.href
      if (whole !== undefined) setAttribute(attributes, name, whole)
    }
  }
}
