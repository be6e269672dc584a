/** The JSON form as a schema. */
import { z } from 'zod'
import { Notice } from '../../notices/notice.ts'
import { CAP, MATCHES, PARAMETER_NAMES, SORTS } from '../../search/parameters.ts'
import { ALL_TRADES } from '../../search/trade-index.ts'
import { TRADES } from '../../trades/trades.ts'
import { ATTRIBUTION, LICENSE } from '../feed.ts'

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

/** @param forms the names of the forms that a feed has */
export const feedResponse = (forms: readonly string[]) =>
  z
    .object({
      meta: z.object({
        trade: z.enum([...TRADES.map(({ slug }) => slug), ALL_TRADES]),
        data_through: day
          .nullable()
          .describe('Last day ingested from Find a Tender and Contracts Finder, the later in sources; null before the first ingest.'),
        total_open: z.int().nonnegative().describe('Open notices of the trade, before filters and limit.'),
        returned: z.int().min(0).max(CAP),
        cap: z.literal(CAP),
        license: z.literal(LICENSE),
        attribution: z.literal(ATTRIBUTION),
        keywords: z.array(z.string()).describe('The title keywords of the trade.'),
        name: z.string().describe('The trade in words.'),
        region: z.string().nullable().describe('The regions asked for, with commas between.'),
        sort: z.enum(SORTS),
        match: z.enum(MATCHES),
        total_matching: z.int().nonnegative().describe('Open notices that pass every filter, before limit.'),
        stale: z.boolean().describe('True when data_through is older than two days; portals of one nation stand in sources alone.'),
        sources: z.array(z.object({ name: z.string(), data_through: day.nullable(), stale: z.boolean() })),
        links: z.object(Object.fromEntries(['html', ...forms].map((name) => [name, z.url()]))),
        filters: z.partialRecord(z.enum(PARAMETER_NAMES), z.string()).describe('Every filter that was understood, in its canonical form.'),
        next: z
          .url()
          .nullable()
          .describe(
            'The notices after these; null: there are none. Neither repeats nor skips what closes, comes or goes meanwhile. What is corrected between two answers may change its place, to be met twice or not at all: a whole file (all.jsonl) is of one moment.',
          ),
      }),
      notices: z.array(Notice).max(CAP),
    })
    .meta({ title: 'UK public tenders of one trade, or of all', description: ATTRIBUTION })

export type FeedResponse = z.output<ReturnType<typeof feedResponse>>
