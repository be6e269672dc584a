/** What a schema says of a parameter is what the server takes: no more, and no less but for what a form cannot say. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeOpenApi } from '../../lib/catalogue/openapi.ts'
import { ApiError } from '../../lib/errors.ts'
import { FEED_PATH } from '../../lib/tenders/feed/formats.ts'
import { readQuery } from '../../lib/tenders/search/query.ts'
import type { Tool } from '../../lib/tools/define.ts'
import { parseInput } from '../../lib/tools/parse.ts'
import { tools } from '../../lib/tools/registry.ts'
import { inputSchema, type JsonSchema } from '../../lib/tools/schema.ts'
import { testCore } from '../support/core.ts'

const core = testCore()
const ajv = new Ajv2020({ strict: false })
/** Runs of each property; the suite has two for every parameter. */
const RUNS = 150

/** Rules that no pattern holds, and the word of the parameter's description that tells of each. */
const BEYOND_FORM: Record<string, RegExp> = {
  'solana/token-risk mint': /32 bytes/,
  'base/token-risk address': /EIP-55/,
  'web/markdown url': /public/,
  'web/markdown selector': /CSS selector/,
  'web/status url': /public/,
  'crypto/price q': /ids, ticker symbols or chain:address/,
  'dns/lookup name': /Public DNS name/,
  'util/time tz': /IANA/,
  'uk-tenders region': /region/,
  'uk-tenders area': /area/,
  'uk-tenders published_since': /day/,
  'uk-tenders listed_since': /day/,
  'uk-tenders buyer': /[Ww]ords/,
  'uk-tenders q': /[Ww]ords/,
  'uk-tenders cursor': /where an answer ended/,
}

/** What another parameter must be for this one to be taken; its description names it. */
const TOGETHER: Record<string, Record<string, string>> = {
  'evm/4byte kind': { selector: `0x${'ab'.repeat(32)}` },
  'dns/lookup selectors': { check: 'mail' },
  'prices/llm input_tokens': { model: 'a' },
  'prices/llm output_tokens': { model: 'a' },
  'prices/llm cached_tokens': { model: 'a', input_tokens: '9999999999' },
  'prices/llm cache_write_tokens': { model: 'a', input_tokens: '9999999999' },
  'prices/llm cache_write_1h_tokens': { model: 'a', input_tokens: '9999999999' },
  'prices/llm batch': { model: 'a' },
  'uk-tenders sort': { q: 'roof' },
}

const all: readonly Tool[] = tools

/** A parameter, why it refuses a value (undefined: it does not), and whether its schema describes one. */
type Tried = { id: string; schema: JsonSchema; refusal: (value: string) => string | undefined; fits: (value: string) => boolean }

const ofTools = all.flatMap((tool) => {
  const { properties = {}, required = [] } = inputSchema(tool)
  const needed = Object.fromEntries(required.map((name) => [name, String(properties[name]?.example)]))
  return Object.entries(properties).map(([name, schema]) => {
    const id = `${tool.id} ${name}`
    const query = { ...needed, ...TOGETHER[id] }
    /** Why the value is refused; undefined when it is taken. */
    const refusal = (value: string): string | undefined => {
      try {
        parseInput(core, tool, `?${new URLSearchParams({ ...query, [name]: value })}`)
        return undefined
      } catch (error) {
        if (error instanceof ApiError && error.code === 'invalid_input') return error.message
        throw error
      }
    }
    return { id, schema, refusal, fits: ajv.compile(schema) as (value: string) => boolean }
  })
})

const filters = (
  makeOpenApi(tools, core.env).paths as Record<
    string,
    { parameters: { name: string; in: string; description: string; schema: JsonSchema }[] }
  >
)[`${FEED_PATH}/{file}`]!.parameters.filter((parameter) => parameter.in === 'query')

const ofFeed = filters.map(
  ({ name, description, schema }): Tried => ({
    id: `uk-tenders ${name}`,
    schema: { ...schema, description },
    refusal: (value: string): string | undefined =>
      readQuery(new URLSearchParams({ ...TOGETHER[`uk-tenders ${name}`], [name]: value })).faults[0]?.reason,
    fits: ajv.compile(schema) as (value: string) => boolean,
  }),
)

const parameters = [...ofTools, ...ofFeed]

/** Values that a schema describes. */
function described({ enum: values, pattern, minLength = 0, maxLength = 60 }: JsonSchema): fc.Arbitrary<string> {
  if (values) return fc.constantFrom(...(values as string[]))
  if (pattern) return fc.stringMatching(new RegExp(String(pattern), 'u')).filter(({ length }) => length <= Number(maxLength))
  const bounds = { minLength: Number(minLength), maxLength: Math.min(Number(maxLength), 200) }
  return fc.oneof(fc.string(bounds), fc.string({ ...bounds, unit: 'grapheme' }))
}

/** Anything, and what is nearly right. */
const anything = (schema: JsonSchema): fc.Arbitrary<string> => {
  const piece = fc.oneof(
    fc.string({ maxLength: 3 }),
    fc.string({ maxLength: 3, unit: 'grapheme' }),
    fc.constantFrom('', ' ', '0', ',', '.', '\t', '１'),
  )
  const near = fc
    .tuple(fc.oneof(described(schema), fc.constant(String(schema.example))), fc.nat(), fc.nat({ max: 3 }), piece)
    .map(([text, at, cut, insert]) => text.slice(0, at % (text.length + 1)) + insert + text.slice((at % (text.length + 1)) + cut))
  return fc.oneof(near, piece, fc.string({ maxLength: 80 }))
}

describe.each(parameters)('$id', ({ id, schema, refusal, fits }) => {
  test('its example and its default are taken', () => {
    for (const value of [schema.example, schema.default])
      if (value !== undefined) expect([value, refusal(String(value))]).toEqual([value, undefined])
  })

  const form = BEYOND_FORM[id]
  if (form) test('what no form can say, its description does', () => expect(schema.description).toMatch(form))
  else
    test('whatever its schema describes is taken', () => {
      fc.assert(
        fc.property(described(schema), (value) => {
          expect([value, refusal(value)]).toEqual([value, undefined])
        }),
        { numRuns: RUNS },
      )
    })

  test('whatever is taken keeps to its schema, but for letter case and blanks around it', () => {
    fc.assert(
      fc.property(anything(schema), (value) => {
        if (refusal(value) !== undefined) return
        const spellings = [value, value.trim(), value.trim().toLowerCase(), value.trim().toUpperCase()]
        expect([value, spellings.some(fits)]).toEqual([value, true])
      }),
      { numRuns: RUNS },
    )
  })
})

test('every exception is one of a parameter that exists', () => {
  const ids = parameters.map(({ id }) => id)
  expect([...Object.keys(BEYOND_FORM), ...Object.keys(TOGETHER)].filter((id) => !ids.includes(id))).toEqual([])
})

test.each(['constructor', 'toString'])('a parameter called %s is refused with the names that are allowed', (name) => {
  const tool = all.find(({ id }) => id === 'util/uuid')!
  expect(() => parseInput(core, tool, `?${name}=1`)).toThrow(
    expect.objectContaining({ extra: expect.objectContaining({ allowed: ['n'] }) }),
  )
})
