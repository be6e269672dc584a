/** The options of a command: what stands at the head of its file is its help, and a wrong option is one sentence, never a stack trace. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type ParseArgsConfig, parseArgs } from 'node:util'

/** The words at the head of a command's file, without comment signs. @param file its `import.meta.url` */
export const helpOf = (file: string): string =>
  (/\/\*\*([\s\S]*?)\*\//.exec(readFileSync(fileURLToPath(file), 'utf8'))?.[1] ?? '').replace(/^\s*\* ?/gm, '').trim()

/** Ends a command that was called in a wrong way, with one sentence. */
export function misused(sentence: string): never {
  process.stderr.write(`${sentence.replace(/\.?$/, '.')} --help tells more.\n`)
  process.exit(2)
}

/** Parses the command line; `--help` prints the head of the file and ends well, an option that does not exist ends with exit code 2. */
export function readOptions<const Config extends ParseArgsConfig>(file: string, config: Config): ReturnType<typeof parseArgs<Config>> {
  if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) {
    process.stdout.write(`${helpOf(file)}\n`)
    process.exit(0)
  }
  try {
    return parseArgs(config)
  } catch (error) {
    return misused(error instanceof Error ? (error.message.split(/\.\s/)[0] as string) : String(error))
  }
}
