/** The lists of what comes before and after open notices, and the forms they are served in. */
export const OUTLOOKS = {
  renewals: { title: 'Ending soon', about: 'contracts that end within 3, 6 or 12 months (months=), with who has them' },
  planned: { title: 'Coming up', about: 'procurements that are planned or talked over with the market, with the notice each became' },
} as const
export type Outlook = keyof typeof OUTLOOKS

export const OUTLOOK_NAMES = Object.keys(OUTLOOKS) as Outlook[]

/** How far ahead renewals are listed, in months. */
export const MONTHS = [3, 6, 12] as const

/** By extension: what it is called and its content type. */
export const OUTLOOK_FORMS = {
  json: { name: 'json', label: 'JSON', contentType: 'application/json; charset=utf-8' },
  csv: { name: 'csv', label: 'CSV', contentType: 'text/csv; charset=utf-8; header=present' },
  xml: { name: 'rss', label: 'RSS', contentType: 'application/rss+xml; charset=utf-8' },
  ics: { name: 'ical', label: 'Calendar', contentType: 'text/calendar; charset=utf-8' },
} as const
export type OutlookForm = keyof typeof OUTLOOK_FORMS

export const OUTLOOK_EXTENSIONS = Object.keys(OUTLOOK_FORMS) as OutlookForm[]

/** Below the folder of the feed; `slug` is a trade's or `all`. */
export const outlookFile = (kind: Outlook, slug: string, form: OutlookForm): string => `${kind}/${slug}.${form}`

/** The path of the page for people. */
export const outlookPage = (kind: Outlook, slug: string): string => `/tenders/${slug}/${kind}`
