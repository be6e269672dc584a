export const dynamic = 'force-dynamic'

/** Alive, and nothing else: no database, no facilitator. */
export const GET = (): Response =>
  Response.json({ status: 'ok' }, { headers: { 'Cache-Control': 'no-store', 'Access-Control-Allow-Origin': '*' } })
