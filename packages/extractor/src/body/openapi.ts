/** Descriptions of APIs (OpenAPI 3, Swagger 2) that a page carries as data for a script to draw, as Markdown. */
import { isRecord, jsonOf, type LdNode } from '../page/json-ld.ts'
import { apiParts } from './api-parts.ts'
import { entriesOf } from './api-schema.ts'

const BEGIN = /\{\s*"(?:openapi|swagger)"\s*:\s*"(?:2\.0|3\.\d)/g
/** Other texts that begin like one. */
const TRIES = 3
/** More than any API has that somebody reads in one piece. */
const MOST_CHARS = 1_000_000
/** Share of its first paths that a page which shows them has. */
const SHOWN = { paths: 200, share: 0.5 }

/** Index behind the object that begins at `start`; -1 where it does not end. */
function endOfObject(text: string, start: number): number {
  let depth = 0
  const marks = /["{}]|\\./gs
  let inString = false
  marks.lastIndex = start
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    if (mark[0] === '"') inString = !inString
    else if (inString) continue
    else if (mark[0] === '{') depth += 1
    else if (mark[0] === '}') {
      depth -= 1
      if (depth === 0) return marks.lastIndex
    }
  }
  return -1
}

/** The first description in the source of a page that has paths. */
function findApi(html: string): LdNode | null {
  BEGIN.lastIndex = 0
  for (let tries = 0; tries < TRIES; tries += 1) {
    const begin = BEGIN.exec(html)
    if (begin === null) return null
    const end = endOfObject(html, begin.index)
    if (end === -1) return null
    const api = jsonOf(html.slice(begin.index, end))
    if (isRecord(api) && isRecord(api.paths)) return api
    BEGIN.lastIndex = end
  }
  return null
}

/**
 * The reference that a page has a script draw from a description of an API, as Markdown that begins with its title, whose descriptions
 * are those of strangers; null where it has none, or shows most of it anyway. Linear in the page.
 * @param shown the text that the page shows
 */
export function undrawnApi(html: string, shown: string): string | null {
  const api = findApi(html)
  if (api === null) return null
  const paths = entriesOf(api.paths).filter((entry): entry is [string, LdNode] => isRecord(entry[1]))
  const first = paths.slice(0, SHOWN.paths)
  if (first.filter(([path]) => shown.includes(path)).length >= first.length * SHOWN.share) return null
  const parts: string[] = []
  let room = MOST_CHARS
  for (const part of apiParts(api, paths)) {
    if (part !== '') parts.push(part)
    room -= part.length
    if (room < 0) break
  }
  return parts.join('\n\n')
}
