/** What somebody can do to a Solana token and its holders, by the mint account itself. */
import { pct } from '../../../risk/market-rules.ts'
import { type Evidence, fail, type Outcome, pass, type Rule, unread } from '../../../risk/rule.ts'
import type { Found } from '../extensions.ts'
import type { SolanaFacts } from '../facts.ts'

export const CHAIN = 'solana-rpc'
const OPAQUE = 'The mint carries an extension that could not be read.'

/** Judges an extension: absence passes only when the node could read everything the mint carries. */
function ifPresent<Value>({ mint }: SolanaFacts, found: Found<Value>, judge: (value: Value) => Outcome): Outcome {
  if (found === 'unreadable') return unread(OPAQUE)
  if (found === 'absent') return mint.facts.opaque ? unread(OPAQUE) : pass
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

/** A power of the issuer that stands in the mint account itself. */
const byMint = { sources: [CHAIN], trusted: 'info', ownerPower: true } as const

export const powerRules: Rule<SolanaFacts>[] = [
  {
    code: 'CANNOT_SELL',
    title: 'Holders cannot sell',
    severity: 'critical',
    when: 'The token is non-transferable, new accounts start frozen, or transfers are paused.',
    sources: [CHAIN],
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
      return opaque || defaultAccountState === 'unreadable' || pausableConfig === 'unreadable' ? unread(OPAQUE) : pass
    },
  },
  {
    code: 'CAN_TAKE_TOKENS',
    title: 'Somebody can take tokens from holders',
    severity: 'critical',
    when: 'A permanent delegate is set.',
    sources: [CHAIN],
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
    code: 'MINT_AUTHORITY',
    title: 'More tokens can be minted',
    severity: 'high or medium',
    when: 'A mint authority is set; medium when a program or multisig holds it and Jupiter has verified the token, as with bridged assets.',
    ...byMint,
    judge: ({ mint: { mintAuthority }, jupiter, isWallet }) => {
      if (mintAuthority === null) return pass
      const isProgram = !isWallet(mintAuthority) && jupiter?.verified === true
      return fail(isProgram ? 'medium' : 'high', `${holderOf('A mint authority', mintAuthority)} can create any number of new tokens.`, {
        mintAuthority,
        heldByProgram: !isWallet(mintAuthority),
        jupiterVerified: jupiter?.verified ?? null,
        source: CHAIN,
      })
    },
  },
  {
    code: 'FREEZE_AUTHORITY',
    title: 'Accounts can be frozen',
    severity: 'high',
    when: 'A freeze authority is set.',
    ...byMint,
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
    sources: [CHAIN],
    trusted: 'low',
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
    sources: [CHAIN],
    judge: (facts) =>
      ifPresent(facts, facts.mint.facts.transferFeeConfig, (config) => {
        const { nowBps, highestBps } = transferFee(config, facts.epoch)
        if (highestBps === null) return unread()
        if (highestBps === 0) return nowBps === null ? unread() : pass
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
    ...byMint,
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
    code: 'HOOK_POSSIBLE',
    title: 'A transfer hook can be added',
    severity: 'low',
    when: 'A transfer hook has an authority and no program.',
    ...byMint,
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
    ...byMint,
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
]
