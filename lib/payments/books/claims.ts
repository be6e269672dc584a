/**
 * Claims: who may work on a payment. One row per payment key, taken before verify, in the same database as result and ledger, so that one
 * statement moves state, result and ledger row together. Every change is conditional on the owner: a slow process whose lease was taken
 * over can no longer settle. Rules: docs/payments-safety.md.
 */
import { randomUUID } from 'node:crypto'
import type { PaymentPayload, PaymentRequirements, SettleResponse } from '@x402/core/types'
import type { Queryable } from '../../db/index.ts'
import { jsonOf, paymentJson } from '../protocol/wire.ts'
import { areWhole, closedSeconds } from './lost-moments.ts'

/**
 * `claimed` covers verify and handler: a crash there has cost nobody anything, so the lease may be taken over. From `settling` on money may
 * have moved: a lease that ends there makes the payment `unknown`, never free.
 */
export type ClaimState = 'claimed' | 'settling' | 'settled' | 'refused' | 'unknown'

export type Claim = {
  payment_key: string
  fingerprint: string
  identifier: string | null
  bound: string | null
  tool: string
  network: string
  amount: string
  state: ClaimState
  settle_calls: number
  /** Whole seconds until somebody else may take it over; 0 when that is now. */
  lease_seconds: number
  /** Milliseconds since it was made, by the database's clock, which made it. */
  age_ms: number
  /** Settled, and its answer is still to be given again. */
  replayable: boolean
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
  /** URL of the facilitator that is, or was, asked to settle it; null before that, and for claims from before it was kept. */
  facilitator: string | null
}

/** Failed handler runs are free for the buyer and cost us upstream calls: this many per payment. */
export const MAX_ATTEMPTS = 3

/** A stored answer is given again for so long after settlement. */
export const REPLAY_HOURS = 24

const columns = `payment_key, fingerprint, identifier, bound, tool, network, amount, state, settle_calls,
  greatest(0, ceil(extract(epoch from lease_until - now())))::int as lease_seconds, (extract(epoch from now() - created_at) * 1000)::float8 as age_ms,
  (state = 'settled' and result_body is not null and settled_at > now() - interval '${REPLAY_HOURS} hours') as replayable,
  request_id, payer, payment, verify_ms, handler_ms, result_body, payment_response, transaction, reason, created_at, settled_at, facilitator`

/** Claims that end unpaid stay for so long: a day's support questions, and longer than any payment is valid. */
export const KEPT_DAYS = 30

/**
 * Runs of a tool that ended unpaid within so many minutes: so many are free for a payer who never paid, and so many more for each settled call
 * up to a number of them. Counted over all processes.
 */
export const UNPAID = { windowMinutes: 10, free: 10, perSettled: 20, settledCounted: 25 } as const

export type ClaimRequest = {
  key: string
  fingerprint: string
  identifier: string | null
  /** See `binding.ts`. */
  bound: string
  /** Without a ticket every payment under its key is a copy of it. */
  isTicketed: boolean
  tool: string
  network: string
  amount: string
  requestId: string
  payer: string | null
  leaseMs: number
}

export type ClaimOutcome =
  /** `isProven`: its payer has settled calls and left none unpaid within the window, and this payment is here for the first time. */
  | { kind: 'owned'; owner: string; isProven: boolean }
  /** The payment, or another payment under the same identifier, is already here. */
  | { kind: 'taken'; claim: Claim }
  /** Somebody else had it and let go while we looked. */
  | { kind: 'released' }
  /** This payment has had its attempts. */
  | { kind: 'exhausted' }
  /** This payer has had too many runs that ended unpaid. */
  | { kind: 'over_budget' }
  /** The books may not know it although it was taken; in so many seconds it can be told. */
  | { kind: 'closed'; seconds: number }

const lease = (parameter: string) => `now() + ${parameter}::int * interval '1 millisecond'`

// Of a payer or a payment, by the number of its parameter.
const unpaidRuns = (payer: string) => `(select count(*) from ledger where payer = ${payer}::text
  and at > now() - interval '${UNPAID.windowMinutes} minutes' and outcome in ('failed', 'refused', 'unknown', 'invalid') and handler_ms is not null
  and (outcome <> 'unknown' or not exists (select 1 from ledger as later where later.payment_key = ledger.payment_key and later.outcome = 'settled')))`
const settledCalls = (payer: string) =>
  `(select count(*) from (select 1 from ledger where payer = ${payer}::text and outcome = 'settled' limit ${UNPAID.settledCounted}) as paid)`
