/**
 * The risk rules of Solana tokens, in one place. Each says what makes it fail, how bad that is, and with what evidence; scoring is in
 * lib/tools/risk/summary.ts. Source of the rules: upstreams.md section 5.
 */
import { judgeImitation, marketRules, pct } from '../../risk/market-rules.ts'
import { type Evidence, fail, type Outcome, omit, pass, type Rule, unknown } from '../../risk/rule.ts'
import type { Found } from './extensions.ts'
import type { SolanaFacts } from './facts.ts'

const CHAIN = 'solana-rpc'

/** Judges an extension: absence passes only when the node could read everything the mint carries. */
function ifPresent<Value>({ mint }: SolanaFacts, found: Found<Value>, judge: (value: Value) => Outcome): Outcome {
  if (found === 'unreadable') return unknown
  if (found === 'absent') return mint.facts.opaque ? unknown : pass
  return judge(found)
}

const holderOf = (what: string, address: string): string => `${what} (${address})`

/** The fee that applies now and the highest that is scheduled, in basis points; null when the epoch decides and is not known. */
export function transferFee(
  fee: { olderTransferFee: { transferFeeBasisPoints: number }; newerTransferFee: { epoch: number; transferFeeBasisPoints: number } },
  epoch: number | null,
): { nowBps: number | null; highestBps: number | null } {
  const older = fee.olderTransferFee.transferFeeBasisPoints
  const { epoch: from, transferFeeBasisPoints: newer } = fee.newerTransferFee
  if (older === newer) return { nowBps: newer, highestBps: newer }
  if (epoch === null) return { nowBps: null, highestBps: newer > older ? newer : newer > 0 ? newer : null }
  return epoch >= from ? { nowBps: newer, highestBps: newer } : { nowBps: older, highestBps: Math.max(older, newer) }
}

