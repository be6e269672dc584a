/**
 * Who won last time: the award that a notice seems to follow. Sure only where buyer, category, words and dates all agree and nothing else of
 * the buyer's could be meant; what merely resembles is named as such. Pure.
 */
import { z } from 'zod'
import { buyerKey } from '../notices/duplicates.ts'
import type { StoredNotice } from '../notices/notice.ts'
import { Award } from '../notices/outlook.ts'
import { addDays } from '../words/london.ts'
import { type TitleWords, wordsOf } from './words-of.ts'

export const LastTime = z.object({
  sure: z.boolean().describe('True where buyer, category, words and dates agree and no other award could be meant.'),
  why: z.array(z.string()).describe('What agrees, and what is missing.'),
  awards: z.array(Award).describe('The awards of that purchase: more than one where it had lots or several suppliers.'),
})
export type LastTime = z.output<typeof LastTime>

const AWARDS_MAX = 20
/** The old contract ends at most so long before the new one begins, or after. */
const GAP_DAYS = 365
const OVERLAP_DAYS = 183
/** Where the notice names no start its deadline stands for it. */
const START_AFTER_DEADLINE_DAYS = 60
/** A contract awarded so shortly before is of the same round. */
const SAME_ROUND_DAYS = 60
const VALUE_RATIO = 10
/** Portals and offices that buy for others: the name says nothing of who needs it. */
const FOR_OTHERS = /e-?tender|tendering|\bportal\b|procurement (?:unit|hub|service|partnership)|supply limited|\bproactis\b|\bin-?tend\b/i

const significant = (code: string): string => code.slice(0, 8).replace(/0+$/, '').padEnd(2, '0')

/** Digits of the category that two codes have in common; one that only names the wider group agrees with all in it. */
function sharedDigits(a: string | null, b: string | null): number {
  if (a === null || b === null) return 0
  const [one, other] = [significant(a), significant(b)]
  let shared = 0
  while (shared < Math.min(one.length, other.length) && one[shared] === other[shared]) shared += 1
  return shared >= 2 && (shared === one.length || shared === other.length) ? 8 : shared
}

const same = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => a.size === b.size && [...a].every((each) => b.has(each))

function likeness(a: TitleWords, b: TitleWords): number {
  const shared = [...a.words].filter((word) => b.words.has(word)).length
  const all = a.words.size + b.words.size - shared
  return all === 0 ? 0 : shared / all
}

const processOf = ({ id }: Award): string => id.split(':').slice(0, 2).join(':')
/** Two that are not named may be two. */
const haveSameSuppliers = (a: Award, b: Award): boolean =>
  [...a.suppliers, ...b.suppliers].every(({ named }) => named) &&
  same(new Set(a.suppliers.map(({ name }) => name.toLowerCase())), new Set(b.suppliers.map(({ name }) => name.toLowerCase())))

type Found = { award: Award; alike: number; isSame: boolean; digits: number; isInTime: boolean; isNear: boolean }

/** Where the notice begins, as far as it says. */
const startOf = ({ contract_start, deadline }: StoredNotice): string =>
  contract_start ?? addDays(deadline.slice(0, 10), START_AFTER_DEADLINE_DAYS)

function compare(notice: StoredNotice, own: TitleWords, award: Award): Found | undefined {
  const { contract_end: end, latest_end, awarded } = award
  // What is awarded in the same round, or after, is not the time before.
  if ((awarded ?? '') > addDays(notice.published, -SAME_ROUND_DAYS)) return undefined
  const start = startOf(notice)
  const theirs = wordsOf(award.title, award.buyer)
  const last = [end, latest_end].flatMap((day) => day ?? []).sort()
  const isWithin = (first: string, until: string) => last.length > 0 && last[0]! <= until && last.at(-1)! >= first
  const isScaled =
    notice.value_gbp === null ||
    award.value_gbp === null ||
    award.value_is_ceiling ||
    (notice.value_gbp <= award.value_gbp * VALUE_RATIO && award.value_gbp <= notice.value_gbp * VALUE_RATIO)
  return {
    award,
    alike: likeness(own, theirs),
    isSame: own.words.size > 0 && same(own.words, theirs.words) && same(own.numbers, theirs.numbers),
    digits: sharedDigits(notice.main_cpv, award.main_cpv),
    isInTime: isWithin(addDays(start, -GAP_DAYS), addDays(start, OVERLAP_DAYS)) && isScaled,
    isNear: last.length === 0 || isWithin(addDays(start, -3 * GAP_DAYS), addDays(start, GAP_DAYS)),
  }
}

