/** The bench's findings as a page. */
type Results = Record<string, Record<string, unknown> | undefined>

const rows: [field: string, meaning: string, bar: string][] = [
  ['unpaid402VsHono', 'Unpaid 402 through `npm start`, requests per second over `@x402/hono` on node-server', 'at least 2'],
  ['unpaid402CpuVsBareRoute', 'Unpaid 402 under Next alone, CPU per request over a bare Next route of the same bytes', 'at most 1.05'],
  ['paidCpuVsHono', 'Paid call through `npm start`, CPU per call over `@x402/hono`', 'at most 1.0'],
  ['paidCpuNextMountVsHono', 'Paid call under Next alone, CPU per call over `@x402/hono`', 'at most 1.25'],
  ['paidCpuReceiptsVsNone', 'Paid call through `npm start`, CPU per call with offers and receipts signed over one without', 'at most 1.15'],
  [
    'knownPayerVsFloor',
    'Paid call of a payer who paid before, facilitator 150 ms to verify and 900 ms to settle, tool 300 ms: time over settle plus the longer of the others (slower rail)',
    'at most 1.025',
  ],
  ['feedVsNginx', 'Feed file through `npm start`, requests per second over nginx static (lower of identity and gzip)', 'at least 0.8'],
  ['markdownVsStock', 'Page to Markdown, median time over jsdom + Readability + turndown', 'at most 0.25'],
  ['ingestVsUpsert', 'Ingest of releases on PostgreSQL, time over a ready-made multi-row upsert', 'at most 2'],
  ['feedP99At100x', 'Filtered feed call, p99 at 250,000 open notices over that at 2,500', 'at most 4'],
  ['crowdPaidP99', 'Paid call, p99 while 200 strangers try everything at once over that in quiet', 'at most 5'],
  ['crowdFeedP99', 'Filtered feed call, the same', 'at most 5'],
  ['memoryGrowth', 'RSS after 100,000 mixed requests over RSS after 10,000', 'at most 1.1'],
]

const show = (value: unknown): string =>
  typeof value === 'number'
    ? String(Number(value.toPrecision(4)))
    : value === null || value === undefined
      ? 'not run'
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value)

/** Markdown: the summary with its bars, then every figure of every part. */
export function toReport(
  results: Results,
  summary: Record<string, number | null>,
  run: { command: string; cores: number; node: string; date: string },
): string {
  const lines = [
    '# Benchmarks',
    '',
    `Written by \`${run.command}\` on ${run.date}, Node ${run.node}, ${run.cores} cores. All figures are ours divided by theirs, medians of alternating rounds in one run; the load generator shares the machine.`,
    '',
    '| Figure | What it compares | Value | Bar |',
    '|---|---|---|---|',
    ...rows.map(([field, meaning, bar]) => `| ${field} | ${meaning} | ${show(summary[field])} | ${bar} |`),
  ]
  for (const [part, result] of Object.entries(results)) {
    lines.push('', `## ${part}`, '')
    if (!result) lines.push('Not run: this machine lacks a program it needs.')
    else
      lines.push(
        '| Figure | Value |',
        '|---|---|',
        ...Object.entries(result)
          .flatMap(([name, value]) => (name === 'details' ? Object.entries(value as object) : [[name, value]]))
          .map(([name, value]) => `| ${name} | ${show(value)} |`),
      )
  }
  return `${lines.join('\n')}\n`
}
