/** A JSON-LD node, flattened out of whatever held it. Values are unknown until one of the readers below has looked. */
export type LdNode = Readonly<Record<string, unknown>>

const MAX_NODES = 3_000
const MAX_DEPTH = 12

export const isRecord = (value: unknown): value is LdNode => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The objects among the items of a list; none of what is no list. */
export const recordsIn = (value: unknown): LdNode[] => (Array.isArray(value) ? value.filter(isRecord) : [])

/** The object, or those of a list: properties have one value or several. */
export const nodesIn = (value: unknown): LdNode[] => (isRecord(value) ? [value] : recordsIn(value))

/** Parsed JSON; null for what only claims to be, which is common in pages and no error of ours. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** Removes what authoring tools leave around JSON: comment marks, CDATA, raw line breaks inside strings, a trailing comma. */
function parse(text: string): unknown {
  const trimmed = text
    .trim()
    .replace(/^(?:<!--|\/\*\s*<!\[?CDATA\[\s*\*\/|\/\/\s*<!\[?CDATA\[|<!\[?CDATA\[)/, '')
    .replace(/(?:-->|\/\*\s*\]\]>\s*\*\/|\/\/\s*\]\]>|\]\]>)\s*;?$/, '')
    .trim()
    .replace(/;$/, '')
  const repaired = trimmed.replace(/[\u0000-\u001f]+/g, ' ').replace(/,\s*([}\]])/g, '$1')
  return jsonOf(trimmed) ?? jsonOf(repaired)
}

export type Graph = { readonly nodes: readonly LdNode[]; readonly byId: ReadonlyMap<string, LdNode> }

/** All nodes of all JSON-LD scripts, `@graph` and nested objects included, in order; bounded in number and depth. */
export function readJsonLd(scripts: readonly string[]): Graph {
  const nodes: LdNode[] = []
  const byId = new Map<string, LdNode>()
  const queue: { value: unknown; depth: number }[] = scripts.map((script) => ({ value: parse(script), depth: 0 }))
  for (let at = 0; at < queue.length && nodes.length < MAX_NODES; at += 1) {
    const { value, depth } = queue[at]!
    if (depth > MAX_DEPTH) continue
    if (Array.isArray(value)) for (const item of value.slice(0, MAX_NODES)) queue.push({ value: item, depth: depth + 1 })
    if (!isRecord(value)) continue
    nodes.push(value)
    const id = value['@id']
    if (typeof id === 'string' && (!byId.has(id) || Object.keys(byId.get(id)!).length < Object.keys(value).length)) byId.set(id, value)
    for (const inner of Object.values(value))
      if (typeof inner === 'object' && inner !== null) queue.push({ value: inner, depth: depth + 1 })
  }
  return { nodes, byId }
}

export const typesOf = (node: LdNode): string[] => {
  const type = node['@type']
  const list = Array.isArray(type) ? type : [type]
  return list.filter((name) => typeof name === 'string').map((name) => name.replace(/^.*[/#:]/, ''))
}

export const textValue = (value: unknown): string | null => {
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim()
  if (Array.isArray(value)) return value.map(textValue).find((text) => text !== null) ?? null
  if (isRecord(value) && typeof value['@value'] === 'string') return value['@value']
  return null
}

/** Names of persons or organisations behind `author`, references followed. */
export function namesOf(value: unknown, byId: ReadonlyMap<string, LdNode>, depth = 0): string[] {
  if (depth > 4) return []
  if (typeof value === 'string') return /^(?:https?:|\/)/.test(value.trim()) ? [] : [value]
  if (Array.isArray(value)) return value.slice(0, 20).flatMap((item) => namesOf(item, byId, depth + 1))
  if (!isRecord(value)) return []
  if (Array.isArray(value.name)) return value.name.slice(0, 20).filter((name) => typeof name === 'string')
  const name = textValue(value.name)
  if (name !== null) return [name]
  const given = textValue(value.givenName)
  if (given !== null) return [`${given} ${textValue(value.familyName) ?? ''}`.trim()]
  const id = value['@id']
  const other = typeof id === 'string' ? byId.get(id) : undefined
  return other && other !== value ? namesOf(other, byId, depth + 1) : []
}

/** Whether all that a value of JSON-LD names are organisations by their type. */
export function areOrganisations(value: unknown, byId: ReadonlyMap<string, LdNode>): boolean {
  const nodes = Array.isArray(value) ? value.slice(0, 20) : [value]
  return nodes.every((node) => {
    if (!isRecord(node)) return false
    const known = typeof node['@id'] === 'string' && node['@type'] === undefined ? byId.get(node['@id']) : node
    return known !== undefined && typesOf(known).some((type) => /Organization$/.test(type))
  })
}
