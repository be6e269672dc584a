/** The members of a (merged) release that become a notice. One schema; whatever is of the wrong type counts as not stated. */
import { z } from 'zod'

// What is absent takes the short way by `default`: `catch` alone would make an issue of every field that a release leaves out.
const stated = <Type extends z.ZodType>(type: Type) => type.nullable().default(null).catch(null)
const text = stated(z.string())
const number = stated(z.number())
const boolean = stated(z.boolean())
const id = z.union([z.string(), z.number().transform(String)])

/** Items that do not fit are left out; anything but an array is empty. */
const list = <Item extends z.ZodType>(item: Item) =>
  z
    .array(z.unknown())
    .default([])
    .catch([])
    .transform((values) =>
      values.flatMap((value) => {
        const parsed = item.safeParse(value)
        return parsed.success ? [parsed.data] : []
      }),
    )

const period = stated(z.object({ startDate: text, endDate: text, maxExtentDate: text, durationInDays: number }))
const value = stated(z.object({ amount: number, amountGross: number, currency: text }))
const described = stated(z.object({ description: text }))
const classification = z.object({ scheme: text, id: text })
const address = z.object({ region: text, postalCode: text, country: text, countryName: text })
const suitability = stated(z.object({ sme: boolean, vcse: boolean }))

const Tender = z.object({
  title: text,
  description: text,
  status: text,
  datePublished: text,
  expressionOfInterestDeadline: text,
  tenderPeriod: stated(z.object({ endDate: text })),
  enquiryPeriod: stated(z.object({ endDate: text })),
  submissionMethodDetails: text,
  communication: stated(z.object({ atypicalToolUrl: text })),
  techniques: stated(
    z.object({
      hasFrameworkAgreement: boolean,
      frameworkAgreement: stated(z.object({})),
      hasDynamicPurchasingSystem: boolean,
      dynamicPurchasingSystem: stated(z.object({})),
    }),
  ),
  value,
  procurementMethod: text,
  procurementMethodDetails: text,
  suitability,
  contractPeriod: period,
  mainProcurementCategory: stated(z.enum(['goods', 'services', 'works'])),
  classification: stated(classification),
  additionalClassifications: list(classification),
  items: list(
    z.object({
      classification: stated(classification),
      additionalClassifications: list(classification),
      deliveryAddresses: list(address),
    }),
  ),
  lots: list(
    z.object({ id: stated(id), title: text, value, suitability, contractPeriod: period, hasRenewal: boolean, renewal: described }),
  ),
  documents: list(z.object({ id: stated(id), documentType: text, noticeType: text, title: text, description: text, url: text })),
})
export type Tender = z.output<typeof Tender>

const NO_TENDER = Tender.parse({})

const parties = {
  buyer: stated(z.object({ id: stated(id), name: text })),
  parties: list(z.object({ id: stated(id), name: text, roles: list(z.string()), address: stated(address) })),
}

/** Whose release it is and whether it ends something: enough for releases of other stages, four of five. */
export const ReleaseHead = z.object({ ...parties, tender: stated(z.object({ status: text })) })
export type ReleaseHead = z.output<typeof ReleaseHead>

/** What a release says, as far as it matters here; parsing never fails on an object. */
export const ReleaseContent = z.object({
  ...parties,
  ocid: text,
  links: list(z.object({ rel: text, href: text })),
  title: text,
  tender: Tender.default(NO_TENDER).catch(NO_TENDER),
})
export type ReleaseContent = z.output<typeof ReleaseContent>

const documents = stated(z.object({ documents: list(z.object({ id: z.string(), noticeType: z.string() })) }))
const one = z.object({ planning: documents, tender: documents })
const many = z.object({ awards: list(documents), contracts: list(documents) })

/** Notice types (UK1 to UK17) by the id of the document that announces them. */
export function noticeTypes(release: unknown): ReadonlyMap<string, string> {
  const single = one.safeParse(release).data
  const plural = many.safeParse(release).data
  const holders = [single?.planning, single?.tender, ...(plural?.awards ?? []), ...(plural?.contracts ?? [])]
  return new Map(holders.flatMap((holder) => (holder?.documents ?? []).map(({ id, noticeType }) => [id, noticeType] as const)))
}