const own: Rule<SolanaFacts>[] = [
  {
    code: 'CANNOT_SELL',
    title: 'Holders cannot sell',
    severity: 'critical',
    when: 'The token is non-transferable, new accounts start frozen, or transfers are paused.',
    core: true,
    judge: (facts) => {
      const { nonTransferable, defaultAccountState, pausableConfig, opaque } = facts.mint.facts
      const evidence: Evidence = {
        nonTransferable,
        defaultAccountState: typeof defaultAccountState === 'string' ? null : defaultAccountState.accountState,
        paused: typeof pausableConfig === 'string' ? null : pausableConfig.paused,
        source: CHAIN,
      }
      if (nonTransferable) return fail('critical', 'The token is non-transferable: 0 transfers are possible.', evidence)
      if (evidence.paused === true)
        return fail('critical', 'The issuer has paused the token: 0 transfers are possible until it is resumed.', evidence)
      if (evidence.defaultAccountState === 'frozen')
        return fail(
          'critical',
          'Every new token account starts frozen, so a buyer can make 0 transfers until the issuer thaws it.',
          evidence,
        )
      return opaque || defaultAccountState === 'unreadable' || pausableConfig === 'unreadable' ? unknown : pass
    },
  },
  {
    code: 'CAN_TAKE_TOKENS',
    title: 'Somebody can take tokens from holders',
    severity: 'critical',
    when: 'A permanent delegate is set.',
    core: true,
    trusted: 'low',
    ownerPower: true,
    judge: (facts) =>
      ifPresent(facts, facts.mint.facts.permanentDelegate, ({ delegate }) =>
        delegate === null
          ? pass
          : fail('critical', `${holderOf('A permanent delegate', delegate)} can move or burn the tokens of every holder.`, {
              permanentDelegate: delegate,
              source: CHAIN,
            }),
      ),
  },
  {
    code: 'IMPERSONATION',
    title: 'Carries the name of a known asset',
    severity: 'critical',
    when: 'Name or symbol of a listed asset on another mint; medium when CoinGecko lists this exact address.',
    judge: ({ imitation }) => judgeImitation(imitation),
  },
  {
    code: 'MINT_AUTHORITY',
    title: 'More tokens can be minted',
    severity: 'high',
    when: 'A mint authority is set.',
    trusted: 'info',
    ownerPower: true,
    judge: ({ mint: { mintAuthority } }) =>
      mintAuthority === null
        ? pass
        : fail('high', `${holderOf('A mint authority', mintAuthority)} can create any number of new tokens.`, {
            mintAuthority,
            source: CHAIN,
          }),
  },
  {
    code: 'FREEZE_AUTHORITY',
    title: 'Accounts can be frozen',
    severity: 'high',
    when: 'A freeze authority is set.',
    trusted: 'info',
    ownerPower: true,
    judge: ({ mint: { freezeAuthority } }) =>
      freezeAuthority === null
        ? pass
        : fail('high', `${holderOf('A freeze authority', freezeAuthority)} can stop any holder from selling.`, {
            freezeAuthority,
            source: CHAIN,
          }),
  },
  {
    code: 'HIDDEN_CONTROL',
    title: 'A program decides about every transfer',
    severity: 'high',
    when: 'A transfer hook with a program is set.',
    ownerPower: true,
    judge: (facts) =>
      ifPresent(facts, facts.mint.facts.transferHook, ({ programId, authority }) =>
        programId === null
          ? pass
          : fail('high', `Every transfer runs a hook program (${programId}), which can refuse it.`, {
              hookProgram: programId,
              hookAuthority: authority,
              source: CHAIN,
            }),
      ),
  },
  {
    code: 'TRANSFER_TAX',
    title: 'Transfers are taxed',
    severity: 'low, medium from 1 %, high from 5 %',
    when: 'A transfer fee above 0 applies now or is scheduled.',
    judge: (facts) =>
      ifPresent(facts, facts.mint.facts.transferFeeConfig, (config) => {
        const { nowBps, highestBps } = transferFee(config, facts.epoch)
        if (highestBps === null) return unknown
        if (highestBps === 0) return nowBps === null ? unknown : pass
        const scheduled =
          nowBps === null ? 'now or soon' : highestBps > nowBps ? `scheduled from epoch ${config.newerTransferFee.epoch}` : 'now'
        return fail(
          highestBps >= 500 ? 'high' : highestBps >= 100 ? 'medium' : 'low',
          `Each transfer loses ${pct(highestBps / 100)}, ${scheduled}.`,
          {
            feeBpsNow: nowBps,
            feeBpsHighest: highestBps,
            newerFromEpoch: config.newerTransferFee.epoch,
            epoch: facts.epoch,
            thresholdMediumBps: 100,
            thresholdHighBps: 500,
            source: CHAIN,
          },
        )
      }),
  },
  {
    code: 'TAX_CHANGEABLE',
    title: 'The transfer fee can be changed',
    severity: 'medium',
    when: 'The transfer fee has a live authority.',
    trusted: 'info',
    ownerPower: true,
    judge: (facts) =>
      ifPresent(facts, facts.mint.facts.transferFeeConfig, ({ transferFeeConfigAuthority }) =>
        transferFeeConfigAuthority === null
          ? pass
          : fail('medium', `${holderOf('A fee authority', transferFeeConfigAuthority)} can raise the transfer fee to as much as 100 %.`, {
              transferFeeConfigAuthority,
              source: CHAIN,
            }),
      ),
  },
  {
    code: 'SCAM_HISTORY',
    title: 'Reported as rugged',
    severity: 'high',
    when: 'RugCheck marks the token as rugged.',
    judge: ({ rugcheck }) =>
      rugcheck?.rugged === true
        ? fail('high', 'RugCheck marks this token as rugged.', { rugged: true, source: 'rugcheck' })
        : rugcheck?.rugged === false
          ? pass
          : unknown,
  },
  {
    code: 'LP_REMOVABLE',
    title: 'Liquidity can be pulled',
    severity: 'medium',
    when: 'Of the deepest pool with liquidity tokens less than 50 % is locked or burned, and a wallet holds the largest part.',
    judge: judgeLp,
  },
  {
    code: 'HOOK_POSSIBLE',
    title: 'A transfer hook can be added',
    severity: 'low',
    when: 'A transfer hook has an authority and no program.',
    trusted: 'info',
    ownerPower: true,
    judge: (facts) =>
      ifPresent(facts, facts.mint.facts.transferHook, ({ programId, authority }) =>
        programId !== null || authority === null
          ? pass
          : fail('low', `No hook runs now; ${holderOf('its authority', authority)} can add one.`, {
              hookAuthority: authority,
              source: CHAIN,
            }),
      ),
  },
  {
    code: 'PAUSE_POSSIBLE',
    title: 'Transfers can be paused',
    severity: 'medium',
    when: 'The token is pausable, has a live authority and is not paused.',
    trusted: 'info',
    ownerPower: true,
    judge: (facts) =>
      ifPresent(facts, facts.mint.facts.pausableConfig, ({ paused, authority }) =>
        paused || authority === null
          ? pass
          : fail('medium', `Not paused now; ${holderOf('its authority', authority)} can stop all transfers.`, {
              pauseAuthority: authority,
              paused,
              source: CHAIN,
            }),
      ),
  },
  {
    code: 'MUTABLE_METADATA',
    title: 'Name and link can be changed',
    severity: 'low',
    when: 'The metadata is mutable.',
    judge: ({ metadata: { mutable, updateAuthority, standard } }) =>
      mutable === null
        ? unknown
        : mutable
          ? fail('low', `Name, symbol and link can be changed${updateAuthority === null ? '' : ` by ${updateAuthority}`}.`, {
              updateAuthority,
              standard,
              source: CHAIN,
            })
          : pass,
  },
  {
    code: 'ON_BONDING_CURVE',
    title: 'Still on a launch curve',
    severity: 'info',
    when: 'It trades on a launch curve without a pool of its own. A remark, not a check.',
    note: true,
    judge: ({ liquidity: { bondingCurve, source }, curvePct }) =>
      bondingCurve
        ? fail(
            'info',
            `It trades on a launch curve and has 0 pools with liquidity of their own${curvePct === null ? '' : `; the curve holds ${pct(curvePct)} of the supply`}.`,
            {
              bondingCurve: true,
              curvePct,
              source,
            },
          )
        : omit,
  },
  {
    code: 'SOURCES_DISAGREE',
    title: 'Sources disagree',
    severity: 'info',
    when: 'GoPlus says something else than the chain about an authority; the chain counts.',
    judge: ({ goplus, mint }) => {
      if (goplus === null) return unknown
      const delegate = mint.facts.permanentDelegate
      const pairs: [name: string, theirs: boolean | null, chain: boolean][] = [
        ['mintAuthority', goplus.mintable, mint.mintAuthority !== null],
        ['freezeAuthority', goplus.freezable, mint.freezeAuthority !== null],
        ['permanentDelegate', goplus.permanentDelegate, typeof delegate !== 'string' && delegate.delegate !== null],
      ]
      const differ = pairs.filter(([, theirs, chain]) => theirs !== null && theirs !== chain)
      if (differ.length > 0)
        return fail(
          'info',
          `GoPlus contradicts the chain on ${differ.length} of 3 powers (${differ.map(([name]) => name).join(', ')}); the chain counts.`,
          {
            ...Object.fromEntries(
              differ.flatMap(([name, theirs, chain]) => [
                [`${name}Goplus`, theirs],
                [`${name}Chain`, chain],
              ]),
            ),
            source: `${CHAIN}, goplus`,
          },
        )
      return pairs.every(([, theirs]) => theirs === null) ? unknown : pass
    },
  },
]

