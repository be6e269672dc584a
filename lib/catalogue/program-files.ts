/** Texts that come with the program and are shown as they are: read once, when first needed. */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

export type ProgramFile = { text: string; changedAt: Date }

const read = (path: string): ProgramFile => ({ text: readFileSync(path, 'utf8'), changedAt: statSync(path).mtime })

let policyFile: ProgramFile | undefined
let changelogFile: ProgramFile | undefined

// Each path stands here in full, so that bundlers take along these files and no others.

/** `docs/policy.md`. */
export const policy = (): string => {
  policyFile ??= read(join(process.cwd(), 'docs/policy.md'))
  return policyFile.text
}

/** `CHANGELOG.md`, and when it was written. */
export const changelog = (): ProgramFile => {
  changelogFile ??= read(join(process.cwd(), 'CHANGELOG.md'))
  return changelogFile
}
