import { z } from 'zod'
import type { Core } from '../../../core.ts'
import { requireSources } from '../../../egress/breaker.ts'
import { within } from '../../bounded.ts'
import { defineTool } from '../../define.ts'
import { tailShape, toApiError, toTail } from '../../tail.ts'
import { toArguments } from './arguments.ts'
import { toRevertReason } from './builtin.ts'
import { addressesOf, Call, callsWithin, Label, MAX_CALLS, MAX_LABELS, toLabels } from './calls.ts'
import { calldataExample, selectorExample } from './examples.ts'
import { isProven, lookUpHash } from './naming.ts'

const TOTAL_MS = 4_000
const MAX_CALLDATA_CHARS = 2 + 2 * 131_072
const MAX_MATCHES = 100

const input = z
  .strictObject({
    selector: z
      .string()
      .max(MAX_CALLDATA_CHARS, 'must be at most 131072 bytes of calldata')
      .regex(
        /^0[xX](?:[0-9a-fA-F]{2}){4,}$/,
        'must be 0x and 8 hex digits (a selector), or full calldata: 0x and an even number of hex digits, at least 8',
      )
      .transform((hex) => {
        const lower = hex.toLowerCase()
        return { selector: lower.slice(0, 10), data: lower.length > 10 ? lower.slice(10) : null }
      })
      .describe(
        'A 4-byte selector, 0x and 8 hex digits, or full calldata, whose arguments are then decoded. Letter case does not matter. A URL holds some 15,000 characters: longer calldata goes over MCP.',
      )
      .meta({ example: '0xa9059cbb' }),
    kind: z
      .string()
      .pipe(z.enum(['function', 'event', 'error'], 'must be function, event or error'))
      .optional()
      .describe(
        'function; event: selector is a topic0 of 32 bytes; error: selector is revert data. Default: event for 32 bytes, which no calldata of the ABI has, else function.',
      )
      .meta({ example: 'function', enum: ['function', 'event', 'error'] }),
  })
  .superRefine(({ selector: { data }, kind }, context) => {
    if (kind === 'event' && data?.length !== TOPIC_REST)
      context.addIssue({ code: 'custom', path: ['selector'], message: 'must be 0x and 64 hex digits (a topic0) for kind=event' })
  })

const match = z.object({
  signature: z.string().describe('Canonical signature, e.g. transfer(address,uint256). Its hash was checked against the selector.'),
  name: z.string().describe('Name of the function.'),
  types: z.array(z.string()).describe('Canonical argument types, in order.'),
  verified: z.boolean().nullable().describe('Whether a verified contract uses it; null when no source says.'),
  firstSeen: z.iso.datetime().nullable().describe('When it was first registered, ISO 8601 UTC; null when unknown.'),
  sources: z.array(z.enum(['sourcify', '4byte'])).describe('Databases that list it.'),
  decodes: z
    .boolean()
    .nullable()
    .describe('Whether the calldata decodes with it and encodes back to the same bytes; null without calldata.'),
  args: z
    .array(
      z.object({ type: z.string().describe('Canonical type.'), value: z.string().describe('Value as text; arrays and tuples as JSON.') }),
    )
    .nullable()
    .describe(
      'Decoded arguments; null without calldata, when it does not decode, or for lower candidates when the answer would grow too long.',
    ),
})

/** Hex digits of a topic0 that follow its first four bytes. */
const TOPIC_REST = 56

/** Bytes of matches and of calls, so that an answer stays below 30 kB. */
const MATCHES_LENGTH = 17_000
const CALLS_LENGTH = 8_500

const output = z.object({
  selector: z.string().describe('The selector, lower case.'),
  found: z.boolean().describe('Whether any signature is known.'),
  best: z.string().nullable().describe('The most likely signature; null when none is known.'),
  count: z.int().nonnegative().describe('How many signatures share the selector; of very long ones not all are in matches.'),
  matches: z
    .array(match)
    .max(MAX_MATCHES)
    .describe('Signatures, most likely first: verified use, then decoding the calldata, then oldest registration.'),
  proven: z
    .boolean()
    .describe(
      'True when exactly one known signature has this hash and, with calldata, decodes it; false = best is a guess among several, nothing is known, or a database that might know another is silent (unless the hash is a whole topic).',
    ),
  revertReason: z.string().nullable().describe('For revert data of Error(string) or Panic(uint256): its reason in words; else null.'),
  calls: z
    .array(Call)
    .max(MAX_CALLS)
    .describe('Calls found inside the arguments of best (multicalls, multisigs, proxies); [] when there are none.'),
  callsOmitted: z
    .int()
    .nonnegative()
    .optional()
    .describe(
      'Calls that were found and are not in calls: beyond twenty, deeper than four levels, or too long. Not 0 = read the calldata elsewhere too.',
    ),
  labels: z
    .array(Label)
    .max(MAX_LABELS)
    .optional()
    .describe('Well-known addresses among the decoded arguments, from a kept list: a name is that of the exact address, never a guess.'),
  filteredOut: z.int().nonnegative().describe('Entries dropped: spam, or texts that do not hash to the selector.'),
  ...tailShape,
})

