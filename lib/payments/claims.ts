/**
 * Claims: who may work on a payment. One row per payment key, taken before verify, in the same database as result and ledger, so that one
 * statement moves state, result and ledger row together. Every change is conditional on the owner: a slow process whose lease was taken
 * over can no longer settle. Rules: x402.md sections 6 and 7.
 */
import { randomUUID } from 'node:crypto'
import type { PaymentPayload, PaymentRequirements, SettleResponse } from '@x402/core/types'
import type { Queryable } from '../db/index.ts'
import { jsonOf } from './wire.ts'

/**
 * `claimed` covers verify and handler: a crash there has cost nobody anything, so the lease may be taken over. From `settling` on money may
 * have moved: a lease that ends there makes the payment `unknown`, never free.
 */
export type ClaimState = 'claimed' | 'settling' | 'settled' | 'refused' | 'unknown'

export type Claim = {
  payment_key: string
  fingerprint: string
  identifier: string | null
  tool: string
  network: string
  amount: string
  state: ClaimState
  lease_expired: boolean
  request_id: string
  payer: string | null
  payment: { payload: PaymentPayload; requirements: PaymentRequirements } | null
  verify_ms: number | null
  handler_ms: number | null
  result_body: string | null
  payment_response: SettleResponse | null
  transaction: string | null
  reason: string | null
  created_at: Date
  settled_at: Date | null
}

const columns = `payment_key, fingerprint, identifier, tool, network, amount, state, lease_until < now() as lease_expired, request_id, payer, payment,
  verify_ms, handler_ms, result_body, payment_response, transaction, reason, created_at, settled_at`

/** Failed handler runs are free for the buyer and cost us upstream calls: this many per payment. */
export const MAX_ATTEMPTS = 3

/** A stored answer is given again for so long after settlement. */
export const REPLAY_HOURS = 24

export type ClaimRequest = {
  key: string
  fingerprint: string
  identifier: string | null
  tool: string
  network: string
  amount: string
  requestId: string
  payer: string | null
  leaseMs: number
}

export type ClaimOutcome =
  | { kind: 'owned'; owner: string }
  /** The payment, or another payment under the same identifier, is already here. */
  | { kind: 'taken'; claim: Claim }
  /** Somebody else had it and let go while we looked. */
  | { kind: 'released' }
  | { kind: 'exhausted' }

const lease = (parameter: string) => `now() + ${parameter}::int * interval '1 millisecond'`

/** Takes the claim in one statement; only when somebody was first does it look who. */
export async function takeClaim(db: Queryable, request: ClaimRequest): Promise<ClaimOutcome> {
  const owner = randomUUID()
  const { key, fingerprint, identifier, tool, network, amount, requestId, payer, leaseMs } = request
  const inserted = await db.run(
    `insert into claims (payment_key, fingerprint, identifier, tool, network, amount, state, owner, lease_until, request_id, payer)
     select $1::text, $2::text, $3::text, $4::text, $5::text, $6::bigint, 'claimed', $7::uuid, ${lease('$8')}, $9::text, $10::text
     where (select count(*) from ledger where payment_key = $1::text and outcome = 'failed' and handler_ms is not null) < $11::int
     on conflict do nothing`,
    [key, fingerprint, identifier, tool, network, amount, owner, leaseMs, requestId, payer, MAX_ATTEMPTS],
  )
  if (inserted > 0) return { kind: 'owned', owner }
  const taken = await db.run(
    `update claims set state = 'claimed', owner = $2::uuid, lease_until = ${lease('$3')}, request_id = $4, updated_at = now()
     where payment_key = $1 and fingerprint = $5 and ((state in ('claimed', 'running') and lease_until < now()) or state = 'refused')`,
    [key, owner, leaseMs, requestId, fingerprint],
  )
  if (taken > 0) return { kind: 'owned', owner }
  const claim = (await findClaim(db, key)) ?? (identifier === null ? undefined : await findByIdentifier(db, identifier))
  if (claim) return { kind: 'taken', claim }
  // Whoever was first may have released it since: only a count says that no attempt is left.
  const [{ failed } = { failed: '0' }] = await db.query<{ failed: string }>(
    `select count(*) as failed from ledger where payment_key = $1 and outcome = 'failed' and handler_ms is not null`,
    [key],
  )
  return Number(failed) < MAX_ATTEMPTS ? { kind: 'released' } : { kind: 'exhausted' }
}

/** The claim of a payment key, if there is one. */
export async function findClaim(db: Queryable, key: string): Promise<Claim | undefined> {
  return (await db.query<Claim>(`select ${columns} from claims where payment_key = $1`, [key]))[0]
}

async function findByIdentifier(db: Queryable, identifier: string): Promise<Claim | undefined> {
  return (await db.query<Claim>(`select ${columns} from claims where identifier = $1`, [identifier]))[0]
}

/**
 * Stores the finished answer and moves to `settling`, before the facilitator is asked to settle.
 * @returns false when the lease was lost: then nothing may be settled.
 */
export async function storeResult(
  db: Queryable,
  owned: { key: string; owner: string },
  result: {
    body: string
    payer: string | null
    payment: { payload: PaymentPayload; requirements: PaymentRequirements }
    verifyMs: number
    handlerMs: number
    leaseMs: number
  },
): Promise<boolean> {
  const { payload, requirements } = result.payment
  const stored = await db.run(
    `update claims set state = 'settling', result_body = $3, payer = coalesce($4, payer), payment = $5::jsonb, verify_ms = $6, handler_ms = $7,
       lease_until = ${lease('$8')}, updated_at = now()
     where payment_key = $1 and owner = $2::uuid and state = 'claimed' and lease_until > now()`,
    [
      owned.key,
      owned.owner,
      result.body,
      result.payer,
      `{"payload":${jsonOf(payload)},"requirements":${jsonOf(requirements)}}`,
      result.verifyMs,
      result.handlerMs,
      result.leaseMs,
    ],
  )
  return stored > 0
}

/** Takes a payment whose outcome nobody knows (unknown, or settling with its lease over) in hand. Undefined: somebody else has it. */
export async function takeUnknown(db: Queryable, key: string, leaseMs: number): Promise<string | undefined> {
  const owner = randomUUID()
  const taken = await db.run(
    `update claims set state = 'settling', owner = $2::uuid, lease_until = ${lease('$3')}, updated_at = now()
     where payment_key = $1 and (state = 'unknown' or (state = 'settling' and lease_until < now()))`,
    [key, owner, leaseMs],
  )
  return taken > 0 ? owner : undefined
}

/** Payments whose outcome is unknown and that nobody has in hand; those that were looked at longest ago first, so that none starves. */
export async function listUnknown(db: Queryable, limit: number): Promise<Claim[]> {
  return db.query<Claim>(
    `select ${columns} from claims where state = 'unknown' or (state = 'settling' and lease_until < now()) order by updated_at limit $1`,
    [limit],
  )
}

/** Forgets stored bodies past the replay window; keys stay for good. Returns how many. */
export async function forgetBodies(db: Queryable): Promise<number> {
  return db.run(
    `update claims set result_body = null, updated_at = now() where state = 'settled' and result_body is not null
     and settled_at < now() - interval '${REPLAY_HOURS} hours'`,
  )
}
