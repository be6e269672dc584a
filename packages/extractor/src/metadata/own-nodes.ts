/** Which nodes of a page's JSON-LD speak of the page itself: data also name what is related, what readers wrote, and what a list leads to. */
import { isRecord, type LdNode, textValue, typesOf } from '../page/json-ld.ts'
import { overlap } from './title.ts'

/** Properties whose values are other things than the page. */
const OTHERS =
  /^(?:reviews?|comments?|liveBlogUpdate|suggestedAnswer|acceptedAnswer|mentions|citation|isRelatedTo|isSimilarTo|related(?:Link|To)?|itemListElement|hasPart|blogPosts?|isBasedOn|subjectOf|about|publisher|sourceOrganization|significantLinks?|recordedIn|workExample)$/
/** Types of what somebody wrote and published, and of pages. */
const WORK = /(?:Article|Posting|Report|Recipe|HowTo|Review|Question|CreativeWork|Book|Page)$/
const MAX_DEPTH = 12
/** Share of a headline's words that what the page is called elsewhere must have. */
const SAME = 0.5

type Sources = {
  readonly nodes: readonly LdNode[]
  /** Addresses of the page: where it was found, and what it calls itself. */
  readonly addresses: readonly (string | null)[]
  /** What the page is called elsewhere. */
  readonly claims: readonly string[]
}

/** Host and path, without what changes between copies of one address. */
function addressKey(raw: string | null, base: string): string | null {
  const url = raw === null ? null : URL.parse(raw, base)
  if (url === null) return null
  return `${url.host.replace(/^www\./, '')}${url.pathname.replace(/\/(?:index\.\w+)?$/, '')}`.toLowerCase()
}

/** Nodes inside of others of the list, under a property that names something else. */
function nodesOfOthers(nodes: readonly LdNode[]): Set<LdNode> {
  const found = new Set<LdNode>()
  const take = (value: unknown, depth: number): void => {
    if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return
    if (isRecord(value)) {
      if (found.has(value)) return
      found.add(value)
    }
    for (const inner of Object.values(value)) take(inner, depth + 1)
  }
  for (const node of nodes) if (!found.has(node)) for (const name of Object.keys(node)) if (OTHERS.test(name)) take(node[name], 0)
  return found
}

/**
 * The works and pages among the nodes in their order, those that give the page's address first, without those of other things. A node that gives
 * another address stays where it is called what the page is called.
 */
export function ownNodes({ nodes, addresses, claims }: Sources): LdNode[] {
  const base = addresses[0]!
  const own = new Set(addresses.map((address) => (address === null ? null : addressKey(address, base))))
  const isOwn = ({ url, mainEntityOfPage, '@id': id }: LdNode): boolean | null => {
    const page = isRecord(mainEntityOfPage) ? (mainEntityOfPage['@id'] ?? mainEntityOfPage.url) : mainEntityOfPage
    const given = [textValue(url), textValue(page), textValue(id)].filter((address) => address !== null && !/^(?:#|_:)/.test(address))
    if (given.length === 0) return null
    return given.some((address) => own.has(addressKey(address, base)))
  }
  const works = nodes.filter((node) => typesOf(node).some((type) => WORK.test(type))).map((node) => ({ node, owned: isOwn(node) }))
  const first = works.filter(({ owned }) => owned === true)
  const others = first.length === works.length ? new Set() : nodesOfOthers(nodes)
  const rest = works.filter(({ node, owned }) => owned !== true && !others.has(node) && (owned === null || isCalled(node, claims)))
  return [...first, ...rest].map(({ node }) => node)
}

/** Whether a node is called what the page is called; true where one of them has no name. */
function isCalled(node: LdNode, claims: readonly string[]): boolean {
  const name = textValue(node.headline ?? node.name)
  return name === null || claims.length === 0 || claims.some((claim) => overlap(name, claim) >= SAME)
}
