/** The forms a feed is served in. A further form is one file in this folder and one line here. */
import atom from './atom.ts'
import csv from './csv.ts'
import type { Format } from './format.ts'
import ics from './ics.ts'
import json from './json.ts'
import jsonFeed from './json-feed.ts'
import jsonl from './jsonl.ts'
import rss from './rss.ts'

export const FORMATS: readonly Format[] = [json, csv, rss, jsonFeed, ics, atom, jsonl]

/** The form of this name. @throws Error when there is none */
export function formOf(name: string): Format {
  const format = FORMATS.find((one) => one.name === name)
  if (!format) throw new Error(`There is no form ${name}.`)
  return format
}