/** RugCheck's types of markets that have liquidity tokens. */
const WITH_LP_TOKENS = new Set(['raydium', 'raydium_cpmm', 'pump_fun_amm', 'meteora', 'meteora_damm', 'orca', 'fluxbeam'])

function judgeLp({ rugcheck, liquidity, isWallet }: SolanaFacts): Outcome {
  if (liquidity.lpStatus === 'not_applicable' || liquidity.poolCount === 0 || liquidity.bondingCurve) return omit
  if (rugcheck === null) return unknown
  const market = deepestLpMarket(rugcheck)
  if (market === undefined || market.lockedPct === null) return unknown
  if (market.lockedPct >= 50) return pass
  const largest = [...(market.holders ?? [])].sort((a, b) => b.pct - a.pct)[0]
  if (largest === undefined) return unknown
  const known = rugcheck.known.some(({ address, type }) => address === largest.owner && type !== 'CREATOR')
  if (known || !isWallet(largest.owner)) return pass
  return fail(
    'medium',
    `Only ${pct(market.lockedPct)} of the liquidity tokens are locked or burned, and a wallet holds the largest part.`,
    {
      lpLockedPct: market.lockedPct,
      thresholdPct: 50,
      largestLpHolder: largest.owner,
      source: 'rugcheck',
    },
  )
}

/** The pool with liquidity tokens that holds most, in RugCheck's report. */
export const deepestLpMarket = (rugcheck: NonNullable<SolanaFacts['rugcheck']>) =>
  [...rugcheck.markets].filter(({ type }) => WITH_LP_TOKENS.has(type)).sort((a, b) => b.valueUsd - a.valueUsd)[0]

export const solanaRules: Rule<SolanaFacts>[] = [...own, ...marketRules]
