/** The pages of the tenders that need no question, as files beside those of the feed: all trades, each trade with its views, and its keywords. */
import type { Core } from '../../core.ts'
import type { Page } from '../../html/document.ts'
import { pageReply } from '../../html/respond.ts'
import type { ExportedFile, ExportSection } from '../../tenders/export/section.ts'
import { tradeOrAll } from '../../tenders/feed/feed-file.ts'
import { OUTLOOK_NAMES } from '../../tenders/feed/formats/outlooks.ts'
import { findView, nextDay, VIEWS } from '../../tenders/feed/views.ts'
import { ALL_TRADES, openAt } from '../../tenders/search/trade-index.ts'
import { feedStatus, nextChange, type Snapshot } from '../../tenders/snapshot/snapshot.ts'
import { TRADES } from '../../tenders/trades/trades.ts'
import { parseFilter } from './filter/read.ts'
import { tendersIndex, WEEK_DAYS } from './index-page.ts'
import { keywordsPage } from './keywords-page.ts'
import { answerOutlook } from './outlook-page.ts'
import { awayPage } from './parts.ts'
import { wordsChangeAt } from './time-words.ts'
import { selectPage, tradePage } from './trade-page.ts'

const AWAY = 'tenders/away'

const NAMES: readonly string[] = [
  'tenders',
  AWAY,
  ...TRADES.map(({ slug }) => `tenders/${slug}/keywords`),
  ...[...TRADES.map(({ slug }) => slug), ALL_TRADES].flatMap((slug) => [
    `tenders/${slug}`,
    ...Object.keys(VIEWS).map((view) => `tenders/${slug}/${view}`),
    ...OUTLOOK_NAMES.map((kind) => `tenders/${slug}/${kind}`),
  ]),
].map((path) => `${path}.html`)

const orNever = (instant: number | null): number => instant ?? Number.POSITIVE_INFINITY

/** The page at a path, and when the clock makes it another. */
async function made(core: Core, path: string, snapshot: Snapshot, now: number): Promise<{ page: Page; changesAt: number }> {
  if (path === AWAY) return { page: awayPage, changesAt: Number.POSITIVE_INFINITY }
  const [, slug, below] = path.split('/')
  const status = feedStatus(snapshot, now)
  if (slug === undefined) {
    const soon = openAt(snapshot.index, now + WEEK_DAYS * 86_400_000).next
    const boundary = Math.min(orNever(openAt(snapshot.index, now).next), orNever(soon) - WEEK_DAYS * 86_400_000)
    return { page: tendersIndex(snapshot.index, status, core.env, now), changesAt: boundary }
  }
  const trade = tradeOrAll(slug)
  if (trade === undefined) throw new TypeError(`${path} is no page of the export`)
  if (below === 'keywords' && trade) return { page: keywordsPage(trade), changesAt: Number.POSITIVE_INFINITY }
  const outlook = OUTLOOK_NAMES.find((kind) => kind === below)
  if (outlook) return { page: await answerOutlook(core, outlook, slug, new URLSearchParams(), now), changesAt: nextDay(now) }
  const view = below === undefined ? undefined : findView(below)
  const { filter } = parseFilter(new URLSearchParams(), view?.order)
  const ask = { view: below, index: snapshot.index, status, filter, faults: [], site: core.env, now }
  const { rows, validUntil } = selectPage(snapshot.index, trade, filter, now, below)
  return {
    page: tradePage(trade, ask),
    changesAt: Math.min(
      orNever(validUntil),
      view?.changesAt(now) ?? Number.POSITIVE_INFINITY,
      nextDay(now),
      ...rows.map(({ notice }) => wordsChangeAt(notice.deadline, now)),
    ),
  }
}

export const pagesSection: ExportSection = {
  names: () => NAMES,
  async read(core, name, snapshot, at): Promise<ExportedFile> {
    const { page, changesAt } = await made(core, name.slice(0, -'.html'.length), snapshot, at)
    const { body } = pageReply(page, core.env)
    return { pieces: [Buffer.from(body ?? '')], lastModified: at, changesAt: Math.min(changesAt, nextChange(snapshot, at)) }
  },
}
