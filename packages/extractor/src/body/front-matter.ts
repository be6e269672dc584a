/** What a Markdown document says of itself before its text: YAML between dashes, TOML between pluses, or a JSON object. */
import { isRecord, jsonOf } from '../page/json-ld.ts'
import { clean } from '../page/limits.ts'

export type FrontMatter = {
  readonly form: 'yaml' | 'toml' | 'json'
  /** As it stands in the document, without the lines that mark it. */
  readonly text: string
  /** Characters of the document before its text. */
  readonly length: number
  /** A value that is one line of text; null where it is none. */
  said(name: string): string | null
  /** Who wrote it, one or more; null where it does not say so. */
  readonly authors: string | null
}

const MARKED =
  /^\ufeff?(?:---[ \t]*(yaml|toml|json)?[ \t]*\n([\s\S]{0,8000}?\n)?(?:---|\.\.\.)|(\+\+\+)[ \t]*\n([\s\S]{0,8000}?\n)?\+\+\+)[ \t]*(?:\n|$)/
const OBJECT = /^\ufeff?(\{[ \t]*\n[\s\S]{0,8000}?\n\})[ \t]*\n/

/** Front matter of a text whose lines end with `\n`. */
export function readFrontMatter(source: string): FrontMatter | null {
  const object = OBJECT.exec(source)
  if (object !== null) {
    const value = jsonOf(object[1]!)
    return isRecord(value) ? fromJson(object[1]!, value, object[0].length) : null
  }
  const marked = MARKED.exec(source)
  if (marked === null) return null
  const [whole, name, dashed, pluses, plussed] = marked
  const text = dashed ?? plussed ?? ''
  const form = pluses !== undefined || name === 'toml' ? 'toml' : 'yaml'
  if (name === 'json') return fromJson(text, jsonOf(text), whole.length)
  const said = form === 'toml' ? inToml(text) : inYaml(text)
  return { form, text, length: whole.length, said, authors: said('author') ?? listed(text) }
}

const MOST_AUTHORS = 20
const joined = (names: readonly string[]): string | null =>
  names
    .map((name) => clean(name.trim().replace(/^(["'])(.*)\1$/, '$2')).trim())
    .filter((name) => name !== '' && !/[{}[\]|&*]/.test(name))
    .slice(0, MOST_AUTHORS)
    .join(', ') || null

/** Authors in a list: in one line, or in lines of their own, each a name or what has one. */
function listed(text: string): string | null {
  const inLine = /^authors?[ \t]*[:=][ \t]*\[([^[\]{}\n]{1,1000})\][ \t]*$/m.exec(text)?.[1]
  if (inLine !== undefined) return joined(inLine.split(','))
  const lines = text.split('\n')
  const from = lines.findIndex((line) => /^authors?:[ \t]*$/.test(line)) + 1
  if (from === 0) return null
  const end = lines.slice(from).findIndex((line) => !/^[ \t-]/.test(line))
  const own = lines.slice(from, end === -1 ? undefined : from + end)
  const named = own.flatMap((line) => /^[ \t]*(?:-[ \t]+)?name:[ \t]*(\S.*)$/.exec(line)?.[1] ?? [])
  return joined(named.length > 0 ? named : own.flatMap((line) => /^[ \t]*-[ \t]+([^:]+)$/.exec(line)?.[1] ?? []))
}

// Lists, references and texts of several lines are YAML and TOML that is not read here.
const inYaml = (text: string) => (name: string) =>
  plain(new RegExp(`^${name}:[ \\t]*(["']?)(\\S.{0,998}?)\\1[ \\t]*$`, 'm').exec(text)?.[2])

/** Of the values before the first table: those below have another owner. */
function inToml(text: string): FrontMatter['said'] {
  const own = text.slice(0, /^[ \t]*\[/m.exec(text)?.index)
  return (name) =>
    plain(
      new RegExp(`^${name}[ \\t]*=[ \\t]*(?:"([^"\\\\\\n]{1,999})"|'([^'\\n]{1,999})'|(\\d{4}-[^\\s#]{1,40}))[ \\t]*(?:#.*)?$`, 'm')
        .exec(own)
        ?.slice(1)
        .find(Boolean),
    )
}

const plain = (value: string | undefined): string | null => (value === undefined || /^[[{>|&*]/.test(value) ? null : clean(value))

function fromJson(text: string, parsed: unknown, length: number): FrontMatter {
  const values = isRecord(parsed) ? parsed : {}
  const names = [values.author, values.authors].flat().map((one) => (isRecord(one) ? one.name : one))
  return {
    authors: joined(names.filter((name): name is string => typeof name === 'string')),
    form: 'json',
    text,
    length,
    said: (name) => {
      const value = Object.hasOwn(values, name) ? values[name] : null
      return typeof value === 'string' && value.trim() !== '' && !value.includes('\n') ? clean(value.slice(0, 1_000)) : null
    },
  }
}
