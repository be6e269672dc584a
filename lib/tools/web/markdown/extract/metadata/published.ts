import type { Block } from '../blocks.ts'
import { type Element, squeeze, textOf, walk } from '../dom.ts'
import { toIsoDate, urlDate, writtenDate } from './date.ts'
import type { Heading } from './title.ts'

const META_KEYS = [
  'article:published_time',
  'og:article:published_time',
  'og:published_time',
  'parsely-pub-date',
  'datepublished',
  'citation_publication_date',
  'citation_date',
  'citation_online_date',
  'dc.date.issued',
  'dcterms.issued',
  'dc.date',
  'dcterms.date',
  'dcterms.created',
  'dc.date.created',
  'sailthru.date',
  'article.published',
  'publish-date',
  'publishdate',
  'publish_date',
  'pubdate',
  'publication_date',
  'published_time',
  'date',
  'rnews:datepublished',
  'ptime',
  'pdate',
  'article_date_original',
  'cxenseparse:recs:publishtime',
  'originalpublicationdate',
]

type Sources = {
  readonly ld: readonly (string | null)[]
  readonly pick: (...keys: string[]) => string | null
  readonly body: Element
  readonly heading: Heading | null
  readonly blocks: readonly Block[]
  /** Index of the block with the title; -1 when it is not known. */
  readonly anchor: number
  readonly url: string
}

/** When the page was published, as precise as the page says it: data first, then markup, then the address, then a date written beside the title. */
export function readPublished({ ld, pick, body, heading, blocks, anchor, url }: Sources): string | null {
  for (const raw of [...ld, ...META_KEYS.map((key) => pick(key))]) {
    const date = toIsoDate(raw)
    if (date !== null) return date
  }
  return inMarkup(body, heading) ?? urlDate(url) ?? besideTitle(blocks, anchor)
}

const DATE_CLASS = /(?:^|[\s_-])(?:date|published|posted|pubdate|post-?date|entry-?date|timestamp|datetime)(?:$|[\s_-])/i

/** Microdata that says "published", else the first `<time>` close to the title. */
function inMarkup(body: Element, heading: Heading | null): string | null {
  let published: string | null = null
  let near: string | null = null
  const headingId = heading?.element.id ?? -1
  walk(body, (element) => {
    if (published !== null) return false
    const { itemprop, datetime, content, class: classes } = element.attributes
    const properties = itemprop?.split(/\s+/) ?? []
    if (properties.includes('datePublished') || properties.includes('dateCreated')) {
      published = toIsoDate(content ?? datetime ?? squeeze(textOf(element)))
      return undefined
    }
    if (near !== null || headingId < 0 || element.id < headingId - 60 || element.id > headingId + 400) return undefined
    if (element.tag === 'time') {
      if (!/updat|modif/i.test(`${classes ?? ''} ${itemprop ?? ''} ${squeeze(textOf(element.parent ?? element)).slice(0, 60)}`))
        near = toIsoDate(datetime) ?? writtenDate(squeeze(textOf(element)))
    } else if (element.id > headingId && DATE_CLASS.test(classes ?? '') && element.children.length < 8) {
      const text = squeeze(textOf(element))
      if (text.length < 60 && !/updat|modif/i.test(text)) near = writtenDate(text)
    }
    return undefined
  })
  return published ?? near
}

const PUBLISHED = /\b(?:published|posted|publi[ée]|veröffentlicht|publicado|pubblicato|first published|created|date)\b/i
const UPDATED = /\b(?:updated|modified|reviewed|edited|effective|expires?|deadline|event|born)\b/i

/** A date in a short line around the title: one that says "published" wins, else the nearest one that does not say "updated". */
function besideTitle(blocks: readonly Block[], start: number): string | null {
  if (start === -1) return null
  let near: string | null = null
  let updated: string | null = null
  for (const block of blocks.slice(Math.max(0, start - 4), start + 16)) {
    if (block.text.length > 140) continue
    const date = writtenDate(block.text)
    if (date === null) continue
    if (PUBLISHED.test(block.text)) return date
    if (UPDATED.test(block.text)) {
      if (/\b(?:updated|modified|reviewed)\b/i.test(block.text)) updated ??= date
    } else near ??= date
  }
  // A page that shows only when it was last changed is dated by that.
  return near ?? updated
}
