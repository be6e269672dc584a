/** The stock wrapper, as its documentation shows it. */
import { HTTPFacilitatorClient, x402ResourceServer } from '@x402/core/server'
import { ExactEvmScheme } from '@x402/evm/exact/server'
import { withX402 } from '@x402/next'
import { ExactSvmScheme } from '@x402/svm/exact/server'
import { NextResponse } from 'next/server'

export const dynamic = 'force-dynamic'

type Network = `${string}:${string}`
let handler: ((request: never) => Promise<Response>) | undefined

function make(): (request: never) => Promise<Response> {
  const { FACILITATOR_URL, NETWORK_BASE, NETWORK_SOLANA, PAYTO_BASE, PAYTO_SOLANA } = process.env as Record<string, string>
  const server = new x402ResourceServer(new HTTPFacilitatorClient({ url: FACILITATOR_URL! }))
    .register(NETWORK_BASE as Network, new ExactEvmScheme())
    .register(NETWORK_SOLANA as Network, new ExactSvmScheme())
  const accepts = [
    { scheme: 'exact', price: '$0.001', network: NETWORK_BASE as Network, payTo: PAYTO_BASE! },
    { scheme: 'exact', price: '$0.001', network: NETWORK_SOLANA as Network, payTo: PAYTO_SOLANA! },
  ]
  const run = async () => NextResponse.json({ message: 'pong', time: new Date().toISOString() })
  return withX402(run, { accepts, description: 'pong and the time', mimeType: 'application/json' }, server) as never
}

export const GET = (request: never): Promise<Response> => {
  handler ??= make()
  return handler(request)
}
