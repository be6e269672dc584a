/** One tool bought on one rail by an agent over MCP, with the official client and the same checks as over HTTP. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { encodePaymentRequiredHeader } from '@x402/core/http'
import type { PaymentRequired } from '@x402/core/types'
import { operationId } from '../../lib/catalogue/openapi.ts'
import type { Tool } from '../../lib/tools/define.ts'
import type { Rail } from '../../tests/local/buyer.ts'
import type { LocalWorld } from '../../tests/local/index.ts'
import type { Purchase } from './purchase.ts'

type Result = {
  isError?: boolean
  content: { text: string }[]
  structuredContent?: Record<string, unknown>
  _meta?: { 'x402/payment-response'?: { success: boolean; transaction: string } }
}

/** What HTTP would have said. */
function statusOf({ isError, content, structuredContent }: Result): number {
  if (!isError) return 200
  if (structuredContent && 'accepts' in structuredContent) return 402
  return (JSON.parse(content[0]?.text ?? '{}') as { status?: number }).status ?? 500
}

/** Buys `tool` with its first example; `pageUrl` replaces the page that it reads. Never throws for what the server does. */
export async function buyOverMcp(world: LocalWorld, baseUrl: string, tool: Tool, rail: Rail, pageUrl?: string): Promise<Purchase> {
  const name = operationId(tool)
  const price = BigInt(tool.amount)
  const purchase: Purchase = {
    rail,
    tool: `mcp ${name}`,
    bad: 0,
    unpaid: 0,
    paid: 0,
    price,
    transaction: '',
    gained: 0n,
    ms: 0,
    problems: [],
  }
  const expect = (right: boolean, problem: string) => void (right || purchase.problems.push(problem))
  const agent = new Client({ name: 'demo-agent', version: '1.0.0' })
  const call = async (values: Record<string, unknown>, payment?: object): Promise<Result> =>
    (await agent.callTool({
      name,
      arguments: values,
      ...(payment ? { _meta: { 'x402/payment': payment } } : {}),
    })) as unknown as Result
  try {
    await agent.connect(new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`)))
    const example = tool.examples[0].query
    const query = example.url !== undefined && pageUrl !== undefined ? { ...example, url: pageUrl } : example
    purchase.bad = statusOf(await call({ ...query, 'no-such-parameter': '1' }))
    expect(purchase.bad === 400, `an unknown parameter was answered ${purchase.bad}`)
    const before = await world.balances()
    const startedAt = performance.now()
    const unpaid = await call(query)
    purchase.unpaid = statusOf(unpaid)
    expect(purchase.unpaid === 402, `the unpaid call was answered ${purchase.unpaid}`)
    const terms = encodePaymentRequiredHeader(unpaid.structuredContent as unknown as PaymentRequired)
    const signed = await world.buyer.signOnce(terms, rail)
    const paid = await call(query, JSON.parse(Buffer.from(signed, 'base64').toString()) as object)
    purchase.ms = performance.now() - startedAt
    purchase.paid = statusOf(paid)
    expect(purchase.paid === 200, `the paid call was answered ${purchase.paid}: ${paid.content[0]?.text.slice(0, 200)}`)
    const receipt = paid._meta?.['x402/payment-response']
    purchase.transaction = receipt?.transaction ?? ''
    expect(receipt?.success === true && purchase.transaction !== '', 'the answer carries no receipt')
    purchase.gained = (await world.balances())[rail] - before[rail]
    expect(purchase.gained === price, `payTo gained ${purchase.gained} instead of ${price}`)
  } catch (error) {
    purchase.problems.push(error instanceof Error ? error.message : String(error))
  } finally {
    await agent.close()
  }
  return purchase
}
