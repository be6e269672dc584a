/** What a page that only a script draws says of itself as data (schema.org in JSON-LD): a job, an article, a question with its answers, a list. */
import { decodeHTML } from 'entities'
import type { PageKind } from '../choice/kind/kind.ts'
import { offerLine } from '../choice/shop/price.ts'
import { toIsoDate } from '../metadata/date.ts'
import { offerIn } from '../metadata/offer.ts'
import { fold } from '../metadata/text.ts'
import type { Page } from '../page/dom.ts'
import { type Graph, isRecord, type LdNode, namesOf, nodesIn, recordsIn, textValue, typesOf } from '../page/json-ld.ts'
import { closed, escaped, headHtml } from './html.ts'

/** What a page may be about. */
const SUBJECT =
  /^(?:AudioObject|Book|Course|Dataset|HowTo|Movie|Product|ProductGroup|Question|TVSeries|VideoGame|VideoObject)$|(?:Application|Article|Episode|Event|Posting|Recipe)$/
/** Where its text stands, in the order of reading. */
const TEXTS = [
  'text',
  'articleBody',
  'description',
  'responsibilities',
  'qualifications',
  'experienceRequirements',
  'educationRequirements',
  'skills',
  'jobBenefits',
  'transcript',
]
/** Characters that say more than a share card does. */
const LEAST = 200
/** Items of a list at least, and of any that are read at most. */
const [FEWEST, MOST] = [3, 1_000]

const isOf = (node: LdNode, type: RegExp): boolean => typesOf(node).some((name) => type.test(name))

const TAG = /<\/?[a-z][^<>]*>/i

/** A text of data as HTML: what is HTML, be it escaped once more, and lines of plain text. */
function textHtml(text: string): string {
  const html = /&lt;\/?[a-z]/i.test(text) && !TAG.test(text) ? decodeHTML(text) : text
  if (TAG.test(html)) return `<div>${closed(html)}</div>`
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line) => `<p>${escaped(line)}</p>`).join('')
}

const textsOf = (node: LdNode): string[] => [...new Set(TEXTS.map((name) => textValue(node[name])).filter((text) => text !== null))]

/** What others say to a question or a post. */
const answersOf = ({ acceptedAnswer, suggestedAnswer, comment }: LdNode): LdNode[] =>
  [acceptedAnswer, suggestedAnswer, comment].flatMap(nodesIn).slice(0, MOST)

/** Whether what it says may be read by whoever asks. */
const isFree = ({ isAccessibleForFree }: LdNode): boolean => !/^false$/i.test(String(isAccessibleForFree ?? true))

/** The one thing that a page is about; of several of a type the one that is called what the page is. Null where none says much. */
function subjectOf({ jsonLd, title }: Page): LdNode | null {
  const known = new Set<string>()
  const subjects = jsonLd.nodes.flatMap((node) => {
    const said = isOf(node, SUBJECT) && isFree(node) ? textsOf(node).join('\n') : ''
    if (said === '' || known.has(said)) return []
    known.add(said)
    return [{ node, length: said.length + answersOf(node).flatMap(textsOf).join('').length }]
  })
  const longest = subjects.reduce((most, subject) => (subject.length > (most?.length ?? 0) ? subject : most), subjects[0])
  if (longest === undefined || longest.length < LEAST) return null
  const type = typesOf(longest.node).join()
  const alike = subjects.filter(({ node }) => typesOf(node).join() === type)
  const called = alike.length === 1 ? alike : alike.filter(({ node }) => nameOf(node) !== '' && fold(title).includes(fold(nameOf(node))))
  return called.length === 1 && called[0]!.length >= LEAST ? called[0]!.node : null
}

const nameOf = (node: LdNode): string => textValue(node.name) ?? textValue(node.headline) ?? textValue(node.title) ?? ''

/** Each below a line of who and when. */
function answersHtml(node: LdNode, byId: Graph['byId']): string {
  const answers = answersOf(node).map((answer) => {
    const [who = ''] = namesOf(answer.author, byId)
    const day = textValue(answer.dateCreated ?? answer.datePublished)?.slice(0, 10) ?? ''
    return { head: headHtml(who, day), text: textsOf(answer).map(textHtml).join('') }
  })
  return answers
    .filter(({ text }) => text !== '')
    .map(({ head, text }) => `<hr>${head}${text}`)
    .join('')
}

/** The items of the one list of a page, where they lead. */
function listHtml({ jsonLd: { nodes, byId } }: Page): string | null {
  const lists = nodes.filter((node) => isOf(node, /^ItemList$/))
  const items = lists.length === 1 ? recordsIn(lists[0]!.itemListElement).slice(0, MOST) : []
  const lines = items.flatMap((item) => {
    const thing = isRecord(item.item) ? item.item : item
    const name = textValue(thing.name) ?? textValue(item.name)
    if (name === null) return []
    const url = textValue(thing.url) ?? textValue(item.url) ?? textValue(item.item)
    const link = url === null ? escaped(name) : `<a href="${escaped(url)}">${escaped(name)}</a>`
    const price = escaped(offerLine(offerIn(thing.offers, byId)) ?? '')
    return [`<li>${link}<p>${price}</p>${textsOf(thing).slice(0, 1).map(textHtml).join('')}</li>`]
  })
  return lines.length < FEWEST ? null : `<ul>${lines.join('')}</ul>`
}

const kindOf = (subject: LdNode): PageKind =>
  isOf(subject, /^Product/) ? 'product' : isOf(subject, /^(?:Question|DiscussionForumPosting)$/) ? 'forum' : 'article'

/** `html` of strangers, and of what it is said to be when it came out. */
type Undrawn = { readonly html: string; readonly kind: PageKind; readonly published: string | null }

/**
 * What the data of a page say that it is about; null where they say little, or of many things.
 * @param isNothing whether the page shows nothing else: what it sells and lists is better seen in whatever it shows
 */
export function undrawnOf(page: Page, isNothing: boolean): Undrawn | null {
  const subject = subjectOf(page)
  const kind = subject === null ? 'listing' : kindOf(subject)
  if (!isNothing && (kind === 'listing' || kind === 'product')) return null
  const html = subject === null ? listHtml(page) : subjectHtml(subject, page.jsonLd.byId)
  if (html === null) return null
  const { datePublished, dateCreated, datePosted, uploadDate } = subject ?? {}
  return { html, kind, published: toIsoDate(textValue(datePublished ?? dateCreated ?? datePosted ?? uploadDate)) }
}

const subjectHtml = (subject: LdNode, byId: Graph['byId']): string => textsOf(subject).map(textHtml).join('') + answersHtml(subject, byId)
