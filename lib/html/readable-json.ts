/** What is longer than this stands over several lines. */
const LINE_CHARACTERS = 100

/**
 * A JSON value to read: what fits into a line stands in one, else a member a line. Reads back as what `JSON.stringify` wrote, but where a
 * list has more than twice `most` items: of those the first `most` are shown and the others counted. Pure.
 */
export function readableJson(value: unknown, most = Number.POSITIVE_INFINITY, indent = ''): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const inner = `${indent}  `
  const isList = Array.isArray(value)
  const members = isList
    ? value.slice(0, value.length > 2 * most ? most : undefined).map((item) => readableJson(item, most, inner))
    : Object.entries(value).flatMap(([name, member]) =>
        member === undefined ? [] : [`${JSON.stringify(name)}: ${readableJson(member, most, inner)}`],
      )
  if (isList && members.length < value.length) members.push(`… ${value.length - members.length} more`)
  const line = members.join(', ')
  const oneLine = isList ? `[${line}]` : members.length === 0 ? '{}' : `{ ${line} }`
  if (!line.includes('\n') && indent.length + oneLine.length <= LINE_CHARACTERS) return oneLine
  const [open, close] = isList ? '[]' : '{}'
  return `${open}\n${members.map((member) => inner + member).join(',\n')}\n${indent}${close}`
}
