/** All open notices of a trade in one file: written in turns, so that a quarter of a million of them hold nobody up. */
import { inOneBody } from '../../http/represent.ts'
import { selectAll } from '../search/select.ts'
import { inTurns } from '../search/turns.ts'
import { feedStatus, nextChange } from '../snapshot/snapshot.ts'
import { selectFeed, toItem } from './feed.ts'
import type { FeedFile } from './feed-file.ts'
import { linkHeader, MAX_AGE_SECONDS } from './feed-headers.ts'
import type { Pieces } from './formats/format.ts'
import { feedLinks, fileUrl } from './formats.ts'
import type { Ingredients, Rendered } from './render-file.ts'

type WholeFile = Extract<FeedFile, { kind: 'whole' }>

/** Notices between two chances for others to come in. */
const STEP = 8

function* write({ trade, slug }: WholeFile, { query, snapshot, now }: Ingredients, { head, item, tail }: Pieces): Generator<Buffer> {
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
export function piecesOfWhole(file: WholeFile, from: Ingredients) {
  const { format, trade, slug, name } = file
  const { query, snapshot, now, env } = from
  const feed = selectFeed(snapshot.index, trade, { ...query, limit: 1 }, feedStatus(snapshot, now), now)
  const links = { ...feedLinks(env.TOOLS_URL, { slug }, query), self: fileUrl(env.TOOLS_URL, name) }
  const pieces = format.pieces?.(feed, links)
  if (!pieces) throw new TypeError(`${format.name} has no whole files`)
  return {
    pieces: inTurns(write(file, from, pieces)),
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
export async function renderWhole(file: WholeFile, from: Ingredients): Promise<Rendered> {
  const { pieces, ...rest } = piecesOfWhole(file, from)
  return { body: await inOneBody(pieces, inTurns), ...rest, maxAgeSeconds: MAX_AGE_SECONDS, generation: from.snapshot.generation }
}
