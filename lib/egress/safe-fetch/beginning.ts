/** What the head of a page says by its tags, before anybody has parsed it. All of it is a stranger's word: an address from here is judged anew. */
import { decodeHTMLAttribute } from 'entities'

export type Answer = { readonly url: URL; readonly headers: Record<string, string>; readonly bytes: Uint8Array }

/** Bytes in which a head is looked for. */
export const BEGINNING_BYTES = 65_536

/** The first characters of an answer that is HTML or names no type; nothing of any other. */
export const beginningOf = ({ headers, bytes }: Answer): string =>
  /html|^$/i.test(headers['content-type'] ?? '') ? new TextDecoder().decode(bytes.subarray(0, BEGINNING_BYTES)) : ''

/** The tags of that name, as they stand in the source. */
export const tagsOf = (html: string, name: string): string[] => html.match(new RegExp(`<${name}\\s[^<>]{1,2000}>`, 'gi')) ?? []

/** The value of an attribute in the source of a tag, without quotes and entities. */
export function attributeIn(tag: string, name: string): string | undefined {
  const found = new RegExp(`[\\s"']${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(tag)
  const value = found?.slice(1).find((part) => part !== undefined)
  return value === undefined ? undefined : decodeHTMLAttribute(value)
}

/** An address on the web, without fragment; null for any other. */
export function addressIn(address: string, base: URL): URL | null {
  const target = URL.parse(address.trim(), base)
  if (!target || !/^https?:$/.test(target.protocol)) return null
  target.hash = ''
  return target
}
