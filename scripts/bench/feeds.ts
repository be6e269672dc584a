/** A feed file through `npm start` beside nginx serving the same bytes as a static file (one worker), identity and gzip, in one run. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { startBuiltApp } from '../../tests/support/built-app.ts'
import { findProgram } from '../../tests/support/programs.ts'
import { freePort, startTied, untilReady } from '../../tests/support/tied-process.ts'
import { median, wrkLoad } from './measure.ts'

export type FeedFigures = { feedVsNginx: number; identity: number; gzip: number; bytes: number }

const FILE = '/api/uk-tenders/construction.json'

const config = (port: number, root: string, folder: string): string => `
worker_processes 1; daemon off; pid ${folder}/nginx.pid; error_log stderr crit;
events { worker_connections 256; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; gzip_static on; default_type application/json;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  server { listen 127.0.0.1:${port}; root ${root}; location / { add_header Access-Control-Allow-Origin "*"; add_header Cache-Control "public, max-age=300"; } }
}`

/** The ratio ours / nginx, the lower of both encodings; undefined where nginx or wrk is absent. */
export async function benchFeeds({ quick }: { quick: boolean }): Promise<FeedFigures | undefined> {
  const [nginx, wrk] = [findProgram('nginx'), findProgram('wrk')]
  if (!nginx || !wrk) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'bench-nginx-'))
  // nginx started by root reads as another user.
  chmodSync(folder, 0o755)
  const app = await startBuiltApp()
  const port = await freePort()
  const root = join(folder, 'root')
  const body = Buffer.from(await (await fetch(`${app.url}${FILE}`, { headers: { 'accept-encoding': 'identity' } })).arrayBuffer())
  mkdirSync(join(root, 'api/uk-tenders'), { recursive: true })
  writeFileSync(join(root, FILE), body)
  writeFileSync(join(root, `${FILE}.gz`), gzipSync(body))
  writeFileSync(join(folder, 'nginx.conf'), config(port, root, folder))
  const server = await startTied(nginx, ['-c', join(folder, 'nginx.conf'), '-p', folder], { stopSignal: 'SIGQUIT' })
  try {
    await untilReady('nginx', server, async () => (await fetch(`http://127.0.0.1:${port}${FILE}`)).ok)
    const [seconds, rounds] = quick ? [1, 3] : [3, 9]
    const ratio = async (gzip: boolean): Promise<number> => {
      const ratios: number[] = []
      const measured = async (url: string) =>
        (await wrkLoad(wrk, `${url}${FILE}`, seconds, { headers: gzip ? ['Accept-Encoding: gzip'] : [] })).perSecond
      // Code that is not compiled yet would be measured as ours.
      await measured(app.url)
      for (let round = 0; round < rounds; round += 1) {
        const theirs = await measured(`http://127.0.0.1:${port}`)
        ratios.push((await measured(app.url)) / theirs)
      }
      return median(ratios)
    }
    const [identity, gzip] = [await ratio(false), await ratio(true)]
    return { feedVsNginx: Math.min(identity, gzip), identity, gzip, bytes: body.length }
  } finally {
    await server.stop()
    await app.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