/** Names for a selector; one database that knows it is enough. @throws ApiError 502, 503 or 504 when none knows it and not both answered */
async function run(
  core: Core,
  { selector: asked, kind = asked.data?.length === TOPIC_REST ? 'event' : 'function' }: z.output<typeof input>,
  callerSignal: AbortSignal,
): Promise<z.input<typeof output>> {
  const signal = AbortSignal.any([callerSignal, AbortSignal.timeout(TOTAL_MS)])
  const isEvent = kind === 'event'
  const selector = isEvent ? `${asked.selector}${asked.data}` : asked.selector
  const named = await lookUpHash(core, isEvent ? 'event' : 'function', selector, isEvent ? null : asked.data, signal)
  const { candidates, filteredOut, parts, failures } = named
  // Nobody pays for "none" that may only mean "not answered".
  if (failures.length > 0 && candidates.length === 0) throw toApiError(failures)
  const shown = candidates.slice(0, MAX_MATCHES)
  const argumentLists = toArguments(shown)
  const search = { core, signal, parts, left: MAX_CALLS, omitted: 0 }
  const calls = await callsWithin(search, shown[0])
  const shownCalls = within(
    calls.map(({ addresses: _, ...call }) => call),
    CALLS_LENGTH,
    (call) => ({ ...call, args: null }),
  )
  return {
    selector,
    found: shown.length > 0,
    best: shown[0]?.signature.text ?? null,
    count: shown.length,
    matches: within(
      shown.map(({ signature, verified, firstSeen, sources, decodes }, index) => ({
        signature: signature.text,
        name: signature.name,
        types: signature.typeTexts,
        verified,
        firstSeen,
        sources,
        decodes,
        args: argumentLists[index] ?? null,
      })),
      MATCHES_LENGTH,
      (row) => ({ ...row, args: null }),
    ),
    proven: isProven({ candidates: shown, failures }, selector),
    revertReason: toRevertReason(selector, argumentLists[0] ?? null),
    calls: shownCalls,
    callsOmitted: search.omitted + calls.length - shownCalls.length,
    labels: toLabels([...addressesOf(shown[0], ''), ...calls.flatMap(({ addresses }) => addresses)]),
    filteredOut,
    ...toTail(parts, core.now()),
  }
}

export default defineTool({
  path: '/v1/evm/4byte',
  price: '0.002000',
  summary: 'Which function a selector or calldata calls',
  description:
    'Names the function behind a 4-byte EVM selector and, given full calldata, decodes its arguments. Use it to read a transaction before signing it; for the risk of a token contract use base/token-risk. Two signature databases are asked and every name is checked by its hash, so poisoned entries never appear. Costs {price} USD; failures are never charged. Takes about 0.5 s, at most 4 s.',
  input,
  output,
  examples: [selectorExample, calldataExample],
  sources: ['Sourcify signature database', '4byte.directory'],
  freshness: 'Names are at most 5 minutes old; "none known" at most 30 seconds.',
  limits: [
    'Calldata of at most 131,072 bytes.',
    'At most 100 matches; of more than 500 registrations in one database the newest 500 are read, and then nothing is proven.',
    'Inner calls are decoded four levels deep, twenty at most; callsOmitted says how many were left out. Of Safe, Multicall3, timelocks and ERC-4337 accounts it is known whom they call; of other functions only what they hand on.',
    'An answer is at most 30 kB: matches and calls that do not fit lose their arguments, then are left out.',
    'That a hash is unknown is an answer only while both databases answer; else the call fails and costs nothing.',
    'Long argument values are cut.',
  ],
  handlerCapMs: 5_000,
  ready: (core) => requireSources(core, [['sourcify', '4byte']]),
  run: (parsed, { core, signal }) => run(core, parsed, signal),
})