const failedRuns = (key: string) =>
  `(select count(*) from ledger where payment_key = ${key}::text and outcome = 'failed' and handler_ms is not null)`
// What the payer settled is counted only where that matters.
const mayRun = (
  key: string,
  payer: string,
) => `${failedRuns(key)} < ${MAX_ATTEMPTS} and case when ${unpaidRuns(payer)} < ${UNPAID.free} then true
  else ${unpaidRuns(payer)} < ${UNPAID.free} + ${UNPAID.perSettled} * ${settledCalls(payer)} end`

/**
 * Takes the claim in one statement; only when somebody was first does it look who.
 * @param isUnderWay it is being settled by whoever asks, so it is written down whatever else the books have lost
 */
export async function takeClaim(db: Queryable, request: ClaimRequest, isUnderWay = false): Promise<ClaimOutcome> {
  const owner = randomUUID()
  const { key, fingerprint, identifier, bound, isTicketed, tool, network, amount, requestId, payer, leaseMs } = request
  const [inserted] = await db.query<{ proven: boolean }>(
    `insert into claims (payment_key, fingerprint, identifier, tool, network, amount, state, owner, lease_until, request_id, payer, bound)
     select $1::text, $2::text, $3::text, $4::text, $5::text, $6::bigint, 'claimed', $7::uuid, ${lease('$8')}, $9::text, $10::text, $11::text
     where ${mayRun('$1', '$10')}${isUnderWay ? '' : ` and ${areWhole}`}
     on conflict do nothing
     returning (${settledCalls('$10')} > 0 and ${unpaidRuns('$10')} = 0) as proven`,
    [key, fingerprint, identifier, tool, network, amount, owner, leaseMs, requestId, payer, bound],
  )
  if (inserted) return { kind: 'owned', owner, isProven: inserted.proven }
  const taking = db.run(
    `update claims set state = 'claimed', owner = $2::uuid, lease_until = ${lease('$3')}, request_id = $4, bound = $6, updated_at = now(),
       identifier = coalesce($8::text, identifier), fingerprint = $5, tool = $9, network = $10, amount = $11::bigint, reason = null
     where payment_key = $1 and ((state = 'claimed' and lease_until < now() and fingerprint = $5)
       or (state = 'refused' and settle_calls = 0 and bound is distinct from $6 and $12::boolean)) and ${mayRun('$1', '$7')} and ${areWhole}`,
    [key, owner, leaseMs, requestId, fingerprint, bound, payer, identifier, tool, network, amount, isTicketed],
  )
  // Another payment may have its identifier by now.
  const taken = await taking.catch((error: { constraint?: string }) =>
    error.constraint === 'claims_identifier' ? 0 : Promise.reject(error),
  )
  if (taken > 0) return { kind: 'owned', owner, isProven: false }
  const own = await findClaim(db, key)
  const other = identifier === null || (own && !isFree(own, request)) ? undefined : await findByIdentifier(db, payer, identifier)
  const claim = other ?? own
  if (claim && (claim === other || !isFree(claim, request))) return { kind: 'taken', claim }
  // Whoever was first may have released it since: only a count says that no attempt is left.
  const [{ failed } = { failed: '0' }] = await db.query<{ failed: string }>(`select ${failedRuns('$1')} as failed`, [key])
  if (Number(failed) >= MAX_ATTEMPTS) return { kind: 'exhausted' }
  const { unpaid, settled } = await payerRecord(db, payer)
  if (unpaid >= unpaidBudget(settled)) return { kind: 'over_budget' }
  const seconds = await closedSeconds(db)
  if (seconds > 0) return { kind: 'closed', seconds }
  return claim ? { kind: 'taken', claim } : { kind: 'released' }
}

/**
 * Whether a payment could be started although it has a row: its owner died before anything could move money, or what was refused came with
 * another ticket, so that it was no copy of this one.
 */
export const isFree = (
  { state, lease_seconds, settle_calls, bound, fingerprint }: Claim,
  asked: Pick<ClaimRequest, 'bound' | 'isTicketed' | 'fingerprint'>,
): boolean =>
  (state === 'claimed' && lease_seconds === 0 && fingerprint === asked.fingerprint) ||
  (state === 'refused' && settle_calls === 0 && bound !== asked.bound && asked.isTicketed)

/**
 * Refuses a payment that nobody works on, before its buyer is told: whoever hears a 402 may sign anew, so no copy of it may be sold any more.
 * @returns false when somebody has it by now, or had it before, or the books may have lost it
 */
