/** The guides as Markdown: how to pay, what errors mean, how to read the tenders feed. Pure. */
import type { Env } from '../../core.ts'
import { chargedBy, maybeCharged, type ProblemCode, problemCodes, problems } from '../../errors.ts'
import { MAX_TIMEOUT_SECONDS } from '../../payments/protocol/networks.ts'
import { ATTRIBUTION } from '../../tenders/feed/feed.ts'
import { FEED_PATH, FORMATS } from '../../tenders/feed/formats.ts'
import { PARAMETERS } from '../../tenders/search/parameters.ts'
import { TRADES } from '../../tenders/trades/trades.ts'
import { errorHelp } from '../error-help.ts'
import { cell } from './tool.ts'

type Settings = Pick<Env, 'BASE_URL' | 'TOOLS_URL' | 'NETWORK_BASE' | 'NETWORK_SOLANA'>

export const paymentsMarkdown = ({ BASE_URL, NETWORK_BASE, NETWORK_SOLANA }: Settings): string => `# Payments

Each call is paid on its own by x402 version 2, in USDC on Base (\`${NETWORK_BASE}\`) or Solana (\`${NETWORK_SOLANA}\`). No key, no account, no free tier; the price is fixed and part of the terms you sign.

1. Send the plain GET. Bad input is 400, free, before anything else; a good call is 402 with the terms: base64 JSON in \`PAYMENT-REQUIRED\`, and the same decoded in the body.
2. Sign one entry of \`accepts\`: the exact \`amount\` to \`payTo\` on its \`network\`. A payment stays usable for ${MAX_TIMEOUT_SECONDS} seconds.
3. Send the same GET with the result, base64 of its JSON, in \`PAYMENT-SIGNATURE\`. The 200 carries the settlement in \`PAYMENT-RESPONSE\`.

Over MCP (${BASE_URL}/mcp): the terms come as a tool result with \`isError\`, the payment goes into \`_meta["x402/payment"]\`, the settlement comes back in \`_meta["x402/payment-response"]\`.

## What is charged when
- Only a 2xx answer is ever settled. 400, 402, 404, 422, 429, 500, 502 and 504 cost nothing.
- One payment buys one answer to one request. The same payment for the same request gets the stored answer for 24 hours; for another request it is 409 \`payment_already_used\`.
- Sign anew only after a 402, which is final: the payment it answers is never charged, nor is any copy of it. After every other answer that may be tried again, and after none at all, send the same payment again.
- 503 \`settlement_unknown\`: nobody knows yet whether it settled. Send the same payment again. Never sign anew: you may pay twice.
- 409 \`payment_in_flight\`: wait as long as Retry-After says, then send the same payment again.
- A \`payment-identifier\` extension or an \`Idempotency-Key\` header (16 to 128 characters) names a call.
`

const problemLine = (code: ProblemCode): string => {
  const { status, title } = problems[code]
  const { meaning, todo } = errorHelp[code]
  return `| \`${code}\` | ${status} | ${title} | ${cell(meaning)} | ${cell(todo)} |`
}

export const errorsMarkdown = (): string => `# Errors

Every error is an RFC 9457 problem document (\`application/problem+json\`) with \`code\`, \`detail\`, \`retryable\`, \`charged\` and \`requestId\`. None is charged by its own word; \`charged\` is null for ${maybeCharged.map((code) => `\`${code}\``).join(', ')}, whose payment may have been, and for any code while the seller’s books may have lost an earlier call. With a payment, \`retryable\` means: the same payment again.

| Code | Status | Title | Meaning | What to do |
| --- | --- | --- | --- | --- |
${problemCodes.map(problemLine).join('\n')}
`

export function errorMarkdown(code: ProblemCode, { BASE_URL }: Settings): string {
  const { status, title, retryable } = problems[code]
  const { meaning, todo } = errorHelp[code]
  return `# ${code} (${status}): ${title}

${meaning}

**What to do.** ${todo}

- The same call may succeed later: ${retryable ? 'yes' : 'no'}
- Charged: ${chargedBy(code) === null ? 'perhaps, by this call or an earlier one (`charged` is null)' : 'no'}
- [All errors](${BASE_URL}/docs/errors)
`
}

export const tendersMarkdown = ({ TOOLS_URL }: Settings): string => `# UK public tenders feed

Open UK public-sector notices in ${TRADES.length} trades, free and without a key. Every form holds the same notices; a notice leaves at the second of its deadline.

- \`GET ${TOOLS_URL}${FEED_PATH}/<trade>.<form>\`, where form is one of ${FORMATS.map(({ extension }) => `\`${extension}\``).join(', ')}
- [index.json](${TOOLS_URL}${FEED_PATH}/index.json): all trades with counts. [feed.xml](${TOOLS_URL}${FEED_PATH}/feed.xml): the newest 50. [status.json](${TOOLS_URL}${FEED_PATH}/status.json): freshness.
- Parameters: ${Object.entries(PARAMETERS)
  .map(
    ([name, { default: fallback, allowed }]) =>
      `\`${name}\` (${name === 'limit' ? '1 to 25' : allowed.join(', ')}; default ${fallback ?? 'none'})`,
  )
  .join('; ')}
- Trades: ${TRADES.map(({ slug }) => `\`${slug}\``).join(', ')}
- Over MCP the same notices are searched with \`search_tenders\`.

Not official: confirm every notice at its official page. Please ask for each trade about once a minute at most. Keep the attribution: ${ATTRIBUTION}
`
