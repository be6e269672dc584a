/** The command `mcp`: a local MCP server that sells on to its host what sellers list, within the caps. */
import { discover, type Sold } from '../discover.ts'
import { discoverIn } from '../discover-registry.ts'
import { UnreachableError } from '../errors.ts'
import { toAtomic } from '../money.ts'
import { type Arguments, UsageError } from './arguments.ts'
import { note } from './output.ts'
import { guardOptions, serverOf } from './settings.ts'

/** Serves until the host closes our input. Nothing but messages may go to stdout. */
export async function mcp(parsed: Arguments): Promise<void> {
  const [{ serveStdio }, { Bridge }] = await Promise.all([import('@modelcontextprotocol/server/stdio'), import('../bridge/bridge.ts')])
  const { registry, find } = parsed.options
  const servers = (parsed.options.server ?? (registry === undefined ? process.env.PAID_AGENT_TOOLS_URL : undefined) ?? '')
    .split(',')
    .filter(Boolean)
  if (servers.length === 0 && registry === undefined)
    throw new UsageError('Say whose tools: --server URL, more than one divided by commas, or --registry URL.')
  const addresses = servers.map((server) => serverOf({ ...parsed, options: { ...parsed.options, server } }))
  const sold = await listed([
    ...(registry === undefined ? [] : [discoverIn(registry, find)]),
    ...addresses.map((address) => discover(address)),
  ])
  const { 'ask-above': askAbove = '0.05' } = parsed.options
  const bridge = new Bridge(withoutClashes(sold), { guard: guardOptions(parsed), askAbove: toAtomic(askAbove) })
  serveStdio(bridge.server)
  note(`${sold.length} tools of ${[...servers, registry ?? []].flat().join(', ')}; budget: ${JSON.stringify(guardOptions(parsed).caps)}`)
}

/** What those sell that answer; who does not is named, unless nobody does. */
async function listed(lists: Promise<Sold[]>[]): Promise<Sold[]> {
  const answers = await Promise.allSettled(lists)
  const sold = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  for (const answer of answers)
    if (answer.status === 'rejected') {
      if (sold.length === 0 || !(answer.reason instanceof UnreachableError)) throw answer.reason
      note(answer.reason.message)
    }
  return sold
}

/** Tools of two sellers with one name get that of their host as well. */
const withoutClashes = (sold: readonly Sold[]): Sold[] =>
  sold.map((one) => {
    const clashes = sold.filter(({ name }) => name === one.name).length > 1
    return clashes ? { ...one, name: `${new URL(one.url).host.replace(/[^a-z0-9]+/g, '_')}_${one.name}`.slice(0, 64) } : one
  })
