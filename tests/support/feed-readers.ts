/** What programs of other people find in each form of a feed: the ids of its notices in their order, read without anything of ours. */
import { parse as parseCsv } from 'csv-parse/sync'
import { parseFeed } from 'htmlparser2'
import ICAL from 'ical.js'
import RssParser from 'rss-parser'

type Reader = (body: string) => string[] | Promise<string[]>
type Listed = { id: string }

const idsOf = (listed: readonly Listed[]): string[] => listed.map(({ id }) => id)
const feedItems: Reader = (body) => parseFeed(body)?.items.map(({ id }) => id ?? '') ?? []
const rss = new RssParser()

const READERS: Record<string, readonly Reader[]> = {
  json: [(body) => idsOf(JSON.parse(body).notices)],
  csv: [(body) => idsOf(parseCsv<Listed>(body.slice(0, body.lastIndexOf('\r\n')), { bom: true, columns: true }))],
  xml: [async (body) => (await rss.parseString(body)).items.map(({ guid }) => guid ?? ''), feedItems],
  atom: [feedItems],
  jsonl: [(body) => idsOf(body.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)])))],
  'feed.json': [(body) => idsOf(JSON.parse(body).items)],
  ics: [
    (body) =>
      new ICAL.Component(ICAL.parse(body))
        .getAllSubcomponents('vevent')
        .map((event) => String(event.getFirstPropertyValue('uid')).replace(/@localhost:3000$/, '')),
  ],
}

/** Where ids that are known begin in a text, in their order: what a form is read by until it has a reader of its own. */
const whereTheyStand =
  (known: readonly string[]): Reader =>
  (body) =>
    known.filter((id) => body.includes(id)).sort((one, other) => body.indexOf(one) - body.indexOf(other))

/**
 * The ids that each reader of a form finds in `body`.
 * @param known ids to look for when the form has no reader of its own
 */
export function idsRead(extension: string, body: string, known: readonly string[]): Promise<string[][]> {
  return Promise.all((READERS[extension] ?? [whereTheyStand(known)]).map((read) => read(body)))
}
