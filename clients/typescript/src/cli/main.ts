#!/usr/bin/env node
/** The command line: finds the command, runs it, and says what went wrong. Exit code 2: it was called wrongly; 1: it failed. */
import { ClientError, ProblemError } from '../errors.ts'
import { version } from '../version.ts'
import { type Arguments, parseArguments, UsageError } from './arguments.ts'
import { budget, receipts, verify } from './bookkeeping.ts'
import { call, listTools, price } from './buying.ts'
import { note } from './output.ts'
import { mcp } from './serving.ts'
import { toJson } from './table.ts'
import { COMMANDS, completion, EXPLAINED, usage } from './words.ts'

type Command = (parsed: Arguments) => void | Promise<void>

const commands: Readonly<Record<keyof typeof COMMANDS, Command>> = {
  tools: listTools,
  price,
  call,
  budget,
  receipts,
  verify,
  mcp,
  explain({ words }) {
    const [word = ''] = words
    const name = Object.keys(EXPLAINED).find((known) => known.toLowerCase() === word.toLowerCase().replaceAll(' ', '-'))
    if (name === undefined) throw new UsageError(`These can be explained: ${Object.keys(EXPLAINED).join(', ')}.`)
    process.stdout.write(`${name}: ${EXPLAINED[name]}\n`)
  },
  completion({ words }) {
    const script = completion(words[0] ?? '')
    if (script === undefined) throw new UsageError('Name a shell: bash, zsh or fish.')
    process.stdout.write(script)
  },
}

const isCommand = (name: string): name is keyof typeof COMMANDS => Object.hasOwn(commands, name)

async function main(): Promise<void> {
  const argv = process.argv.slice(2)
  if (argv.includes('--help') || argv[0] === '-h') return void process.stdout.write(usage())
  if (argv.includes('--version')) return void process.stdout.write(`${version()}\n`)
  const parsed = parseArguments(argv)
  const { command } = parsed
  if (command === undefined) throw new UsageError('Say what to do.')
  if (command === 'help') return void process.stdout.write(usage())
  if (!isCommand(command)) throw new UsageError(`There is no command ${command}; there are ${Object.keys(COMMANDS).join(', ')}.`)
  await commands[command](parsed)
}

main().catch((error: unknown) => {
  if (error instanceof UsageError) note(`${error.message}\n\n${usage()}`)
  else if (error instanceof ProblemError) note(toJson(error.problem))
  else note(error instanceof Error ? `${error.name}: ${error.message}` : String(error))
  if (error instanceof ClientError && !(error instanceof ProblemError) && Object.hasOwn(EXPLAINED, error.name))
    note(`More: paid-agent-tools-client explain ${error.name}`)
  process.exitCode = error instanceof UsageError ? 2 : 1
})
