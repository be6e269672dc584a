/** All open notices of a trade in one file: written in turns, so that a quarter of a million of them hold nobody up. */
import { inOneBody } from '../../http/represent.ts'
import type { Query } from '../search/query.ts'
import { selectAll } from '../search/select.ts'
import { inTurns } from '../search/turns.ts'
import { feedStatus, nextChange, type Snapshot } from '../snapshot/snapshot.ts'
import { selectFeed, toItem } from './feed.ts'
import type { FeedFile } from './feed-file.ts'
import { linkHeader, MAX_AGE_SECONDS } from './feed-headers.ts'
import type { Pieces } from './formats/format.ts'
import { feedLinks, fileUrl } from './formats.ts'
import type { Rendered } from './render-file.ts'

type WholeFile = Extract<FeedFile, { kind: 'whole' }>

/** Notices between two chances for others to come in. */
const STEP = 8

function* write(
  { trade, slug }: WholeFile,
  query: Query,
  snapshot: Snapshot,
  now: number,
  { head, item, tail }: Pieces,
): Generator<Buffer> {
  let text = head
  let place = 0
  for (const row of selectAll(snapshot.index, slug, query, now)) {
    text += item(toItem(row, trade), place)
    place += 1
    if (place % STEP !== 0) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(text + tail)
}

/** The file as it is at `now`, a few notices at a time. */
export function piecesOfWhole(file: WholeFile, query: Query, snapshot: Snapshot, now: number, site: string) {
  const { format, trade, slug, name } = file
  const feed = selectFeed(snapshot.index, trade, { ...query, limit: 1 }, feedStatus(snapshot, now), now)
  const links = { ...feedLinks(site, { slug }, query), self: fileUrl(site, name) }
  const pieces = format.pieces?.(feed, links)
  if (!pieces) throw new TypeError(`${format.name} has no whole files`)
  return {
    pieces: inTurns(write(file, query, snapshot, now, pieces)),
    headers: {
      'Content-Type': format.contentType,
      Link: linkHeader(links, null),
      Vary: 'Accept-Encoding',
      ...format.headers?.(feed),
    },
    lastModified: feed.changedAt,
    closesAt: feed.validUntil,
    changesAt: Math.min(feed.validUntil ?? Number.POSITIVE_INFINITY, nextChange(snapshot, now)),
  }
}

/** The file as it is at `now`, in memory; pauses for everybody else every few milliseconds. */
export async function renderWhole(file: WholeFile, query: Query, snapshot: Snapshot, now: number, site: string): Promise<Rendered> {
  const { pieces, ...rest } = piecesOfWhole(file, query, snapshot, now, site)
  return { body: await inOneBody(pieces, inTurns), ...rest, maxAgeSeconds: MAX_AGE_SECONDS, generation: snapshot.generation }
}
