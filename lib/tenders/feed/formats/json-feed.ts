import { ATTRIBUTION, LICENSE } from '../feed.ts'
import type { Format } from './format.ts'
import { inWords, startOfDay, titleOf, toRfc3339 } from './words.ts'

/** JSON Feed 1.1 (https://jsonfeed.org/version/1.1); the whole notice stands under `_notice`. */
export default {
  name: 'json_feed',
  label: 'JSON Feed',
  extension: 'feed.json',
  contentType: 'application/feed+json; charset=utf-8',
  about: 'For feed readers that prefer JSON (version 1.1): the newest first.',
  newestFirst: true,
  repeatsAddress: true,
  render: (feed, links) =>
    JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: titleOf(feed),
      home_page_url: links.html,
      feed_url: links.self,
      ...(links.next === null ? {} : { next_url: links.next }),
      description: `Open UK public-sector contract notices. Not official: confirm each one at the official notice. ${ATTRIBUTION}`,
      language: 'en-GB',
      authors: [{ name: links.host, url: links.html }],
      _feed: {
        license: LICENSE,
        attribution: ATTRIBUTION,
        data_through: feed.data_through,
        total_open: feed.total_open,
        stale: feed.stale,
      },
      items: feed.items.map(({ notice, trades }) => ({
        id: notice.id,
        url: notice.notice_url,
        title: notice.title,
        content_text: inWords(notice),
        date_published: toRfc3339(startOfDay(notice.published)),
        date_modified: notice.updated,
        tags: [...trades.map(({ name }) => name), ...notice.delivery_regions],
        _notice: notice,
      })),
    }),
} satisfies Format
