/** What the command line says of itself: its help, its completions, and what each failure means. */
import { tools } from '../generated.ts'
import { FLAGS, OPTIONS } from './arguments.ts'

export const COMMANDS = {
  tools: 'the tools and their prices; needs no server and no wallet',
  price: '<tool> [--param value …]   what a call would cost now; free',
  call: '<tool> [--param value …]   buys one answer',
  budget: 'what is spent, reserved and at risk, and the caps',
  receipts: '[paymentId]   every payment of the store and how it ended, or the signed receipt of one',
  verify: '[file]   looks every payment up on its chain, or checks one signed receipt in a file (offline with --key)',
  mcp: '[--server URL]   a local MCP server that pays: lists a seller’s tools and buys calls within the caps',
  explain: '<word>   what an error or a word of the budget means, and what to do',
  completion: 'bash|zsh|fish   a script that completes commands, tools and options',
} as const

const pad = (rows: [string, string][]): string => {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`).join('\n')
}

export const usage = (): string => `paid-agent-tools-client [options] <command>

${pad(Object.entries(COMMANDS))}

Options, before the command
${pad([...Object.entries(OPTIONS), ...Object.entries(FLAGS)].map(([name, text]) => [`--${name}`, text]))}

--help says this, --version which version it is.
Keys come from the environment: EVM_PRIVATE_KEY, SOLANA_PRIVATE_KEY; SOLANA_RPC_URL and BASE_RPC_URL are optional.
`

/** Words a buyer meets, by the name they meet them under. */
export const EXPLAINED: Readonly<Record<string, string>> = {
  spent: 'Settled payments, by the seller’s word or the chain’s.',
  reserved: 'Set aside for a payment that is about to be signed; gone by itself after two minutes.',
  'at-risk':
    'Signed and sent, and neither settled nor shown to be void. It counts towards every cap. `budget` asks the chain about payments whose validity is over and gives back those that were never used.',
  session: 'Everything bought under one --session name, without an end. Name another to begin a new one.',
  SpendCapError: 'The price is over a cap; nothing was signed. Raise the cap, name another session, or run `budget` to see what holds it.',
  NoOfferError: 'Nothing the seller offers can be paid: another token or network, or terms that make no sense. Nothing was signed.',
  PayToChangedError:
    'The seller asks for the money at another address than before. Nothing was signed. Ask the seller before you allow it.',
  UnknownToolError: 'There is no tool of that name; `tools` lists them.',
  UnreachableError: 'The server did not answer, or is not the one you meant. Nothing was signed; try again.',
  WalletError: 'The wallet could not sign: look at the key, and at the RPC for Solana. Nothing was sent.',
  StoreError: 'The file of payments cannot be read or written, so no cap would hold. Nothing was sent. Name another file by --store.',
  ProblemError:
    'The server says why it has no answer, in `code`. It did not charge; a payment it holds counts as at risk until it is void.',
  PaymentRefusedError: 'The server refused the payment. Look at the balance and the clock; then call again.',
  SettlementUnknownError:
    'Nobody knows yet whether the payment settled. Make the very same call again: the same payment is sent, none is signed.',
  PaidUnansweredError:
    'The chain shows that the payment settled, and the seller refuses to answer for it. The same call would pay once more.',
}

/** A completion script for a shell; undefined: not one we know. */
export function completion(shell: string): string | undefined {
  const commands = Object.keys(COMMANDS).join(' ')
  const names = Object.keys(tools).join(' ')
  const options = [...Object.keys(OPTIONS), ...Object.keys(FLAGS)].map((name) => `--${name}`).join(' ')
  const name = 'paid-agent-tools-client'
  const bash = `_paid_agent_tools() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}"
  case "$before" in
    call|price) COMPREPLY=($(compgen -W "${names}" -- "$word")) ;;
    explain) COMPREPLY=($(compgen -W "${Object.keys(EXPLAINED).join(' ')}" -- "$word")) ;;
    completion) COMPREPLY=($(compgen -W "bash zsh fish" -- "$word")) ;;
    *) COMPREPLY=($(compgen -W "${commands} ${options}" -- "$word")) ;;
  esac
}
complete -F _paid_agent_tools ${name}
`
  if (shell === 'bash') return bash
  if (shell === 'zsh') return `autoload -U +X bashcompinit && bashcompinit\n${bash}`
  if (shell !== 'fish') return undefined
  return `complete -c ${name} -f -n __fish_use_subcommand -a "${commands}"
complete -c ${name} -f -n "__fish_seen_subcommand_from call price" -a "${names}"
${[...Object.entries(OPTIONS), ...Object.entries(FLAGS)].map(([option, text]) => `complete -c ${name} -l ${option} -d ${JSON.stringify(text)}`).join('\n')}
`
}
