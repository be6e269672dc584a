/** The stock seller on Hono and node-server. */
import { serve } from '@hono/node-server'
import { HTTPFacilitatorClient, x402ResourceServer } from '@x402/core/server'
import { ExactEvmScheme } from '@x402/evm/exact/server'
import { paymentMiddleware } from '@x402/hono'
import { ExactSvmScheme } from '@x402/svm/exact/server'
import { Hono } from 'hono'
import { stockRoutes } from './stock-routes.ts'

const { FACILITATOR_URL, NETWORK_BASE, NETWORK_SOLANA, PORT } = process.env as Record<string, string>
const server = new x402ResourceServer(new HTTPFacilitatorClient({ url: FACILITATOR_URL! }))
  .register(NETWORK_BASE as never, new ExactEvmScheme())
  .register(NETWORK_SOLANA as never, new ExactSvmScheme())
const app = new Hono()
app.use(paymentMiddleware(stockRoutes(process.env as Record<string, string>), server))
app.get('/v1/util/ping', (context) => context.json({ message: 'pong', time: new Date().toISOString() }))
serve({ fetch: app.fetch, port: Number(PORT) }, () => process.stdout.write('ready\n'))
