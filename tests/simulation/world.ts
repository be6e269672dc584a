/** The world of one run: two servers over one database, two facilitators, two chains, and buyers. A run is a list of moves. */
import type { PaymentPayload } from '@x402/core/types'
import { ApiError } from '../../lib/errors.ts'
import type { Tool } from '../../lib/tools/define.ts'
import { toolByPath } from '../../lib/tools/registry.ts'
import { type Authorization, BASE, type Base, startBase } from './base.ts'
import { type Books, LostConnection } from './books.ts'
import { feePayerOf, nextOf, type Payment, type Purchase, type Rail, rename, sign } from './buyer.ts'
import type { Chain, Facilitator } from './facilitator.ts'
import type { Move } from './move.ts'
import { answerAt } from './node.ts'
import { broken, type OpenClaim } from './promises.ts'
import { type Server, type Settings, startServer, type Transport } from './server.ts'
import { SOLANA, type Solana, startSolana } from './solana.ts'
import { type Program, startTimeline, type Timeline } from './timeline.ts'

const START = Date.UTC(2026, 10, 23)
const TOOL = '/v1/util/uuid'
const networks: Record<Rail, string> = { base: BASE.network, solana: SOLANA.network }

const authorizationOf = (payload: PaymentPayload) => payload.payload.authorization as Authorization
const transactionOf = (payload: PaymentPayload) => String(payload.payload.transaction)

/** Runs moves, lets everything come to its end, and tells which promises were broken. Takes over the process's clocks while it runs. */
export async function play(books: Books, moves: readonly Move[]): Promise<{ broken: string[]; trace: string[] }> {
  const timeline = startTimeline(START)
  const base = startBase(START, timeline.now)
  const solana = startSolana(START, timeline.now)
  const endNodes = answerAt(timeline, { 'base.test': base.node, 'solana.test': solana.node })
  const tool = toolByPath.get(TOOL)!
  const { run, sources, amount } = tool
  tool.run = runOf(timeline)
  // Of a tool that asks others the answer is begun before the facilitator's yes.
  tool.sources = ['the world']
  try {
    await books.begin(timeline)
    return await new World(books, timeline, { base, solana }, tool).play(moves)
  } finally {
    tool.run = run
    tool.sources = sources!
    tool.amount = amount
    endNodes()
    timeline.end()
  }
}

/** The tool's work: an answer that no other run gives, a failure that may pass, or one that will not. */
function runOf(timeline: Timeline): Tool['run'] {
  let runs = 0
  return () =>
    timeline.ask('the tool', 3, (way) => {
      if (way === 1) throw new ApiError('upstream_failed', 'Its source failed.', { retryAfterSeconds: 1 })
      if (way === 2) throw new ApiError('subject_not_found', 'There is no such thing.')
      runs += 1
      return { count: 1, uuids: [`00000000-0000-4000-8000-${String(runs).padStart(12, '0')}`] }
    })
}

type Chains = { base: Base; solana: Solana }

