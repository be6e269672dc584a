/** Written from the schemas of the tenders feed by npm run docs. Do not edit. */

/** Slug and name of every trade. */
export const trades = {
  cleaning: 'Cleaning',
  'grounds-maintenance': 'Grounds maintenance',
  construction: 'Construction and building works',
  consultancy: 'Consultancy',
  'training-education': 'Training and education services',
  'facilities-management': 'Facilities management',
  'software-saas': 'Software and SaaS',
  electrical: 'Electrical contracting',
  'transport-fleet': 'Transport and fleet',
  'plumbing-heating-gas': 'Plumbing, heating and gas',
  'marketing-communications': 'Marketing and communications',
  'care-support': 'Care and support services',
  'recruitment-staffing': 'Recruitment and staffing',
  catering: 'Catering',
  roofing: 'Roofing',
  printing: 'Printing',
  'it-support': 'IT support and managed services',
  'waste-management': 'Waste management',
  security: 'Security services',
  legal: 'Legal services',
} as const

export type TradeSlug = keyof typeof trades

/** Ready-made questions: what is new since yesterday, what closes this week. */
export type TendersView = 'new' | 'closing'

/** What may be asked, as everywhere in the feed. */
export type TendersQuery = {
  /** Only this trade. Without it: all of them. */
  trade?: TradeSlug | 'all'
  view?: TendersView
  /** How many notices, at most. */
  limit?: number
  /** Buyer or place of delivery in this region, or in one of several with commas between; notices for the whole UK stay. Regions: North East, North West, Yorkshire and The Humber, East Midlands, West Midlands, East of England, London, South East, South West, Wales, Scotland, Northern Ireland. */
  region?: string | readonly string[]
  /** Buyer or place of delivery in this area, where the notice states a code or postcode. */
  area?: string
  /** Stated value at least so much; notices that state none are left out. */
  min_value?: number
  /** Stated value at most so much; notices that state none are left out. */
  max_value?: number
  /** Deadline within so many days of 24 hours. */
  closing_within?: number
  /** First published on this day in London, or later. */
  published_since?: string
  /** Listed here on this day in London, or later: whenever it was published, listed again, or amended in what trades, regions and searches read. */
  listed_since?: string
  /** Only what the buyer calls suitable for small and medium firms. */
  sme?: true
  /** Words that the name of the buyer holds. */
  buyer?: string
  /** What q was called before: use q. */
  q?: string
  /** deadline: closing soonest first (default without q). relevance: best match first (default with q). value: largest stated value first. published: last published first. listed: last listed here first. */
  sort?: 'deadline' | 'value' | 'published' | 'listed' | 'relevance'
  /** title: title or main category matches the trade. any: descriptions and further categories too. */
  match?: 'title' | 'any'
  /** Goes on where an answer ended: what its next holds. */
  cursor?: string
}

export type TenderNotice = {
  /** Source prefix and number of the first tender notice of the process; never changes. */
  id: string
  title: string
  buyer: string
  /** ITL1 region name. */
  buyer_region: string | null
  /** Stated value in pounds sterling. */
  value_gbp: number | null
  /** True only where the stated value includes VAT. False says nothing by itself: see value_basis. */
  value_includes_vat: boolean
  /** The moment by which a newcomer must act. */
  deadline: string
  published: string
  procedure: string
  sme_suitable: boolean | null
  source: 'Find a Tender' | 'Contracts Finder' | 'Public Contracts Scotland' | 'Sell2Wales'
  notice_url: string
  match: 'title' | 'any'
  summary: string
  delivery_regions: string[]
  contract_start: string | null
  contract_end: string | null
  category: 'goods' | 'services' | 'works' | null
  main_cpv: string | null
  cpvs: string[]
  /** Whether value_gbp is without VAT (net), with it (gross), or the notice does not say (unstated); null without a value. */
  value_basis: 'net' | 'gross' | 'unstated' | null
  updated: string
  also_at: {
    id: string
    source: string
    notice_url: string
  }[]
  /** The title in Welsh, where the notice was published in both languages. */
  title_cy?: string | null
  /** Last moment for questions, in London time. */
  questions_deadline?: string | null
  /** The portal at which one bids, as the notice names it. */
  bid_url?: string | null
  /** Documents with an address; the notice itself is not among them. */
  documents?: {
    title: string | null
    type: string | null
    url: string
  }[]
  /** Lots with the values they state; their sum need not be the value of the whole. */
  lots?: {
    id: string
    title: string | null
    value_gbp: number | null
    value_basis: 'net' | 'gross' | 'unstated' | null
    contract_start: string | null
    contract_end: string | null
    duration_days: number | null
    sme_suitable: boolean | null
    vcse_suitable: boolean | null
  }[]
  /** True: it sets up a framework agreement, whose value is a ceiling. */
  framework?: boolean | null
  /** True: it sets up or uses a dynamic market or purchasing system. */
  dynamic_market?: boolean | null
  /** Whether any part may be renewed or extended. */
  extendable?: boolean | null
  /** How, in the words of the notice. */
  extension_options?: string | null
  /** Last day of the contract with every extension taken. */
  latest_end?: string | null
  vcse_suitable?: boolean | null
  /** Areas of level 3 (ITL 2025 or NUTS 2018, by the code stated) where it is delivered. */
  delivery_areas?: {
    code: string
    name: string
  }[]
  unavailable?: {
    field: string
    reason: string
  }[]
}

export type TendersMeta = {
  trade:
    | 'cleaning'
    | 'grounds-maintenance'
    | 'construction'
    | 'consultancy'
    | 'training-education'
    | 'facilities-management'
    | 'software-saas'
    | 'electrical'
    | 'transport-fleet'
    | 'plumbing-heating-gas'
    | 'marketing-communications'
    | 'care-support'
    | 'recruitment-staffing'
    | 'catering'
    | 'roofing'
    | 'printing'
    | 'it-support'
    | 'waste-management'
    | 'security'
    | 'legal'
    | 'all'
  /** Last day ingested from Find a Tender and Contracts Finder, the later in sources; null before the first ingest. */
  data_through: string | null
  /** Open notices of the trade, before filters and limit. */
  total_open: number
  returned: number
  cap: 25
  license: 'Open Government Licence v3.0'
  attribution: 'Contains public sector information licensed under the Open Government Licence v3.0 - sources: Find a Tender and Contracts Finder and Public Contracts Scotland and Sell2Wales'
  /** The title keywords of the trade. */
  keywords: string[]
  /** The trade in words. */
  name: string
  /** The regions asked for, with commas between. */
  region: string | null
  sort: 'deadline' | 'value' | 'published' | 'listed' | 'relevance'
  match: 'title' | 'any'
  /** Open notices that pass every filter, before limit. */
  total_matching: number
  /** True when data_through is older than two days; portals of one nation stand in sources alone. */
  stale: boolean
  sources: {
    name: string
    data_through: string | null
    stale: boolean
  }[]
  links: {
    html: string
    json: string
    csv: string
    rss: string
    json_feed: string
    ical: string
    atom: string
    jsonl: string
  }
  /** Every filter that was understood, in its canonical form. */
  filters: Record<string, string>
  /** The notices after these; null: there are none. Neither repeats nor skips what closes, comes or goes meanwhile. What is corrected between two answers may change its place, to be met twice or not at all: a whole file (all.jsonl) is of one moment. */
  next: string | null
}

/** One answer: at most 25 notices, and where the next are. */
export type TendersPage = { meta: TendersMeta; notices: TenderNotice[] }
