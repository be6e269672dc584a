import { type ParseArgsConfig, parseArgs } from 'node:util'

/** Parses the command line. `--help` prints `usage` and ends well; what is not understood ends with it and exit code 2. */
export function readArguments<const Config extends ParseArgsConfig>(usage: string, config: Config): ReturnType<typeof parseArgs<Config>> {
  if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) {
    process.stdout.write(`${usage}\n`)
    process.exit(0)
  }
  try {
    return parseArgs(config)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}\n`)
    return process.exit(2)
  }
}
