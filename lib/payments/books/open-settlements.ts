/** Payments whose money may have moved and whose end is not recorded: the ones an operator should see and be told of. */
import { z } from 'zod'
import type { Queryable } from '../../db/index.ts'

const Row = z.object({
  payment_key: z.string(),
  tool: z.string(),
  network: z.string(),
  amount: z.string(),
  payer: z.string().nullable(),
  reason: z.string().nullable(),
  created_at: z.date(),
})

export type OpenSettlement = z.output<typeof Row>

/** Unknown settlements, oldest first; one that was `settling` when its process died counts once its lease has ended. */
export async function listOpenSettlements(db: Queryable, limit: number): Promise<OpenSettlement[]> {
  const rows = await db.query(
    `select payment_key, tool, network, amount, payer, reason, created_at from claims
     where state = 'unknown' or (state = 'settling' and lease_until < now()) order by created_at limit $1`,
    [limit],
  )
  return rows.map((row) => Row.parse(row))
}

/** How many there are, and the age of the oldest in seconds (0 without any). */
export async function countOpenSettlements(db: Queryable): Promise<{ count: number; oldestSeconds: number }> {
  const [row] = await db.query<{ count: string; oldest: string }>(
    `select count(*) as count, coalesce(extract(epoch from now() - min(created_at)), 0) as oldest from claims
     where state = 'unknown' or (state = 'settling' and lease_until < now())`,
  )
  return { count: Number(row?.count ?? 0), oldestSeconds: Math.max(0, Math.round(Number(row?.oldest ?? 0))) }
}
