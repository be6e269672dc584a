/** How a browser shows an RSS file that somebody opened: as a list to read, with a word on what it is for. */
export const FEED_STYLE = '/api/uk-tenders/feed.css'

export const FEED_CSS = `rss { display: block; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif; color-scheme: light dark }
rss::before { content: "This is a feed. Copy its address into a feed reader, and new notices come to you."; display: block; padding: .75rem 1rem; margin-bottom: 1.5rem; border: 1px solid }
channel > title { display: block; font-size: 1.6rem; font-weight: 700 }
channel > description { display: block; margin: .5rem 0 1.5rem }
channel > link, channel > docs, channel > language, channel > copyright, channel > lastBuildDate, channel > ttl, channel > generator, item > link, item > guid, item > category { display: none }
item { display: block; padding: 1rem 0; border-top: 1px solid }
item > title { display: block; font-weight: 600 }
item > pubDate { display: block; font-size: .85rem; opacity: .75 }
item > description { display: block; margin-top: .25rem }
`
