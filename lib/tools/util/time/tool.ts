import { z } from 'zod'
import { defineTool } from '../../define.ts'
import { toLocalTime } from './local-time.ts'
import { nearestZone, toZoneName } from './zones.ts'

const input = z.strictObject({
  tz: z
    .string()
    .max(64, 'must be an IANA time-zone name of at most 64 characters')
    .transform((text, context) => {
      const zone = toZoneName(text)
      if (zone) return zone
      context.addIssue(`must be an IANA time-zone name such as Europe/London; the nearest known name is ${nearestZone(text)}`)
      return z.NEVER
    })
    .optional()
    .describe('IANA time-zone name, e.g. Europe/London; letter case does not matter. Without it the answer is UTC only.')
    .meta({ pattern: '^[A-Za-z][A-Za-z0-9_+-]*(?:/[A-Za-z0-9_+-]+){0,2}$', example: 'Europe/London' }),
})

const output = z.object({
  iso: z.iso.datetime().describe('Current UTC time, ISO 8601 with milliseconds.'),
  unix: z.int().describe('Whole seconds since 1970-01-01T00:00:00Z.'),
  unixMs: z.int().describe('Milliseconds since 1970-01-01T00:00:00Z.'),
  timezone: z.string().nullable().describe('The zone asked for, as IANA spells it; null without tz.'),
  local: z.iso.datetime({ offset: true }).nullable().describe('The same instant in that zone, ISO 8601 with offset; null without tz.'),
  offset: z.string().nullable().describe('Offset from UTC as +HH:MM or -HH:MM; null without tz.'),
  abbreviation: z.string().nullable().describe('Abbreviation such as GMT or BST, else a form like GMT+5:30; null without tz.'),
  isDst: z.boolean().nullable().describe('Whether summer time is in force; null without tz.'),
  nextTransitionAt: z.iso
    .datetime()
    .nullable()
    .describe('Next change of the offset within 400 days, ISO 8601 UTC; null when none is known or without tz.'),
})

export default defineTool({
  path: '/v1/util/time',
  price: '0.001000',
  summary: 'The current time, UTC and in any zone',
  description:
    'Gives the current time as ISO 8601, Unix seconds and milliseconds and, with tz, the local time, offset, abbreviation, summer-time flag and next clock change. Use it when an agent has no clock it trusts; for a plain payment test use util/ping. Costs {price} USD; a call that fails is never charged. Needs no third party and answers within milliseconds, plus settlement.',
  input,
  output,
  examples: [
    {
      title: 'London in winter',
      query: { tz: 'Europe/London' },
      output: {
        iso: '2026-11-20T12:00:00.000Z',
        unix: 1795176000,
        unixMs: 1795176000000,
        timezone: 'Europe/London',
        local: '2026-11-20T12:00:00.000+00:00',
        offset: '+00:00',
        abbreviation: 'GMT',
        isDst: false,
        nextTransitionAt: '2027-03-28T01:00:00.000Z',
      },
    },
    {
      title: 'UTC only',
      query: {},
      output: {
        iso: '2026-11-20T12:00:00.000Z',
        unix: 1795176000,
        unixMs: 1795176000000,
        timezone: null,
        local: null,
        offset: null,
        abbreviation: null,
        isDst: null,
        nextTransitionAt: null,
      },
    },
  ],
  sources: [],
  freshness: 'The time is read when the call is answered.',
  limits: ['tz is an IANA name, not an offset.'],
  handlerCapMs: 2_000,
  run: ({ tz }) => {
    const now = Date.now()
    const local = tz ? toLocalTime(now, tz) : { local: null, offset: null, abbreviation: null, isDst: null, nextTransitionAt: null }
    return { iso: new Date(now).toISOString(), unix: Math.floor(now / 1000), unixMs: now, timezone: tz ?? null, ...local }
  },
})
