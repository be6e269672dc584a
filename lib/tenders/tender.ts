/** The members of a (merged) release that become a notice. One schema; whatever is of the wrong type counts as not stated. */
import { z } from 'zod'

const text = z.string().nullable().catch(null)
const number = z.number().nullable().catch(null)
const boolean = z.boolean().nullable().catch(null)

/** Items that do not fit are left out; anything but an array is empty. */
const list = <Item extends z.ZodType>(item: Item) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((values) =>
      values.flatMap((value) => {
        const parsed = item.safeParse(value)
        return parsed.success ? [parsed.data] : []
      }),
    )

const period = z.object({ startDate: text, endDate: text }).nullable().catch(null)
const classification = z.object({ scheme: text, id: text })
const address = z.object({ region: text, postalCode: text, country: text, countryName: text })
const suitability = z.object({ sme: boolean }).nullable().catch(null)

const Tender = z.object({
  title: text,
  description: text,
  status: text,
  datePublished: text,
  expressionOfInterestDeadline: text,
  tenderPeriod: z.object({ endDate: text }).nullable().catch(null),
  value: z.object({ amount: number, amountGross: number, currency: text }).nullable().catch(null),
  procurementMethod: text,
  procurementMethodDetails: text,
  suitability,
  contractPeriod: period,
  mainProcurementCategory: z.enum(['goods', 'services', 'works']).nullable().catch(null),
  classification: classification.nullable().catch(null),
  additionalClassifications: list(classification),
  items: list(
    z.object({
      classification: classification.nullable().catch(null),
      additionalClassifications: list(classification),
      deliveryAddresses: list(address),
    }),
  ),
  lots: list(z.object({ suitability, contractPeriod: period })),
})
export type Tender = z.output<typeof Tender>

const NO_TENDER = Tender.parse({})

/** What a release says, as far as it matters here; parsing never fails. */
export const ReleaseContent = z.object({
  title: text,
  buyer: z
    .object({
      id: z
        .union([z.string(), z.number().transform(String)])
        .nullable()
        .catch(null),
      name: text,
    })
    .nullable()
    .catch(null),
  parties: list(
    z.object({
      id: z
        .union([z.string(), z.number().transform(String)])
        .nullable()
        .catch(null),
      name: text,
      roles: list(z.string()),
      address: address.nullable().catch(null),
    }),
  ),
  tender: Tender.catch(NO_TENDER),
})
export type ReleaseContent = z.output<typeof ReleaseContent>

const documents = z
  .object({ documents: list(z.object({ id: z.string(), noticeType: z.string() })) })
  .nullable()
  .catch(null)
const one = z.object({ planning: documents, tender: documents })
const many = z.object({ awards: list(documents), contracts: list(documents) })

/** Notice types (UK1 to UK17) by the id of the document that announces them. */
export function noticeTypes(release: unknown): ReadonlyMap<string, string> {
  const single = one.safeParse(release).data
  const plural = many.safeParse(release).data
  const holders = [single?.planning, single?.tender, ...(plural?.awards ?? []), ...(plural?.contracts ?? [])]
  return new Map(holders.flatMap((holder) => (holder?.documents ?? []).map(({ id, noticeType }) => [id, noticeType] as const)))
}
