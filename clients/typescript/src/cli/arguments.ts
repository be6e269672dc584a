/** Words of the command line, parsed. Options of the client itself stand before the command, parameters of a tool after it. */

export class UsageError extends Error {
  override name = 'UsageError'
}

/** Options with a value, and what they mean. */
export const OPTIONS = {
  server: 'URL of the server; default: PAID_AGENT_TOOLS_URL',
  rail: 'base or solana; default: the cheapest offer for which there is a key',
  'max-per-call': 'US dollars one call may cost; default 0.02',
  'max-per-session': 'US dollars a session may cost; default 1',
  'max-per-day': 'US dollars of all sessions in 24 hours; default 5',
  'max-per-host': 'US dollars to one host in 24 hours; default: no more than the others allow',
  session: 'name of the session; default: default',
  store: 'file of payments; default: ~/.paid-agent-tools/payments.jsonl',
  key: 'verify: file with the seller’s did.json, to check a receipt without a network',
  registry: 'mcp: URL of a registry of sellers (x402 bazaar), instead of --server or beside it',
  find: 'mcp: words to look for in the registry',
  'ask-above': 'mcp: US dollars above which the host’s user is asked',
} as const
/** Options without one. */
export const FLAGS = { json: 'answers as JSON, also on a terminal', table: 'answers as a table, also in a pipe' } as const

export type Option = keyof typeof OPTIONS
export type Flag = keyof typeof FLAGS

export type Arguments = {
  options: Partial<Record<Option, string>>
  flags: ReadonlySet<Flag>
  command: string | undefined
  /** What stands after the command and is no `--name value`. */
  words: string[]
  params: Record<string, string>
}

/** Splits `--name value` and `--name=value` from words. The options of `mcp` may also stand after it. @throws UsageError */
export function parseArguments(argv: readonly string[]): Arguments {
  const flags = new Set<Flag>()
  const parsed: Arguments = { options: {}, flags, command: undefined, words: [], params: {} }
  const rest = [...argv]
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (!word.startsWith('--')) {
      if (parsed.command === undefined) parsed.command = word
      else parsed.words.push(word)
      continue
    }
    const [, written = '', inline] = /^--([^=]*)(?:=(.*))?$/s.exec(word) ?? []
    const ours = parsed.command === undefined || parsed.command === 'mcp'
    const name = ours && written === 'max-usd' ? 'max-per-session' : written
    if (ours && Object.hasOwn(FLAGS, name) && inline === undefined) {
      flags.add(name as Flag)
      continue
    }
    const value = inline ?? rest.shift()
    if (name === '' || value === undefined) throw new UsageError(`${word} needs a value.`)
    const into: Record<string, string> = ours ? parsed.options : parsed.params
    if (ours && !Object.hasOwn(OPTIONS, name))
      throw new UsageError(
        `There is no option --${name}; options before the command are ${Object.keys(OPTIONS)
          .map((option) => `--${option}`)
          .join(', ')}.`,
      )
    if (Object.hasOwn(into, name)) throw new UsageError(`--${name} is given twice.`)
    into[name] = value
  }
  return parsed
}
