/** The changelog as an Atom feed: an entry for every version. */
import { Feed } from 'feed'
import type { Env } from '../core.ts'
import { render } from '../html/html.ts'
import { markdown } from '../html/markdown.ts'

export type Entry = { title: string; date: Date; text: string }

/** The versions of a changelog, as it writes them: `## 1.2.0 (2026-11-20)`. One without a date is as new as the file. */
export function changelogEntries(source: string, changedAt: Date): Entry[] {
  return source
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [title = '', ...lines] = section.split('\n')
      const day = /\((\d{4}-\d{2}-\d{2})\)/.exec(title)?.[1]
      return { title: title.trim(), date: day === undefined ? changedAt : new Date(`${day}T00:00:00Z`), text: lines.join('\n').trim() }
    })
}

/** Makes the feed. Pure. */
export function changelogFeed(source: string, changedAt: Date, { BASE_URL }: Pick<Env, 'BASE_URL'>): string {
  const entries = changelogEntries(source, changedAt)
  const link = `${BASE_URL}/changelog`
  const feed = new Feed({
    id: link,
    link,
    title: 'Paid Agent Tools: changelog',
    description: 'What changed for callers.',
    copyright: 'MIT',
    updated: entries[0]?.date ?? changedAt,
    feedLinks: { atom: `${BASE_URL}/changelog.xml` },
    author: { name: 'Paid Agent Tools', link: BASE_URL },
    generator: 'paid-agent-tools',
  })
  for (const { title, date, text } of entries) {
    const version = title.split(' ')[0] ?? title
    feed.addItem({ title, id: `${link}#${version}`, link, date, content: render(markdown(text)) })
  }
  return feed.atom1()
}
