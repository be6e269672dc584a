/** MTA-STS (RFC 8461), TLS-RPT (RFC 8460) and BIMI: one TXT record each. */
import { z } from 'zod'
import { toTags, versioned } from './tags.ts'

export const Small = z.object({
  state: z.enum(['none', 'ok', 'invalid', 'unknown']).describe('none = no record; invalid = receivers ignore it; unknown = not readable.'),
  record: z.string().nullable().describe('The record.'),
  tags: z.array(z.object({ name: z.string().describe('Tag.'), value: z.string().describe('Its value.') })).describe('Its tags.'),
  problems: z.array(z.string()).describe('What is wrong, in words.'),
})
export type Small = z.output<typeof Small>

type Rule = (tags: Map<string, string>) => string[]

const rules: Record<'STSv1' | 'TLSRPTv1' | 'BIMI1', Rule> = {
  STSv1: (tags) => (/^[A-Za-z0-9]{1,32}$/.test(tags.get('id') ?? '') ? [] : ['id must be 1 to 32 letters and digits']),
  TLSRPTv1: (tags) => {
    const uris = (tags.get('rua') ?? '').split(',').map((uri) => uri.trim())
    return uris.every((uri) => /^(mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/i.test(uri)) ? [] : ['rua must name mailto: or https: addresses']
  },
  BIMI1: (tags) => {
    const [logo, evidence] = [tags.get('l'), tags.get('a')]
    const problems = logo === undefined ? ['l is missing'] : []
    for (const [name, uri] of [
      ['l', logo],
      ['a', evidence],
    ])
      if (uri && !/^https:\/\/\S+$/i.test(uri)) problems.push(`${name} must be an https address`)
    return problems
  },
}

/** @param texts TXT texts at the record's name; null when they could not be read */
export function checkSmall(version: keyof typeof rules, texts: readonly string[] | null): Small {
  const none: Small = { state: 'none', record: null, tags: [], problems: [] }
  if (texts === null) return { ...none, state: 'unknown' }
  const records = versioned(texts, version)
  const [record] = records
  if (record === undefined) return none
  if (records.length > 1) return { ...none, state: 'invalid', problems: [`there are ${records.length} records; exactly one is allowed`] }
  const { map, problems: tagProblems } = toTags(record)
  const problems = [...tagProblems, ...rules[version](map)]
  const tags = [...map].slice(0, 20).map(([name, value]) => ({ name, value }))
  return { state: problems.length > 0 ? 'invalid' : 'ok', record, tags, problems }
}
