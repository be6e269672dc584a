/** The forms of the feed, and the documents about it. */
export type { FeedLinks, Format } from './formats/format.ts'
export { renderIndex } from './formats/index-json.ts'
export { FEED_PATH, feedLinks, fileUrl, wholeUrls } from './formats/links.ts'
export { OPML_CONTENT_TYPE, renderOpml } from './formats/opml.ts'
export { FORMATS, formOf } from './formats/registry.ts'
export { FEED_CSS } from './formats/style.ts'
export { feedSchema } from './schema.ts'
