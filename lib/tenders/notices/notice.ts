/**
 * One open notice, as every format serves it. Field order here is the order served.
 * `match` depends on the trade asked for and is added when a feed is made.
 */
import { z } from 'zod'
import { sources } from '../sources/sources.ts'
import { depthShape } from './depth.ts'

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
/** `YYYY-MM-DDTHH:MM:SS±HH:MM` with London's offset on that date, never Z. */
const londonDateTime = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}[+-]\d{2}:\d{2}$/)

const link = z.object({ id: z.string(), source: z.string(), notice_url: z.url() })

export const Notice = z.object({
  id: z
    .string()
    .regex(new RegExp(`^(${sources.map(({ prefix }) => prefix).join('|')}):.+$`))
    .describe('Source prefix and number of the first tender notice of the process; never changes.'),
  title: z.string().min(1),
  buyer: z.string(),
  buyer_region: z.string().nullable().describe('ITL1 region name.'),
  value_gbp: z.number().nullable().describe('Stated value in pounds sterling.'),
  value_includes_vat: z.boolean().describe('True only where the stated value includes VAT. False says nothing by itself: see value_basis.'),
  deadline: londonDateTime.describe('The moment by which a newcomer must act.'),
  published: day,
  procedure: z.string(),
  sme_suitable: z.boolean().nullable(),
  source: z.enum(sources.map(({ name }) => name)),
  notice_url: z.url(),
  match: z.enum(['title', 'any']),
  summary: z.string(),
  delivery_regions: z.array(z.string()),
  contract_start: day.nullable(),
  contract_end: day.nullable(),
  category: z.enum(['goods', 'services', 'works']).nullable(),
  main_cpv: z.string().nullable(),
  cpvs: z.array(z.string()),
  value_basis: z
    .enum(['net', 'gross', 'unstated'])
    .nullable()
    .describe('Whether value_gbp is without VAT (net), with it (gross), or the notice does not say (unstated); null without a value.'),
  updated: londonDateTime,
  also_at: z.array(link),
  ...depthShape,
})

/** A notice within a feed of one trade. */
export type Notice = z.output<typeof Notice>
/** A notice before any trade is asked for. */
export type StoredNotice = Omit<Notice, 'match'>
