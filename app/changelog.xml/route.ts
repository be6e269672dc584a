import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { changelogFeed } from '../../lib/catalogue/changelog-feed.ts'
import { serveDocument } from '../../lib/catalogue/serve.ts'
import { env } from '../../lib/env.ts'
import { shared } from '../../lib/shared.ts'

export const dynamic = 'force-dynamic'

/** As it was when this process first needed it: it comes with the program. */
const feed = (): string =>
  shared('changelog-feed', () => {
    const path = join(process.cwd(), 'CHANGELOG.md')
    return { text: changelogFeed(readFileSync(path, 'utf8'), statSync(path).mtime, env()) }
  }).text

const serve = serveDocument(() => ({ contentType: 'application/atom+xml; charset=utf-8', body: feed() }))

export { serve as DELETE, serve as GET, serve as HEAD, serve as OPTIONS, serve as PATCH, serve as POST, serve as PUT }
