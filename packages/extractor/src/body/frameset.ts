/** Pages of frames, which say nothing themselves: what they show to readers without frames, and where these lead. */
import { closed, escaped } from './html.ts'

const FRAME = /<frame\s([^<>]{1,2000})>/gi
const MOST_FRAMES = 30

/** The value of an attribute as it is written, with its references. */
const said = (attributes: string, name: string): string => {
  const [, double, single, bare] =
    new RegExp(`(?:^|\\s)${name}\\s{0,9}=\\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(attributes) ?? []
  return (double ?? single ?? bare ?? '').trim()
}

/** What stands between the first tags of a name; empty where there are none. */
function between(html: string, name: string): string {
  const begin = new RegExp(`<${name}[\\s>]`, 'i').exec(html)
  if (begin === null) return ''
  const from = html.indexOf('>', begin.index) + 1
  const length = html.slice(from).search(new RegExp(`</${name}[\\s>]`, 'i'))
  return from === 0 ? '' : html.slice(from, length === -1 ? undefined : from + length)
}

/** A page of frames as one without them; null for any other. Linear. */
export function framesetHtml(html: string): string | null {
  const at = html.search(/<frameset[\s>]/i)
  if (at === -1) return null
  const frames = [...html.slice(at).matchAll(FRAME)]
    .slice(0, MOST_FRAMES)
    .map(([, attributes = '']) => ({ src: said(attributes, 'src'), name: said(attributes, 'title') || said(attributes, 'name') }))
    .filter(({ src }) => src !== '' && !/^(?:about|javascript):/i.test(src))
    .map(({ src, name }) => `<li><a href="${src.replaceAll('"', '&quot;')}">${name.replaceAll('<', '&lt;') || escaped(src)}</a></li>`)
  return `${html.slice(0, at)}<body><main>${closed(between(html, 'noframes'))}<ul>${frames.join('')}</ul></main></body>`
}