export async function refuseUnclaimed(
  db: Queryable,
  request: Omit<ClaimRequest, 'leaseMs' | 'identifier' | 'amount' | 'isTicketed'>,
  reason: string,
): Promise<boolean> {
  const { key, fingerprint, bound, tool, network, requestId, payer } = request
  const refused = await db.run(
    `insert into claims (payment_key, fingerprint, tool, network, amount, state, owner, lease_until, request_id, payer, bound, reason)
     select $1::text, $2::text, $3::text, $4::text, 0, 'refused', $5::uuid, now(), $6::text, $7::text, $8::text, $9::text where ${areWhole}
     on conflict (payment_key) do update set state = 'refused', owner = excluded.owner, bound = excluded.bound, fingerprint = excluded.fingerprint,
       identifier = null, reason = excluded.reason, updated_at = now()
     where claims.settle_calls = 0 and (claims.state = 'refused' or (claims.state = 'claimed' and claims.lease_until < now()))`,
    [key, fingerprint, tool, network, randomUUID(), requestId, payer, bound, reason],
  )
  return refused > 0
}

/** Runs that a payer of so many settled calls may leave unpaid within the window. */
export const unpaidBudget = (settled: number): number => UNPAID.free + UNPAID.perSettled * Math.min(settled, UNPAID.settledCounted)

/** What the ledger says of a payer: runs that ended unpaid within the window, and settled calls up to the number that counts. */
export async function payerRecord(db: Queryable, payer: string | null): Promise<{ unpaid: number; settled: number }> {
  const [row] = await db.query<{ unpaid: string; settled: string }>(
    `select ${unpaidRuns('$1')} as unpaid, ${settledCalls('$1')} as settled`,
    [payer],
  )
  return { unpaid: Number(row?.unpaid ?? 0), settled: Number(row?.settled ?? 0) }
}

/** The claim of a payment key, if there is one. */
export async function findClaim(db: Queryable, key: string): Promise<Claim | undefined> {
  return (await db.query<Claim>(`select ${columns} from claims where payment_key = $1`, [key]))[0]
}

async function findByIdentifier(db: Queryable, payer: string | null, identifier: string): Promise<Claim | undefined> {
  return (
    await db.query<Claim>(`select ${columns} from claims where coalesce(payer, '') = coalesce($1, '') and identifier = $2`, [
      payer,
      identifier,
    ])
  )[0]
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
    facilitator?: string | null
  },
): Promise<boolean> {
  const { payload, requirements } = result.payment
  const stored = await db.run(
    `update claims set state = 'settling', result_body = $3, payer = coalesce(payer, $4), payment = $5::jsonb, verify_ms = $6, handler_ms = $7,
       lease_until = ${lease('$8')}, settle_calls = settle_calls + 1, facilitator = $9::text, updated_at = now()
     where payment_key = $1 and owner = $2::uuid and state = 'claimed' and lease_until > now()`,
    [
      owned.key,
      owned.owner,
      result.body,
      result.payer,
      `{"payload":${paymentJson(payload)},"requirements":${jsonOf(requirements)}}`,
      result.verifyMs,
      result.handlerMs,
      result.leaseMs,
      result.facilitator ?? null,
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

/** Forgets stored bodies past the replay window, and frees their identifiers; keys stay for good. Returns how many. */
export async function forgetBodies(db: Queryable): Promise<number> {
  return db.run(
    `update claims set result_body = null, identifier = null, updated_at = now() where state = 'settled' and result_body is not null
     and settled_at < now() - interval '${REPLAY_HOURS} hours'`,
  )
}

/**
 * Ends what is dead: claims whose owner died before anything could move money, and after a while those that were refused. In the ledger,
 * attempts that came to nothing are kept as long; settled and unknown ones for good.
 * @returns how many rows went
 */
export async function sweep(db: Queryable): Promise<number> {
  const dead = await db.run(`delete from claims where state = 'claimed' and lease_until < now() - interval '10 minutes'`)
  const refused = await db.run(
    `delete from claims where state = 'refused' and updated_at < now() - case when settle_calls = 0 then interval '1 day' else interval '${KEPT_DAYS} days' end`,
  )
  const attempts = await db.run(
    `delete from ledger where outcome in ('invalid', 'failed', 'refused') and at < now() - interval '${KEPT_DAYS} days'`,
  )
  return dead + refused + attempts
}
