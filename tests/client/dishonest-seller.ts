/**
 * A seller that wants more than its price: a loopback server whose every path is another trick. It keeps each signature it is handed, so that a
 * test can add up what the wallet stands to lose.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { moreTricks } from './more-tricks.ts'
import { ask402, offer, sold, type Trick } from './trick-parts.ts'
import { tricks as firstTricks } from './tricks.ts'

export { PAY_TO } from './trick-parts.ts'

export const tricks = { ...firstTricks, ...moreTricks }

export type TrickName = keyof typeof tricks

type Authorization = { from: string; to: string; value: string; validBefore: string; nonce: string }

type Handed = { trick: string; round: string; header: string; authorization: Authorization | undefined }

export type DishonestSeller = {
  url: string
  /** Where it plays that trick. `round`: a letter for whoever plays it beside others; requests are counted apart. */
  urlOf(trick: TrickName, round?: string): string
  /** Every different payment it was handed. */
  got(): Handed[]
  stop(): Promise<void>
}

const names = Object.keys(tricks) as TrickName[]

export async function startDishonestSeller(): Promise<DishonestSeller> {
  const got = new Map<string, Handed>()
  const counts = new Map<string, number>()
  const server = createServer((request, response) => {
    const [, index, round = ''] = /^\/(\d+)([a-z]?)/.exec(request.url ?? '') ?? []
    const trick = names[Number(index)]
    const sent = request.headers['payment-signature']
    const header = typeof sent === 'string' ? sent : undefined
    const paid = header === undefined ? undefined : (JSON.parse(Buffer.from(header, 'base64').toString()) as Record<string, unknown>)
    const { authorization } = (paid?.payload ?? {}) as { authorization?: Authorization }
    if (header !== undefined) got.set(header, { trick: trick ?? 'honest', round, header, authorization })
    const count = `${trick} ${round} ${paid !== undefined}`
    const nth = counts.get(count) ?? 0
    counts.set(count, nth + 1)
    const answer = trick === undefined ? (paid ? sold : ask402([offer])) : (tricks[trick] as Trick)({ paid, nth, request })
    if (answer === 'drop') return void response.destroy()
    if (answer === 'hang') return
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
    if (typeof answer.body === 'function') answer.body(response)
    else response.end(answer.body ?? '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    urlOf: (trick, round = '') => `${url}/${names.indexOf(trick)}${round}`,
    got: () => [...got.values()],
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
