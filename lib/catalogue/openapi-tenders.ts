/** The tenders feed in OpenAPI, made from the same lists that its addresses are made from. Pure. */
import type { Env } from '../core.ts'
import { MONTHS, OUTLOOK_EXTENSIONS, OUTLOOK_FORMS, OUTLOOK_NAMES, OUTLOOKS } from '../tenders/feed/formats/outlooks.ts'
import { FEED_PATH, FORMATS, feedSchema } from '../tenders/feed/formats.ts'
import { PARAMETER_NAMES, PARAMETERS } from '../tenders/search/parameters.ts'
import { TRADES } from '../tenders/trades/trades.ts'

/** `content`: the schema of each media type. */
type Operation = (id: string, summary: string, content: Record<string, object>) => object

/** Text of these types, and JSON where a form is JSON. */
const contentOf = (types: readonly string[], json: object): Record<string, object> =>
  Object.fromEntries(types.map((type) => type.split(';', 1)[0]!).map((type) => [type, /[/+]json$/.test(type) ? json : { type: 'string' }]))

/** The last part of an address: a trade, or `all`, and a form. */
const fileParameter = (forms: readonly { extension: string; about: string }[]): object => ({
  name: 'file',
  in: 'path',
  required: true,
  description: `A trade (or all) and a form: ${forms.map(({ extension, about }) => `.${extension} (${about})`).join(' ')}`,
  schema: {
    type: 'string',
    pattern: `^(?:all|${TRADES.map(({ slug }) => slug).join('|')})\\.(?:${forms.map(({ extension }) => extension.replaceAll('.', '\\.')).join('|')})$`,
    example: 'cleaning.json',
  },
})

const months = {
  name: 'months',
  in: 'query',
  required: false,
  description: 'How far ahead a contract ends.',
  schema: { type: 'string', enum: MONTHS.map(String), default: String(MONTHS.at(-1)) },
}

/** `operation` makes one that is free. */
export function tendersPaths({ TOOLS_URL }: Pick<Env, 'TOOLS_URL'>, operation: Operation): Record<string, object> {
  const servers = [{ url: TOOLS_URL }]
  const free = (id: string, summary: string, content: Record<string, object> = { 'application/json': { type: 'object' } }) => ({
    servers,
    ...operation(id, summary, content),
  })
  const feed = contentOf(
    FORMATS.map(({ contentType }) => contentType),
    { type: 'object' },
  )
  const { $schema: _, ...ofFeed } = feedSchema() as Record<string, unknown>
  const outlook = contentOf(
    OUTLOOK_EXTENSIONS.map((extension) => OUTLOOK_FORMS[extension].contentType),
    { type: 'object' },
  )
  const filters = PARAMETER_NAMES.map((name) => ({
    name,
    in: 'query',
    required: false,
    description: PARAMETERS[name].about,
    schema: { type: 'string', ...PARAMETERS[name].schema },
  }))
  const forms = OUTLOOK_EXTENSIONS.map((extension) => ({ extension, about: OUTLOOK_FORMS[extension].label }))
  return {
    [`${FEED_PATH}/index.json`]: free('uk_tenders_index', 'UK public tenders: all trades.'),
    [`${FEED_PATH}/{file}`]: {
      parameters: [fileParameter(FORMATS), ...filters],
      ...free('uk_tenders_feed', 'UK public tenders: notices of one trade that are open now.', { ...feed, 'application/json': ofFeed }),
    },
    ...Object.fromEntries(
      OUTLOOK_NAMES.map((kind) => [
        `${FEED_PATH}/${kind}/{file}`,
        {
          parameters: [fileParameter(forms), ...(kind === 'renewals' ? [months] : [])],
          ...free(`uk_tenders_${kind}`, `UK public tenders: ${OUTLOOKS[kind].about}.`, outlook),
        },
      ]),
    ),
  }
}
