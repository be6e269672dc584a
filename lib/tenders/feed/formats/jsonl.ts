import type { Feed } from '../feed.ts'
import { type Format, inOne, type Pieces } from './format.ts'

const pieces = (): Pieces => ({ head: '', item: ({ notice }) => `${JSON.stringify(notice)}\n`, tail: '' })

/** A notice a line, each a value of its own; the attribution is in the header X-Attribution. */
export default {
  name: 'jsonl',
  label: 'JSON Lines',
  extension: 'jsonl',
  contentType: 'application/jsonl; charset=utf-8',
  about: 'For programs that read line by line: a notice a line.',
  headers: (feed: Feed) => ({ 'Content-Disposition': `inline; filename="${feed.trade?.slug ?? 'all'}.jsonl"` }),
  render: (feed) => inOne(feed, pieces()),
  pieces,
} satisfies Format