const isSure = ({ isSame, isInTime, digits, award }: Found, own: TitleWords): boolean =>
  isSame &&
  isInTime &&
  award.suppliers.length > 0 &&
  // One word alone says little: then the category must be the very same.
  digits >= (own.words.size > 1 ? 4 : 8)

const MAYBE_LIKENESS = 0.5
const MAYBE_DIGITS = 3

const isLike = ({ alike, digits, isNear, award }: Found): boolean =>
  alike >= MAYBE_LIKENESS && digits >= MAYBE_DIGITS && isNear && award.suppliers.length > 0

/** One purchase: the same process, or the same dates under several numbers, as portals write lots and suppliers. */
function purchases(found: readonly Found[]): Found[][] {
  const groups: Found[][] = []
  for (const each of found) {
    const { award } = each
    const known = groups.find((group) =>
      group.some(
        ({ award: other }) =>
          processOf(other) === processOf(award) ||
          (each.isSame && other.contract_start === award.contract_start && other.contract_end === award.contract_end),
      ),
    )
    if (known) known.push(each)
    else groups.push([each])
  }
  return groups
}

/** The last day of a purchase, as far as it is stated. */
const endOf = (group: readonly Found[]): string =>
  group.reduce(
    (last, { award }) => (last > (award.contract_end ?? award.awarded ?? '') ? last : (award.contract_end ?? award.awarded ?? '')),
    '',
  )

function reasons(notice: StoredNotice, { award, isSame, digits, isInTime }: Found, others: number): string[] {
  const { contract_end: end, latest_end } = award
  return [
    'the same buyer',
    digits >= 4 ? `the same category (${award.main_cpv})` : digits >= 2 ? 'a related category' : 'another category, or none stated',
    isSame ? 'the same subject by its title' : 'a similar title',
    end === null
      ? 'its end is not stated'
      : `it ends on ${end}${latest_end && latest_end > end ? ` (with extensions ${latest_end})` : ''}${
          notice.contract_start === null ? '' : `, this one starts on ${notice.contract_start}`
        }`,
    ...(isInTime ? [] : ['the dates or values do not join']),
    ...(others > 0 ? [`${others} other ${others === 1 ? 'contract' : 'contracts'} of this buyer would fit too`] : []),
    ...(FOR_OTHERS.test(notice.buyer) ? ['the buyer named buys for others'] : []),
  ]
}

/**
 * The award before `notice`, out of the awards of its buyer (others are passed over); null: none is like it. `sure` is claimed only for one
 * purchase with the same words, category and fitting dates.
 */
export function wonLastTime(notice: StoredNotice, awards: readonly Award[]): LastTime | null {
  const key = buyerKey(notice.buyer)
  if (key === '') return null
  const own = wordsOf(notice.title, notice.buyer)
  const found = awards.filter(({ buyer }) => buyerKey(buyer) === key).flatMap((award) => compare(notice, own, award) ?? [])
  const sure = purchases(found.filter((each) => isSure(each, own)))
  const [best] = (sure.length > 0 ? sure : purchases(found.filter(isLike))).sort((a, b) => (endOf(a) < endOf(b) ? 1 : -1))
  const first = best?.[0]
  if (!best || !first) return null
  // Rounds follow one another: only contracts that run at the same time leave open which is meant.
  const rivals = sure.filter(
    (group) =>
      group !== best &&
      endOf(group) > (first.award.contract_start ?? '') &&
      group.some(({ award }) => !haveSameSuppliers(award, first.award)),
  )
  const isClaimed = sure.length > 0 && rivals.length === 0 && !FOR_OTHERS.test(notice.buyer)
  const inOrder = [...new Map(best.map(({ award }) => [award.id, award])).values()]
  return { sure: isClaimed, why: reasons(notice, first, rivals.length), awards: inOrder.slice(0, AWARDS_MAX) }
}
