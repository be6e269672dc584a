/** Whether what a contract bought is needed again when it ends: sure only for services that run on by their nature. Pure. */
import { z } from 'zod'
import { Award } from '../notices/outlook.ts'
import { toWords } from '../trades/match.ts'

const Again = z.object({ sure: z.boolean(), why: z.string() })
type Again = z.output<typeof Again>

/** A contract that ends soon. */
export const Renewal = Award.extend({ again: Again.describe('Whether what it buys is needed again when it ends, and why we say so.') })
export type Renewal = z.output<typeof Renewal>

/** Shorter ones are mostly done with something. */
const MIN_DAYS = 330
/** Longer ones are leases, concessions and mistakes of typing. */
const MAX_DAYS = 12 * 366
const DAY_MS = 86_400_000

/**
 * Groups of the CPV that are bought again and again: repair and upkeep, transport by line (a hired taxi serves one person), telecoms, insurance and banking, software kept running, post,
 * security, cleaning, waste, staff, health and care, education, catering. Not: works, design, research, advice, and goods bought once.
 */
const ONGOING =
  /^(?:09[123]|159|50|51[01]|55[345]|60(?!12|17)|63[17]|64|65|66|722[256]|723|724|752|771|773|7950|7951|796|797|799|801|803|80[45]|85|90|92[56]|98[1-5])/
/** The title must speak of such a service too: a code is often picked for want of a better one. */
const SERVICE =
  /\b(?:services?|servicing|maintenance|support|cleaning|catering|insurance|security|care|childcare|nursery|collection|disposal|recycling|waste|bus|grass cutting|grounds|hosting|subscription|licen[cs]es?|helpline|advocacy|domestic abuse|energy|gas|electricity|fuel|water|telephony|mobile|broadband|parking|enforcement|cards)\b/
/** And of nothing that is done with once it is done. */
const ONCE =
  /\b(?:purchase|one[- ]off|pilot|poc|proof of concept|feasibility|evaluation|study|review|survey|due diligence|research|design|refurb\w*|replacement|installation|install|construction|build|relocation|remodelling|fit[- ]out|works?|upgrade|migration|implementation|development|consultan\w*|interim|temporary|emergency|extension|termination|terminated|award of grant|project|programme|phase|wave|appointment of|framework|dynamic purchasing|dps|placements?|apprenticeship|taxi|seats?|seated|seater|events?|awards|market engagement|questionnaire|veat|training|analysis|restoration|lease|gift|summer|winter|easter|christmas)\b/i

const lengthOf = ({ contract_start: start, contract_end: end }: Award): number | null =>
  start === null || end === null ? null : (Date.parse(end) - Date.parse(start)) / DAY_MS + 1

/** What is said of a contract that ends soon. */
export function againOf(award: Award): Again {
  const days = lengthOf(award)
  if (days === null) return { sure: false, why: 'it does not say when it began' }
  if (days < MIN_DAYS) return { sure: false, why: 'it ran for less than a year' }
  if (days > MAX_DAYS) return { sure: false, why: 'it ran for more than twelve years' }
  // A framework is set up anew or not; its call-offs run on their own.
  if (award.value_is_ceiling) return { sure: false, why: 'a framework, not a purchase' }
  const once = ONCE.exec(award.title)
  if (once) return { sure: false, why: `its title says "${once[0].toLowerCase()}"` }
  if (!SERVICE.test(toWords(award.title).join(' '))) return { sure: false, why: 'its title names no service' }
  if (!award.cpvs.some((code) => ONGOING.test(code))) return { sure: false, why: 'its category may be needed once' }
  return { sure: true, why: 'a service that runs on, for a year or more' }
}
