/** Words of the command line, parsed. Options of the client itself stand before the command, parameters of a tool after it. */

export class UsageError extends Error {
  override name = 'UsageError'
}

export const OPTIONS = ['server', 'rail', 'max-per-call', 'max-per-session', 'receipts'] as const
export type Option = (typeof OPTIONS)[number]

export type Arguments = {
  options: Partial<Record<Option, string>>
  command: string | undefined
  /** What stands after the command and is no `--name value`. */
  words: string[]
  params: Record<string, string>
}

/** Splits `--name value` and `--name=value` from words. @throws UsageError */
export function parseArguments(argv: readonly string[]): Arguments {
  const parsed: Arguments = { options: {}, command: undefined, words: [], params: {} }
  const rest = [...argv]
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (!word.startsWith('--')) {
      if (parsed.command === undefined) parsed.command = word
      else parsed.words.push(word)
      continue
    }
    const [, name = '', inline] = /^--([^=]*)(?:=(.*))?$/s.exec(word) ?? []
    const value = inline ?? rest.shift()
    if (name === '' || value === undefined) throw new UsageError(`${word} needs a value.`)
    if (parsed.command !== undefined) {
      if (Object.hasOwn(parsed.params, name)) throw new UsageError(`--${name} is given twice.`)
      parsed.params[name] = value
    } else if ((OPTIONS as readonly string[]).includes(name)) parsed.options[name as Option] = value
    else
      throw new UsageError(
        `There is no option --${name}; options before the command are ${OPTIONS.map((option) => `--${option}`).join(', ')}.`,
      )
  }
  return parsed
}
