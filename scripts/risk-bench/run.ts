/** Runs labelled cases through the real tools and counts what they answered, by class. */
import { createCore } from '../../lib/core.ts'
import { parseEnv } from '../../lib/env.ts'
import { ApiError } from '../../lib/errors.ts'
import baseTool from '../../lib/tools/base/token-risk/tool.ts'
import type { Tool } from '../../lib/tools/define.ts'
import type { Verdict } from '../../lib/tools/risk/verdict-rule.ts'
import solanaTool from '../../lib/tools/solana/token-risk/tool.ts'
import { TOKENS } from './bodies.ts'
import { type Case, worldOf } from './world.ts'

/** What a case came to: a verdict that was sold, or a refusal that was not. */
export type Answer = Verdict | 'refused'

export const expected: Record<Case['label'], readonly Answer[]> = {
  dangerous: ['high', 'critical'],
  good: ['low', 'medium'],
  trusted: ['low'],
  gap: ['refused'],
  unknowable: ['unknown'],
}

export type Result = { one: Case; answer: Answer; findings: string[]; checks: { code: string; state: string; reason: string | null }[] }

type Body = { summary: { verdict: Verdict; findings: { code: string; severity: string }[]; checks: Result['checks'] } }

export async function runCase(one: Case): Promise<Result> {
  // A source of a case fails for good: before the second try there is nothing to wait for.
  const core = createCore(parseEnv({}), { transport: worldOf(one, Date.now()), wait: () => Promise.resolve() })
  const [tool, name]: [Tool, string] = one.chain === 'base' ? [baseTool, 'address'] : [solanaTool, 'mint']
  const input = tool.input.parse({ [name]: one.address ?? TOKENS[one.chain] })
  try {
    const body = await tool.run(input, { core, signal: AbortSignal.timeout(20_000), requestId: one.id })
    tool.output.parse(body)
    const { summary } = body as Body // just checked against the schema
    return {
      one,
      answer: summary.verdict,
      findings: summary.findings.map(({ code, severity }) => `${severity} ${code}`),
      checks: summary.checks,
    }
  } catch (error) {
    if (error instanceof ApiError && error.status >= 502) return { one, answer: 'refused', findings: [], checks: [] }
    throw error
  }
}

const answers: readonly Answer[] = ['low', 'medium', 'high', 'critical', 'unknown', 'refused']

/** How often each answer was given, and how often it was wrong: `low 9, medium 3`. */
function countsOf(some: readonly Result[]): string {
  const counts = answers.flatMap((answer) => {
    const count = some.filter((result) => result.answer === answer).length
    return count > 0 ? [`${answer} ${count}`] : []
  })
  const wrong = some.filter(({ one, answer }) => !expected[one.label].includes(answer)).length
  return `${counts.join(', ')}${wrong > 0 ? `; ${wrong} wrong` : ''}`
}

/** A Markdown table: a row for each class and a column for each label, with the answers of its cases. */
export function confusion(results: readonly Result[]): string {
  const labels = Object.keys(expected)
  const classes = [...new Set(results.map(({ one }) => one.class))].sort()
  const cell = (name: string, label: string) => countsOf(results.filter(({ one }) => one.class === name && one.label === label))
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    row(['Class', ...labels]),
    `|${'---|'.repeat(labels.length + 1)}`,
    ...classes.map((name) => row([name, ...labels.map((label) => cell(name, label))])),
  ].join('\n')
}

export const parseCases = (text: string): Case[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Case) // written by hand, and checked by running it