class World {
  readonly #books: Books
  readonly #timeline: Timeline
  readonly #chains: Chains
  readonly #tool: Tool
  readonly #network: Program = { name: 'the network', isDead: false, isFrozen: false }
  readonly #facilitators: Facilitator[] = ['one', 'two'].map((name) => ({
    url: `http://${name}.test`,
    feePayer: feePayerOf(name),
    serves: new Set(Object.values(networks)),
  }))
  #servers: Server[] = []
  readonly #ahead = [0, 0]
  readonly #settings: Settings[] = [0, 1].map(() => ({ wallet: 0, reversed: false }))
  readonly #purchases: Purchase[] = []
  /** What was charged when something had happened last for a server: what it says it may have learned then, and have stood still since. */
  readonly #charged = new WeakMap<Program, Set<Payment>>()
  #hasLostBooks = false
  #isBackedUp = false
  #started = 0

  constructor(books: Books, timeline: Timeline, chains: Chains, tool: Tool) {
    this.#books = books
    this.#timeline = timeline
    this.#chains = chains
    this.#tool = tool
  }

  #chainOf = (network: string): Chain => {
    const { base, solana } = this.#chains
    if (network === BASE.network)
      return {
        take: (payload) => base.take(authorizationOf(payload)),
        send: (payload) => base.send(authorizationOf(payload)),
        transactionOf: (payload) => base.transactionOf(authorizationOf(payload)),
        whyNot: (payload) => {
          const { validBefore } = authorizationOf(payload)
          if (base.hasTaken(authorizationOf(payload))) return 'invalid_exact_evm_nonce_already_used'
          return base.seconds() + 6 >= Number(validBefore) ? 'invalid_exact_evm_payload_authorization_valid_before' : undefined
        },
      }
    return {
      take: (payload) => solana.take(transactionOf(payload)),
      send: (payload) => solana.send(transactionOf(payload)),
      transactionOf: (payload) => solana.transactionOf(transactionOf(payload)),
      whyNot: (payload) =>
        solana.isAlive(transactionOf(payload)) && !solana.hasTaken(transactionOf(payload)) ? undefined : 'transaction_simulation_failed',
    }
  }

  async #start(index: number): Promise<void> {
    const world = {
      timeline: this.#timeline,
      network: this.#network,
      chainOf: this.#chainOf,
      otherTransaction: (network: string) => this.#settledTransaction(network),
      books: this.#books,
      facilitators: this.#facilitators,
      tool: this.#tool,
    }
    this.#started += 1
    this.#servers[index] = await startServer(
      world,
      `server ${index}${'’'.repeat(this.#started - 2 > 0 ? this.#started - 2 : 0)}`,
      this.#settings[index]!,
      () => this.#ahead[index]!,
    )
    const { program } = this.#servers[index]
    program.happened = () => void this.#charged.set(program, new Set(this.#payments().filter((one) => one.isCharged())))
  }

  #settledTransaction(network: string): string | undefined {
    const settled = this.#payments().find((payment) => payment.isCharged() && (payment.json as PaymentPayload).accepted.network === network)
    return settled && this.#chainOf(network).transactionOf(settled.json as PaymentPayload)
  }

  #payments = (): Payment[] => this.#purchases.flatMap(({ payments }) => payments)

  /** A payment arrives at a server; its buyer hears the answer, unless the server dies before. */
  #send(payment: Payment, server: Server, over: Transport, json = payment.json): void {
    const under = json === payment.json ? payment.identifier : undefined
    this.#timeline.note(`${payment.name} arrives at ${server.program.name} over ${over}`)
    const call = {}
    payment.calls.add(call)
    void server.call(over, json).then((answer) => {
      if (server.program.isDead || !payment.calls.has(call)) return
      this.#timeline.note(`${payment.name} hears ${answer.status} ${answer.code}`)
      payment.answers.push({ ...answer, wasCharged: (this.#charged.get(server.program) ?? new Set()).has(payment), under })
    })
  }

  /** `elsewhere`: on another network where theirs is not offered. */
  async #sign(purchase: Purchase, server: Server, elsewhere = true): Promise<boolean> {
    const { accepts } = await this.#timeline.finish(server.call('http', undefined))
    const offer = accepts.find(({ network }) => network === networks[purchase.rail]) ?? (elsewhere ? accepts[0] : undefined)
    if (offer) purchase.payments.push(sign(purchase, offer, this.#chains, this.#timeline.now()))
    return offer !== undefined
  }

  async #act(purchase: Purchase, server: Server, over: Transport): Promise<void> {
    const next = nextOf(purchase)
    if (next === 'stop') return
    if (next === 'sign' && !(await this.#sign(purchase, server))) return
    if (next === 'rename') rename(purchase.payments.at(-1)!)
    this.#send(purchase.payments.at(-1)!, server, over)
  }

  async #move(move: Move): Promise<void> {
    const timeline = this.#timeline
    const server = 'server' in move ? this.#servers[move.server % 2]! : undefined
    switch (move.do) {
      case 'buy': {
        const { rail, buyer = 0, named = 0, echoes = true, hasContract = false, overpays = false } = move
        const identifier = named === 0 ? undefined : `a-call-of-a-buyer-${named}`
        const name = `sale ${this.#purchases.length + 1}`
        const purchase: Purchase = {
          name,
          rail,
          buyer: `buyer ${buyer}`,
          identifier,
          echoes,
          hasContract,
          overpays,
          hasForgotten: false,
          payments: [],
        }
        this.#purchases.push(purchase)
        return this.#act(purchase, server!, move.over)
      }
      case 'next': {
        const purchase = this.#purchases[move.purchase % Math.max(1, this.#purchases.length)]
        return purchase && this.#act(purchase, server!, move.over)
      }
      case 'forget': {
        const purchase = this.#purchases[move.purchase % Math.max(1, this.#purchases.length)]
        const current = purchase?.payments.at(-1)
        const isUnderIt = current?.identifier !== undefined && current.formerly.length === 0
        if (!purchase || !isUnderIt || purchase.payments.length > 2) return
        // On another network they are another payer, who may use any identifier.
        const { network } = (current.json as PaymentPayload).accepted
        if (network !== networks[purchase.rail] || !(await this.#sign(purchase, server!, false))) return
        purchase.hasForgotten = true
        return this.#send(purchase.payments.at(-1)!, server!, move.over)
      }
      case 'copy': {
        const payments = this.#payments()
        const payment = payments[move.payment % Math.max(1, payments.length)]
        const forms = payment ? [payment.json, ...payment.formerly] : []
        return payment && this.#send(payment, server!, move.over, forms[(move.form ?? 0) % forms.length])
      }
      case 'step':
        return void (await timeline.step(move.pick, move.way))
      case 'flow':
        return timeline.flow(/^books /)
      case 'wait':
        return timeline.pass(move.seconds * 1000)
      case 'crash':
        timeline.note(`${server!.program.name} dies`)
        timeline.kill(server!.program, move.sent)
        return this.#start(move.server % 2)
      case 'deploy':
        this.#settings[move.server % 2] = { wallet: move.wallet, reversed: move.reversed }
        return this.#start(move.server % 2)
      case 'price':
        this.#tool.amount = move.amount
        return
      case 'hang up':
        for (const { calls } of this.#purchases[move.purchase % Math.max(1, this.#purchases.length)]?.payments ?? []) calls.clear()
        return
      case 'freeze':
        timeline.note(`${server!.program.name} stands still`)
        return timeline.freeze(server!.program)
      case 'thaw':
        timeline.note(`${server!.program.name} goes on`)
        return timeline.thaw(server!.program)
      case 'clock':
        timeline.note(`the clock of ${server!.program.name} is ${move.aheadSeconds} s ahead`)
        this.#ahead[move.server % 2] = move.aheadSeconds * 1000
        return
      case 'serve': {
        const { serves, url } = this.#facilitators[move.facilitator % 2]!
        const network = networks[move.rail]
        if (!serves.delete(network)) serves.add(network)
        timeline.note(`${url} serves ${[...serves].join(', ') || 'nobody'}`)
        // Servers find that out each in its time: the first one now.
        return this.#timeline.finish(this.#servers[0]!.refresh())
      }
      case 'reconcile':
        return void server!.reconcile().catch((error: unknown) => {
          // The job comes again in two minutes; anything else is a fault of its own, and ends the run.
          if (!(error instanceof LostConnection)) throw error
        })
      case 'reorganise':
        timeline.note(`the newest ${move.blocks} blocks of Base are others, ${move.again ? 'with' : 'without'} what they held`)
        return this.#chains.base.reorganise(move.blocks, move.again)
      case 'backup':
        this.#isBackedUp = true
        return this.#books.backUp()
      case 'restore':
        if (!this.#isBackedUp) return
        timeline.note('the books are what they were')
        this.#hasLostBooks = true
        return this.#books.restore(move.isSaid ?? true)
    }
  }

  /** Nothing fails any more: what is under way ends, buyers ask until they have heard the end, the job looks, validity runs out. */
  async #calm(): Promise<void> {
    const timeline = this.#timeline
    timeline.note('nothing fails any more')
    this.#ahead.fill(0)
    for (const { serves } of this.#facilitators) for (const network of Object.values(networks)) serves.add(network)
    for (const server of this.#servers) {
      await timeline.thaw(server.program)
      await timeline.finish(server.refresh())
    }
    const idle = async () => {
      for (await timeline.quiet(); timeline.isBusy(); ) await timeline.step(0, 0)
    }
    for (const seconds of [10, 10, 60, 120, 120, 120, 120, 300, 60, 60]) {
      await idle()
      for (const purchase of this.#purchases) await timeline.finish(this.#act(purchase, this.#servers[1]!, 'http'))
      await idle()
      if (this.#purchases.every((purchase) => nextOf(purchase) === 'stop') && (await this.#open()).length === 0) break
      await timeline.pass(seconds * 1000)
      await timeline.finish(this.#servers[0]!.reconcile())
    }
    // Whoever was charged asks for the answer once more.
    for (const payment of this.#payments().filter((one) => one.isCharged() && !one.answers.some(({ status }) => status === 200))) {
      this.#send(payment, this.#servers[1]!, 'http')
      await idle()
    }
  }

  /** Claims that have no end yet. */
  #open = (): Promise<OpenClaim[]> =>
    this.#books.read(`select payment_key, state, reason from claims where state in ('claimed', 'settling', 'unknown') order by payment_key`)

  async play(moves: readonly Move[]): Promise<{ broken: string[]; trace: string[] }> {
    for (const index of [0, 1]) await this.#start(index)
    for (const move of moves) {
      await this.#move(move)
      await this.#timeline.quiet()
    }
    await this.#calm()
    const open = await this.#open()
    const [row] = await this.#books.read<{ settled: string }>(`select count(*) as settled from ledger where outcome = 'settled'`)
    const course = { purchases: this.#purchases, open, ledgerSettled: Number(row!.settled), hasLostBooks: this.#hasLostBooks }
    return { broken: broken(course), trace: this.#timeline.trace }
  }
}
