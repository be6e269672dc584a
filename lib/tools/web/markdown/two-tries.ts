/**
 * What is asked of a site, and what is asked after it. Markdown is asked for first; where a site cannot cope with that, the page is asked for
 * once more as a browser asks, and where a page is drawn by scripts alone, its Markdown is asked for by the address that the page names. Two
 * tries are all, within the time of one.
 */
import { ApiError } from '../../../errors.ts'
import { sourceForm } from './source-form.ts'

export type Question = { readonly url: URL; readonly accept: string; readonly signal: AbortSignal }

/** Why a page was not read, and what its answer said besides. */
export class Unread extends Error {
  override name = 'Unread'
  readonly reason: unknown
  /** Where the answer says that its Markdown stands. */
  readonly twin: URL | null
  readonly isEmpty: boolean
  /** Whether a redirect had led to it. */
  readonly isElsewhere: boolean

  constructor(
    reason: unknown,
    { twin = null, isEmpty = false, isElsewhere = false }: { twin?: URL | null; isEmpty?: boolean; isElsewhere?: boolean } = {},
  ) {
    super('A page was not read.', { cause: reason })
    this.reason = reason
    this.twin = twin
    this.isEmpty = isEmpty
    this.isElsewhere = isElsewhere
  }
}

type Page = {
  readonly finalUrl: string
  readonly wordCount: number
  readonly contentType: string
  readonly extraction: 'article' | 'fallback' | 'source'
}

const MARKDOWN_FIRST = 'text/markdown, text/html;q=0.9, */*;q=0.1'
const AS_A_BROWSER = 'text/html, application/xhtml+xml;q=0.9, */*;q=0.1'

/** A site's Markdown of fewer words may be a stub. */
const FEW_WORDS = 60
const MANY_WORDS = 80

export type Tries = {
  /** False asks for the page alone: what names parts of a page needs one. */
  markdown: boolean
  /** For both tries. */
  signal: AbortSignal
}

/**
 * Reads the page at `url` by `read`, which throws `Unread`, in at most two tries.
 * @throws what the try that says more threw
 */
export async function inTwoTries<Read extends { page: Page }>(
  url: URL,
  read: (question: Question) => Promise<Read>,
  { markdown, signal }: Tries,
): Promise<Read> {
  const asPage = () => read({ url, accept: AS_A_BROWSER, signal })
  let first: Read
  try {
    first = await read({ url, accept: markdown ? MARKDOWN_FIRST : AS_A_BROWSER, signal })
  } catch (error) {
    if (!(error instanceof Unread)) throw error
    if (markdown && error.twin !== null && isShell(error.reason)) return twinOf(error.twin, error, read, signal)
    if (!markdown || !mayBeTheQuestion(error)) throw error.reason
    return asPage().catch((second: unknown) => {
      throw moreTelling(error.reason, second instanceof Unread ? second.reason : second)
    })
  }
  if (!markdown || !isDoubtful(url, first.page)) return first
  const second = await asPage().catch(nullIfUnread)
  return second !== null && isBetter(second.page, first.page) ? second : first
}

/** The Markdown that a shell names; what is none is not sold in its place. */
async function twinOf<Read extends { page: Page }>(
  twin: URL,
  shell: Unread,
  read: (question: Question) => Promise<Read>,
  signal: AbortSignal,
) {
  const found = await read({ url: twin, accept: MARKDOWN_FIRST, signal }).catch(nullIfUnread)
  if (found === null || !['markdown', 'text'].includes(sourceForm(found.page))) throw shell.reason
  return found
}

/** Why a second try came to nothing matters to nobody; what is no such reason is a fault of ours. */
function nullIfUnread(error: unknown): null {
  if (error instanceof Unread) return null
  throw error
}

const codeOf = (reason: unknown): unknown => (reason instanceof ApiError ? reason.extra.errorCode : undefined)

/** Pages that scripts draw, and those that say so. */
const isShell = (reason: unknown): boolean => ['nothing_readable', 'access_wall'].includes(String(codeOf(reason)))

/**
 * Whether a site may have failed at being asked for Markdown: not where it speaks of its load, or of an address that was never reached, or says
 * at the address asked for that nothing is there. Missing pages are many, and whoever does not pay may have some asked for.
 */
function mayBeTheQuestion({ reason, isEmpty, isElsewhere }: Unread): boolean {
  if (!(reason instanceof ApiError)) return false
  const { errorCode, upstreamStatus } = reason.extra
  if (errorCode === 'nothing_readable') return isEmpty
  if (errorCode !== undefined) return ['error_page', 'access_wall', 'redirect_loop', 'too_many_redirects'].includes(String(errorCode))
  const status = Number(upstreamStatus ?? 0)
  if (status === 404 || status === 410) return isElsewhere
  return (status >= 300 && status < 500 && status !== 408 && status !== 429) || status === 500 || status === 501
}

/** The second answer is the ordinary one; that there was no time for it says nothing. */
const moreTelling = (first: unknown, second: unknown): unknown =>
  codeOf(second) === 'timeout' || !(second instanceof ApiError) ? first : second

const INDEX = /^\/(?:index(?:\.\w{1,8})?)?$|\/llms(?:-[\w-]{1,40})?\.txt$/i
const pathOf = (address: string): string => URL.parse(address)?.pathname ?? ''

/** Whether somebody was led from the page asked for to the Markdown of the site as a whole. */
const isLedAway = (url: URL, { finalUrl }: Page): boolean => INDEX.test(pathOf(finalUrl)) && !INDEX.test(url.pathname)

/** Markdown that a page was answered with, and that may be a stub or something else. A file that is Markdown itself is what was asked for. */
const isDoubtful = (url: URL, page: Page): boolean =>
  sourceForm(page) === 'markdown' && !/\.(?:mdx?|markdown|txt)$/i.test(url.pathname) && (page.wordCount < FEW_WORDS || isLedAway(url, page))

/** Whether the page says much more than its Markdown, or is where its Markdown was not. */
const isBetter = (page: Page, twin: Page): boolean =>
  sourceForm(page) === 'html' &&
  ((page.wordCount >= MANY_WORDS && page.wordCount >= twin.wordCount * 3) ||
    (INDEX.test(pathOf(twin.finalUrl)) && !INDEX.test(pathOf(page.finalUrl)) && page.wordCount > 0))
