/** What the command line says: answers to stdout, as JSON or as a table; everything else to stderr. */
import type { Arguments } from './arguments.ts'
import { harmless, type Row, toJson, toTable } from './table.ts'

export const note = (text: string): void => void process.stderr.write(`${harmless(text)}\n`)

/** An answer: a table on a terminal, JSON in a pipe, unless a flag says otherwise. */
export function print({ flags }: Arguments, value: readonly Row[] | Row): void {
  const asTable = flags.has('table') || (process.stdout.isTTY === true && !flags.has('json'))
  process.stdout.write(asTable ? toTable(value) : `${toJson(value)}\n`)
}
