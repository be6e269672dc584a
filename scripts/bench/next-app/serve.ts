/** Next alone, as `next start` runs it: no front server. */
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import next from 'next'

const app = next({ dev: false, dir: fileURLToPath(new URL('.', import.meta.url)) })
await app.prepare()
const handle = app.getRequestHandler()
createServer((request, response) => void handle(request, response)).listen(Number(process.env.PORT), () => process.stdout.write('ready\n'))
