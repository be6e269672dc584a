/** One buyer's life in a fault run: sign once, send, resend the same header as the answers say, try to cheat a little. */
import type { Buyer, Rail } from '../../tests/local/buyer.ts'

export type CallRecord = {
  header: string
  rail: Rail
  path: string
  /** Distinct 200 bodies seen for this payment, whatever was asked; each handler run gives another. More than one is a double grant. */
  bodies: Set<string>
  /** Last answer to the right request. */
  lastStatus: number | 'none'
  lastCode: string | null
  /** A 402 that says a settlement was refused: its buyer is invited to sign again. */
  refusedAtSettlement: boolean
  /** Every answer to the right request, for whoever must explain a run: when it was asked (Unix ms), when it came, what it was. */
  answers: [asked: number, answered: number, what: string][]
}

type Options = { servers: string[]; random: () => number }

const pick = <Item>(items: readonly Item[], random: () => number): Item => items[Math.floor(random() * items.length)]!

/** Sends once and notes the answer. A dropped connection or an abort is no answer. */
export async function send(record: CallRecord, server: string, path = record.path, signal?: AbortSignal): Promise<void> {
  const own = path === record.path
  const asked = Date.now()
  try {
    const answer = await fetch(`${server}${path}`, {
      headers: { 'PAYMENT-SIGNATURE': record.header },
      signal: signal ?? AbortSignal.timeout(30_000),
    })
    const body = await answer.text()
    if (answer.status === 200) {
      record.bodies.add(body)
      // A payment belongs to the request that used it first, which may be the other one when the first was lost on its way.
      record.path = path
    } else if (!own) return
    record.lastStatus = answer.status
    record.answers.push([asked, Date.now(), `${answer.status} ${answer.headers.get('x-request-id') ?? ''}`])
    if (answer.status === 402 && answer.headers.has('PAYMENT-RESPONSE')) record.refusedAtSettlement = true
    record.lastCode = answer.status === 200 ? null : ((JSON.parse(body) as { code?: string }).code ?? null)
  } catch {
    if (!own) return
    record.lastStatus = 'none'
    record.answers.push([asked, Date.now(), 'none'])
  }
}

/**
 * Sends again to the request that this buyer means; and where the payment belongs to the other one it was tried for (the first was lost on its
 * way, then the answer to the second), to that one, whose word then counts, be it an answer or a clear no.
 */
export async function resend(record: CallRecord, server: string): Promise<void> {
  await send(record, server)
  if (record.lastCode !== 'payment_already_used') return
  const meant = record.path
  record.path = otherRequest(meant)
  await send(record, server)
  if (isOpen(record)) record.path = meant
}

/** Another request of the same price, for which the same payment must not work. */
const otherRequest = (path: string): string => `${path}9`

/** Whether resending the same header may still change anything for its buyer. */
export const isOpen = (record: CallRecord): boolean => record.bodies.size === 0 && record.lastStatus !== 402

/** A tool whose sources are away makes no offer; everything else comes back. */
const OFFER_ATTEMPTS = 300
const DECLINED_ATTEMPTS = 20

/** Gets an offer, retrying while servers are down; undefined when the tool says, again and again, that its sources are away. */
async function getOffer(path: string, { servers, random }: Options): Promise<Response | undefined> {
  let declined = 0
  for (let attempt = 0; attempt < OFFER_ATTEMPTS; attempt += 1) {
    const answer = await fetch(`${pick(servers, random)}${path}`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
    if (answer?.status === 402) return answer
    const code = ((await answer?.json().catch(() => undefined)) as { code?: string } | undefined)?.code
    if (code === 'upstream_unavailable' && ++declined >= DECLINED_ATTEMPTS) return undefined
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`No server makes an offer for ${path}.`)
}

/** Gets an offer, signs it, sends it: alone, doubled over both servers, or leaving early. Undefined without an offer. */
export async function oneCall(buyer: Buyer, rail: Rail, path: string, options: Options): Promise<CallRecord | undefined> {
  const { servers, random } = options
  const offer = await getOffer(path, options)
  if (!offer) return undefined
  const record: CallRecord = {
    header: await buyer.signOnce(offer, rail),
    rail,
    path,
    bodies: new Set(),
    lastStatus: 'none',
    lastCode: null,
    refusedAtSettlement: false,
    answers: [],
  }
  const manner = random()
  if (manner < 0.15) await Promise.all([...servers, ...servers].map((server) => send(record, server)))
  else if (manner < 0.25) await send(record, pick(servers, random), path, AbortSignal.timeout(Math.ceil(random() * 60)))
  else await send(record, pick(servers, random))
  if (random() < 0.2) await send(record, pick(servers, random), otherRequest(path))
  for (let attempt = 0; attempt < 3 && isOpen(record); attempt += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50 + random() * 250))
    await send(record, pick(servers, random))
  }
  return record
}
