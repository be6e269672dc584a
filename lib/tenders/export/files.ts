/** The files of the feed that need no question: what a web server can hand out by itself. */
import type { Core } from '../../core.ts'
import { toAsked } from '../feed/ask.ts'
import { FEED_PATH, FORMATS } from '../feed/formats.ts'
import { type Rendered, renderFile } from '../feed/render-file.ts'
import { renderWhole } from '../feed/render-whole.ts'
import { VIEWS } from '../feed/views.ts'
import { ALL_TRADES } from '../search/trade-index.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { TRADES } from '../trades/trades.ts'

/** Names below the feed's path. `changes/<day>.json` come from the database and stay with the program. */
export function exportedNames(): string[] {
  const slugs = [ALL_TRADES, ...TRADES.map(({ slug }) => slug)]
  return [
    ...['feed.xml', 'feeds.opml', 'index.json', 'status.json', 'schema.json', 'feed.css'],
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

/** The bytes of a file as they are at `at` (milliseconds), the same as over HTTP. */
export async function exported({ env }: Core, name: string, snapshot: Snapshot, at: number): Promise<Rendered> {
  const { file, query, search } = toAsked(`${FEED_PATH}/${name}`, '')
  if (file.kind === 'changes') throw new TypeError(`${name} is not a file of the export`)
  return file.kind === 'whole' ? renderWhole(file, query, snapshot, at, env.TOOLS_URL) : renderFile(file, query, search, snapshot, at, env)
}
