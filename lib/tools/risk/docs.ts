/** The page of the risk rules, written from the rules themselves. */
import { baseRules } from '../base/token-risk/rules.ts'
import { solanaRules } from '../solana/token-risk/rules.ts'
import { listedAssets } from '../trust-list.ts'
import { trustedQuotes } from './liquidity.ts'
import { severities } from './rule.ts'
import { bands, weights } from './summary.ts'

type Row = {
  code: string
  title: string
  severity: string
  when: string
  core?: boolean
  trusted?: string
  ownerPower?: boolean
  note?: boolean
}

const cell = (text: string): string => text.replaceAll('|', '\\|')

function table(rules: readonly Row[]): string {
  const rows = rules.map(({ code, title, severity, when, core, trusted, ownerPower }) => {
    const remarks = [core && 'core', trusted && `trust lowers it to ${trusted}`, ownerPower && 'trust settles it when undecided'].filter(
      Boolean,
    )
    return `| \`${code}\` | ${cell(title)} | ${cell(severity)} | ${cell(when)} | ${remarks.join('; ')} |`
  })
  return ['| Code | Title | Severity | Fails when | |', '|---|---|---|---|---|', ...rows].join('\n')
}

const assets = (chain: 'solana' | 'base'): string =>
  [
    '| Symbol | Issuer | Address | Published at |',
    '|---|---|---|---|',
    ...listedAssets
      .filter((asset) => asset.chain === chain)
      .map(({ symbol, issuer, address, source }) => `| ${symbol} | ${cell(issuer)} | \`${address}\` | ${cell(source)} |`),
  ].join('\n')

const quotes = (chain: 'solana' | 'base'): string =>
  Object.entries(trustedQuotes[chain])
    .map(([address, symbol]) => `- ${symbol} \`${address}\``)
    .join('\n')

/** `docs/risk-rules.md`. Written by `npm run docs`; a test fails when the file is stale. */
export function riskRulesPage(): string {
  const bandList = Object.entries(bands)
    .map(([verdict, [from, to]]) => `${verdict} ${from} to ${to}`)
    .join(', ')
  const weightList = [...severities]
    .reverse()
    .map((severity) => `${severity} ${weights[severity]}`)
    .join(', ')
  return `# Risk rules

Written from the code by \`npm run docs\`; do not edit.

\`GET /v1/solana/token-risk\` and \`GET /v1/base/token-risk\` judge a token by the rules below. The same facts always give the same answer.

- A check is **pass**, **fail** or **unknown**. Pass needs positive evidence: where a source is silent the check is unknown. A check that cannot be judged for this token is left out.
- Each fail makes one finding: its code, a severity, a fixed title, one plain sentence with the number, and the raw values with their source and threshold.
- The score adds up the findings (${weightList}), at most 100. Bands: ${bandList}. So one isolated critical finding is high, and one isolated high finding is medium.
- **Critical** is a verdict by rule only: holders cannot sell and no other source contradicts; two critical findings; or an imitation with a live authority. The score is then moved into the band of the verdict, and a high score without such a rule stays at ${bands.high[1]}.
- **Unknown**, with score null, is the verdict when a core check is undecided and no high or critical finding was made. Found danger outranks missing data.
- \`completeness\` is the share of the listed checks that could be decided.
- **Trust** lowers findings about an issuer's powers and says so in the finding; it never hides them, and it never touches \`CANNOT_SELL\`. It comes from the list of exact addresses below, from GoPlus (\`trust_list\`, \`trusted_token\`), or from Jupiter (verified and tagged \`lst\` or \`stocks\`); never from popularity, liquidity or a symbol.
- \`TRUSTED_ISSUER\` and \`ON_BONDING_CURVE\` are remarks: they make a finding of information level and are not listed among the checks.

## Solana

${table(solanaRules)}

## Base

${table(baseRules)}

## Trusted quote tokens

Liquidity counts only against these, matched by address.

${quotes('solana')}
${quotes('base')}

## Known issuers

An owner's power over these tokens is how they work. A token with one of these names or symbols at another address is an imitation.

### Solana

${assets('solana')}

### Base

${assets('base')}
`
}
