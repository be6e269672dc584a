/** What the stock sellers sell: the ping of ours, at our price, on both rails, with its own terms. */
export const stockRoutes = ({ NETWORK_BASE, NETWORK_SOLANA, PAYTO_BASE, PAYTO_SOLANA }: Record<string, string>) => ({
  'GET /v1/util/ping': {
    accepts: [
      { scheme: 'exact', price: '$0.001', network: NETWORK_BASE as `${string}:${string}`, payTo: PAYTO_BASE! },
      { scheme: 'exact', price: '$0.001', network: NETWORK_SOLANA as `${string}:${string}`, payTo: PAYTO_SOLANA! },
    ],
    description: 'pong and the time of the server, to test a wallet with the cheapest call there is.',
    mimeType: 'application/json',
  },
})
