/** How people write models and providers, and whether a name means an entry. Every rule is strict: a name that may be another model is none. */
import type { Entry, Match } from './entry.ts'

/** Names of one provider, the first being ours. Sources and libraries write them differently. */
const groups = [
  ['openai'],
  ['anthropic'],
  ['google', 'gemini', 'googleai', 'google-ai', 'google-ai-studio', 'google-gla', 'google-genai'],
  ['google-vertex', 'vertex', 'vertexai', 'vertex-ai', 'google-vertex-ai'],
  ['xai', 'x-ai'],
  ['mistral', 'mistralai'],
  ['deepseek', 'deepseek-ai'],
  ['cohere'],
  ['moonshotai', 'moonshot', 'moonshot-ai'],
  ['zai', 'z-ai'],
  ['zhipuai', 'zhipu'],
  ['minimax', 'minimaxai', 'minimax-ai'],
  ['alibaba', 'qwen', 'dashscope'],
  ['perplexity', 'perplexity-ai'],
  ['meta', 'meta-llama', 'llama'],
  ['nvidia'],
  ['amazon-bedrock', 'bedrock', 'aws', 'amazon', 'aws-bedrock'],
  ['azure', 'azure-openai', 'azureopenai', 'azure-ai'],
  ['groq'],
  ['cerebras'],
  ['fireworks', 'fireworks-ai', 'fireworksai'],
  ['together', 'togetherai', 'together-ai'],
  ['openrouter'],
]
const groupOf = new Map(groups.flatMap((names) => names.map((name) => [name, names[0] as string])))

/** Those that make models: a bare name means the maker's own price. In order of preference. */
export const makers = [
  'openai',
  'anthropic',
  'google',
  'xai',
  'mistral',
  'deepseek',
  'cohere',
  'moonshotai',
  'zai',
  'zhipuai',
  'minimax',
  'alibaba',
  'perplexity',
  'meta',
  'nvidia',
]

/** Our name of a provider, whatever it is called. */
export function toProvider(text: string): string {
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/[_\s]+/g, '-')
  return groupOf.get(plain) ?? plain
}

export const isKnownProvider = (text: string): boolean =>
  groupOf.has(
    text
      .trim()
      .toLowerCase()
      .replace(/[_\s]+/g, '-'),
  )

/** One spelling of dots, dashes and case. */
export const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s._:@-]+/g, '-')
    .replace(/^-|-$/g, '')

const compact = (text: string): string => plain(text).replaceAll('-', '')

/** Words in any order, numbers in theirs: claude-4.5-sonnet is claude-sonnet-4-5. */
const bag = (text: string): string => {
  const parts = plain(text).split('-')
  const isNumber = (part: string) => /^\d+$/.test(part)
  return `${parts
    .filter((part) => !isNumber(part))
    .sort()
    .join('-')}|${parts.filter(isNumber).join('-')}`
}

/** `Anthropic: Claude Sonnet 4.5 (latest)` without what is not the name. */
const displayName = (name: string): string => name.replace(/^[^:]{1,40}:\s+/, '').replace(/\s*\([^)]*\)\s*$/, '')

/** What may follow a name without making it another model: dates, versions, "latest". A day in full is a year and a day: named too, each would double the time. */
const TAIL = /^(?:[-@:](?:\d{8}|\d{2}-\d{2}|\d{2}-\d{4}|\d{3,4}|latest|preview|beta|exp|v\d+))*(?::\d+)?$/
/** What may stand before one: hosts and regions. */
const HEAD = /^(?:[a-z0-9_-]+[./@:])*$/

const isWordy = (character: string | undefined): boolean => character !== undefined && /[a-z0-9]/.test(character)

/** A pattern may end inside a date (`claude-sonnet-4-2025`): the tail then begins at the last separator before. */
function tailOf(name: string, end: number): string {
  let from = end
  if (isWordy(name[from])) while (from > 0 && isWordy(name[from - 1])) from--
  if (from !== end || (isWordy(name[from]) && from > 0)) from = Math.max(0, from - 1)
  return name.slice(from)
}

const clean = (name: string, start: number, end: number): boolean => HEAD.test(name.slice(0, start)) && TAIL.test(tailOf(name, end))

/** Of regular expressions only fixed forms are run: text, escaped dots, and runs of digits. Anything else could be made to never end. */
const SAFE_REGEX = /^\^(?:[a-z0-9-]|\\[.]|\\d(?:\{\d\})?)+\$?$/

/** How much of the name a pattern settles (its length), 0 when the name is not meant. */
function settled(match: Match, name: string): number {
  if ('or' in match) return Math.max(0, ...match.or.map((one) => settled(one, name)))
  if ('and' in match) {
    const fits = match.and.map((one) => settled(one, name))
    return fits.length > 0 && fits.every((one) => one > 0) ? Math.max(...fits) : 0
  }
  if ('equals' in match) return match.equals.toLowerCase() === name ? 10_000 : 0
  if ('regex' in match) {
    const found = SAFE_REGEX.test(match.regex) ? new RegExp(match.regex).exec(name) : null
    return found && TAIL.test(tailOf(name, found[0].length)) ? found[0].length : 0
  }
  const text = ('starts_with' in match ? match.starts_with : 'ends_with' in match ? match.ends_with : match.contains).toLowerCase()
  const start = 'ends_with' in match ? name.length - text.length : 'starts_with' in match ? 0 : name.indexOf(text)
  return start >= 0 && name.startsWith(text, start) && clean(name, start, start + text.length) ? text.length : 0
}

/** An id without what may follow it: `gemini-3-pro-preview` is called Gemini 3 Pro while there is no other. */
const untailed = (id: string): string => plain(id).replace(/(?:-(?:latest|preview|\d{8}|\d{4}-\d{2}-\d{2}))+$/, '')

const namesOf = (entry: Entry): string[] => [entry.id, ...entry.aliases]

export type How = 'id' | 'spelling' | 'alias' | 'name'

/** From the surest to the loosest; `means` is 0 when the name is not meant, else how much of it is settled. */
export const levels: [how: How, means: (entry: Entry, name: string) => number][] = [
  ['id', (entry, name) => Number(namesOf(entry).some((id) => id.toLowerCase() === name))],
  ['spelling', (entry, name) => Number(namesOf(entry).some((id) => plain(id) === plain(name)))],
  ['alias', (entry, name) => (entry.match ? settled(entry.match, name) || settled(entry.match, plain(name)) : 0)],
  ['name', (entry, name) => Number(entry.name !== null && plain(displayName(entry.name)) === plain(name))],
  ['name', (entry, name) => Number(namesOf(entry).some((id) => compact(id) === compact(name)))],
  ['name', (entry, name) => Number(namesOf(entry).some((id) => bag(id) === bag(name)))],
  ['name', (entry, name) => Number(namesOf(entry).some((id) => untailed(id) === plain(name)))],
]
