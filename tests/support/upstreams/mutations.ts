/**
 * Bodies of sources, damaged one place at a time: each place is left out, emptied, said in another form, or said twice. What comes out is what a
 * source sends whose format has changed or whose answer broke off; nothing of it is another answer.
 */

type Path = readonly (string | number)[]
type Damage = 'gone' | 'garbled' | 'repeated'
/** `at` names the place; `kind`: `gone` is not stated, `garbled` cannot be read, `repeated` says the same twice or in another order. */
export type Mutation = { at: string; what: string; kind: Damage; text: string }

const ROWS = 3
const GONE = Symbol('gone')
const NUMERIC = /^-?\d+(\.\d+)?$/

/** Every place in a body but the root, in no more than the first rows of a list. */
function* placesIn(value: unknown, path: Path = []): Generator<{ path: Path; value: unknown }> {
  if (path.length > 0) yield { path, value }
  if (Array.isArray(value)) for (const [index, inner] of value.slice(0, ROWS).entries()) yield* placesIn(inner, [...path, index])
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) yield* placesIn(inner, [...path, key])
}

function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by
  if (Array.isArray(value))
    return value.map((inner, index) => (index === key ? replaced(inner, rest, by) : inner)).filter((row) => row !== GONE)
  const record = value as Record<string, unknown> // a path leads through lists and objects only
  const inner = replaced(record[key], rest, by)
  return Object.fromEntries(Object.entries({ ...record, [key]: inner }).filter(([, member]) => member !== GONE))
}

/** What `true` says too. */
const isFlag = (value: unknown): boolean => [0, 1, '0', '1'].includes(value as string)

/** Forms in which nobody can read the value. Of text only that of numbers has such: any other text is another text. */
function garbled(value: unknown): unknown[] {
  const never = [{}, [value], [[]]]
  if (typeof value === 'string')
    return NUMERIC.test(value) ? [...never, ...(isFlag(value) ? [] : [true]), `${value}%`, 'one, two'] : [{ text: value }, [[]]]
  if (typeof value === 'number') return [...never, ...(isFlag(value) ? [] : [true]), `${value} USD`, 'some']
  if (typeof value === 'boolean') return [...never, 'perhaps', 2]
  if (Array.isArray(value))
    return [{ ...value }, JSON.stringify(value), 7, ...(value.length > 0 ? [value.map(() => []), [...value, 'x']] : [])]
  if (value === null || value === undefined) return []
  return [[value], JSON.stringify(value), 7, Object.values(value)]
}

/** All damages of a body in JSON, in order; none of a body in another form. */
export function* mutationsOf(text: string): Generator<Mutation> {
  let whole: unknown
  try {
    whole = JSON.parse(text)
  } catch {
    return // a page or a table: its reader has tests of its own
  }
  for (const { path, value } of placesIn(whole)) {
    const at = path.join('.')
    const mutation = (kind: Damage, by: unknown): Mutation => ({
      at,
      what: by === GONE ? 'left out' : (JSON.stringify(by) ?? '').slice(0, 60),
      kind,
      text: JSON.stringify(replaced(whole, path, by)),
    })
    // A row that is left out of a list is one of which nobody speaks; a member that is left out is not stated.
    if (typeof path.at(-1) === 'string') yield mutation('gone', GONE)
    for (const by of garbled(value)) yield mutation('garbled', by)
    if (Array.isArray(value) && value.length > 0) yield mutation('repeated', [...value, ...value])
  }
  if (Array.isArray(whole) && whole.length > 0)
    yield { at: '', what: 'twice', kind: 'repeated', text: JSON.stringify([...whole, ...whole]) }
  const broken = [
    text.slice(0, text.length / 2),
    '{"error":"internal"}',
    '{"error":{"code":429,"message":"slow down"}}',
    '{"success":false}',
    '7',
  ]
  for (const body of broken) yield { at: '', what: body.slice(0, 60), kind: 'garbled', text: body }
}

/** Every nth of them on the average, the same for the same seed. */
export function* sampleOf<Item>(items: Iterable<Item>, share: number, seed: number): Generator<Item> {
  let state = seed
  for (const item of items) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    if (state / 0x7fffffff < share) yield item
  }
}
