/** The page of the risk rules, written from the rules themselves. */
import { baseRules } from '../../base/token-risk/rules/index.ts'
import { solanaRules } from '../../solana/token-risk/rules/index.ts'
import { listedAssets } from '../../trust-list.ts'
import { marketRules } from '../market-rules.ts'
import { trustedQuotes } from '../quotes.ts'
import type { Rule } from '../rule.ts'
import { bands, floors, gravestFirst, MIN_COMPLETENESS, verdictRows, weights } from '../verdict-rule.ts'
import { benchTable } from './bench-table.ts'

type Row = Omit<Rule<never>, 'judge'>

const cell = (text: string): string => text.replaceAll('|', '\\|')

function table(rules: readonly Row[]): string {
  const rows = rules.map(({ code, title, severity, when, core, trusted, ownerPower, note, sources }) => {
    const remarks = [
      core && 'core',
      note && 'remark',
      trusted && `trust lowers it to ${trusted}`,
      ownerPower && 'trust accepts it unread',
    ].filter(Boolean)
    return `| \`${code}\` | ${cell(title)} | ${cell(severity)} | ${cell(when)} | ${sources.join(', ')} | ${remarks.join('; ')} |`
  })
  return ['| Code | Title | Severity | Fails when | Answered by | |', '|---|---|---|---|---|---|', ...rows].join('\n')
}

/** Those that stand in the table of one chain alone. */
const ownRules = (rules: readonly Row[]): Row[] => rules.filter(({ code }) => !marketRules.some((rule) => rule.code === code))

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

const verdictTable = (): string =>
  [
    '| | Verdict | When |',
    '|---|---|---|',
    ...verdictRows.map(({ verdict, when }, at) => `| ${at + 1} | **${verdict}** | ${cell(when)} |`),
  ].join('\n')

const scoreTable = (): string =>
  [
    '| Severity | Weight | Verdict at least |',
    '|---|---|---|',
    ...gravestFirst.map((severity) => `| ${severity} | ${weights[severity]} | ${floors[severity]} |`),
  ].join('\n')

/** `docs/risk-rules.md`. Written by `npm run docs`; a test fails when the file is stale. */
export function riskRulesPage(): string {
  const bandList = Object.entries(bands)
    .map(([verdict, [from, to]]) => `${verdict} ${from} to ${to}`)
    .join(', ')
  return `# Risk rules

Written from the code by \`npm run docs\`; do not edit.

\`GET /v1/solana/token-risk\` and \`GET /v1/base/token-risk\` judge a token by the rules below. The same facts always give the same answer.

## The verdict

The first row that holds gives the verdict.

${verdictTable()}

A verdict is never below its gravest finding. The score adds up the weights, and only orders within the band of the verdict (${bandList}): a sum outside of it is moved to its nearest end. Unknown has no score.

${scoreTable()}

## The checks

| State | Means |
|---|---|
| \`pass\` | A source answered, and nothing was found. Silence never passes. |
| \`fail\` | It makes one finding: its code, a severity, a fixed title, one plain sentence with the number, and the raw values with their source and threshold. |
| \`accepted\` | A power of an issuer that a trust list vouches for; \`reason\` names the list. The finding stays, lowered. A power that nobody could read is accepted too, and says that it was not read. |
| \`not_applicable\` | The question does not arise for this token; \`reason\` says why. |
| \`unread\` | Nobody answered; \`reason\` names who failed or was silent. It is never counted as safe. |

- A flag that is set counts unless the owner is provably nobody: with an unknown owner it fails, since a contract may hand out roles instead.
- \`completeness\` is the share of the listed checks that are not unread. Below ${MIN_COMPLETENESS * 100} % there is no verdict of low or medium.
- **Unknown is not sold when it is our gap.** If a source that a core check needs failed, was paced by us or ran out of time, the call ends in 503 with Retry-After and nothing is charged. It is sold only when the token itself cannot be known.
- **Trust** never hides a finding, and never touches \`CANNOT_SELL\`. It comes from the list of exact addresses below, from GoPlus (\`trust_list\`, \`trusted_token\`), or from Jupiter (verified and tagged \`lst\` or \`stocks\`); never from popularity, liquidity or a symbol.
- Remarks make a finding of information level and are not listed among the checks.

## How often they are right

Labelled cases of this project, on both chains, every rule from both sides, run through both tools over bodies in the shape of the real sources (\`npm run risk-bench\`). Dangerous tokens must be high or critical, good ones low or medium, those of trusted issuers low; a gap of ours must be refused, uncharged. The cases are made up: they show that the rules do what they say, not how often the market deceives them.

${benchTable}

## On both chains

${table(marketRules)}

## On Solana

${table(ownRules(solanaRules))}

## On Base

${table(ownRules(baseRules))}

## Quote tokens at face value

Liquidity against these counts in full, matched by address. Against any other quote token it counts only as far as that token can itself be sold in its own pools; against one that cannot, it counts for nothing and is told as \`uncountedUsd\`. What a launch curve can pay out is read from its account, or from its price.

${quotes('solana')}
${quotes('base')}

## Known issuers

An issuer's power over these tokens is how they work. A token with one of these names or symbols at another address is an imitation, look-alike letters included; so is one named after a well-known token (lib/tools/known-names.ts, and what Jupiter and CoinGecko list), for which nobody vouches.

### Solana

${assets('solana')}

### Base

${assets('base')}
`
}
