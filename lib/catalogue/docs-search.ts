/** Finds words in the documentation: its pages as Markdown, section by section. Pure but for the texts it reads once. */
import { type Core, part } from '../core.ts'
import { problemCodes } from '../errors.ts'
import { tools } from '../tools/registry.ts'
import { docsMarkdown } from './markdown/docs.ts'

export type Hit = { path: string; title: string; section: string; excerpt: string }

type Section = { path: string; title: string; section: string; text: string; lower: string }

const HITS_MAX = 20
const WORDS_MAX = 8
const EXCERPT = 220

const paths = (): string[] => [
  '/docs/payments',
  '/docs/tenders-feed',
  '/docs/policy',
  '/docs/risk-rules',
  ...tools.map(({ id }) => `/docs/${id}`),
  ...problemCodes.map((code) => `/docs/errors/${code}`),
]

/** Markdown without its marks. */
const plain = (markdown: string): string =>
  markdown
    .replace(/^[-*] /gm, '• ')
    .replace(/```\w*|\[([^\]]*)\]\([^)]*\)|[`*|#]/g, (_, label: string | undefined) => label ?? ' ')
    .replace(/\s+/g, ' ')
    .trim()

const sections = part(({ env }) =>
  paths().flatMap((path): Section[] => {
    const pieces = (docsMarkdown(path, env) ?? '').split(/^(?=#{1,2} )/m)
    const title = plain((pieces[0] ?? '').split('\n', 1)[0] ?? path)
    // Every tool ends with the same links, which would be found instead of what is looked for.
    return pieces
      .filter((piece) => !piece.startsWith('## More'))
      .map((piece) => {
        const [heading = '', ...rest] = piece.split('\n')
        const text = plain(rest.join('\n').replace(/^[\s|:-]+$/gm, ''))
        return { path, title, section: plain(heading), text, lower: `${plain(heading)} ${text}`.toLowerCase() }
      })
  }),
)

function excerptOf(text: string, word: string): string {
  const at = text.toLowerCase().indexOf(word)
  const start = Math.max(0, at < 60 ? 0 : text.indexOf(' ', at - 60) + 1)
  const cut = text.slice(start, start + EXCERPT)
  return `${start > 0 ? '… ' : ''}${cut}${start + EXCERPT < text.length ? ' …' : ''}`
}

/** Sections that hold every word (as the beginning of one of theirs), best first: words in headings weigh most. At most one section a page. */
export function searchDocs(core: Core, query: string): Hit[] {
  const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}_/.-]+/gu) ?? [])].slice(0, WORDS_MAX)
  if (words.length === 0) return []
  const begins = words.map((word) => new RegExp(`(?<![\\p{L}\\p{N}])${word.replace(/[/.]/g, '\\$&')}`, 'gu'))
  const scored = sections(core).flatMap((section) => {
    const counts = begins.map((pattern) => section.lower.match(pattern)?.length ?? 0)
    if (counts.includes(0)) return []
    const heading = `${section.title} ${section.section}`.toLowerCase()
    const named = words.filter((word) => heading.includes(word)).length
    const score = named * 20 + counts.reduce((sum, count) => sum + Math.min(count, 5), 0) + 1_000 / (1_000 + section.lower.length)
    return [{ section, score }]
  })
  const best = new Map<string, (typeof scored)[number]>()
  for (const one of scored) if (one.score > (best.get(one.section.path)?.score ?? -1)) best.set(one.section.path, one)
  return [...best.values()]
    .toSorted((one, other) => other.score - one.score)
    .slice(0, HITS_MAX)
    .map(({ section: { path, title, section, text } }) => ({ path, title, section, excerpt: excerptOf(text, words[0] ?? '') }))
}
