/** The files of the feed that need no question, and the days of changes: what a web server can hand out by itself. */
import { toAsked } from '../feed/ask.ts'
import { changesAsOf, changesDays } from '../feed/changes.ts'
import { OUTLOOK_EXTENSIONS, OUTLOOK_NAMES, outlookFile } from '../feed/formats/outlooks.ts'
import { FEED_PATH, FORMATS } from '../feed/formats.ts'
import { renderFile } from '../feed/render-file.ts'
import { piecesOfWhole } from '../feed/render-whole.ts'
import { nextDay, VIEWS } from '../feed/views.ts'
import { MONTHS_DEFAULT, outlookBody } from '../outlook/serve.ts'
import { ALL_TRADES, openAt } from '../search/trade-index.ts'
import { nextChange } from '../snapshot/snapshot.ts'
import { TRADES } from '../trades/trades.ts'
import { londonDay } from '../words/london.ts'
import type { ExportSection } from './section.ts'

/** Names below the feed's path; the shortest files first, and those of all trades last. */
function namesOfFeed(): string[] {
  const slugs = [...TRADES.map(({ slug }) => slug), ALL_TRADES]
  return [
    ...['index.json', 'status.json', 'feed.xml', 'feeds.opml', 'schema.json', 'feed.css'],
    ...TRADES.map(({ slug }) => `${slug}/feeds.opml`),
    ...slugs.flatMap((slug) =>
      FORMATS.flatMap(({ extension, pieces }) => [
        `${slug}.${extension}`,
        ...Object.keys(VIEWS).map((view) => `${slug}/${view}.${extension}`),
        ...(pieces ? [`${slug}/all.${extension}`] : []),
      ]),
    ),
  ]
}

const FOLDER = FEED_PATH.slice(1)

/** The lists of what comes before and after, which a new day makes others. */
const outlookSection: ExportSection = {
  names: () =>
    OUTLOOK_NAMES.flatMap((kind) =>
      [...TRADES.map(({ slug }) => slug), ALL_TRADES].flatMap((slug) =>
        OUTLOOK_EXTENSIONS.map((form) => `${FOLDER}/${outlookFile(kind, slug, form)}`),
      ),
    ),
  async read(core, name, snapshot, at) {
    const [kind, file = ''] = name.slice(FOLDER.length + 1).split('/')
    const known = OUTLOOK_NAMES.find((each) => each === kind)
    if (!known) throw new TypeError(`${name} is no file of this section`)
    const body = await outlookBody(core, known, file, MONTHS_DEFAULT, `${core.env.TOOLS_URL}/${name}`, at)
    return { pieces: [Buffer.from(body)], lastModified: at, changesAt: Math.min(nextDay(at), nextChange(snapshot, at)) }
  },
}

const feedNames = namesOfFeed().map((name) => `${FOLDER}/${name}`)

export const feedSection: ExportSection = {
  names: (now) => [...feedNames, ...changesDays(now).map((day) => `${FOLDER}/changes/${day}.json`)],
  async read(core, name, snapshot, at) {
    const { file, query, search } = toAsked(`/${name}`, '')
    const from = { query, search, snapshot, now: at, env: core.env }
    if (file.kind === 'whole') return piecesOfWhole(file, from)
    if (file.kind !== 'changes') {
      const { body, lastModified, changesAt } = renderFile(file, from)
      return { pieces: [body], lastModified, changesAt }
    }
    const { body, lastModified } = await changesAsOf(core, file.day, '', at)
    // Today's grows at every deadline; the others change with a publish, and in their links when the day is over.
    const byClock =
      file.day === londonDay(at)
        ? Math.min(openAt(snapshot.index, at).next ?? Number.POSITIVE_INFINITY, nextChange(snapshot, at))
        : Number.POSITIVE_INFINITY
    return { pieces: [body], lastModified, changesAt: Math.min(byClock, nextDay(at)) }
  },
}

/** Every file of the feed, those of open notices first. */
export const feedSections: readonly ExportSection[] = [feedSection, outlookSection]
