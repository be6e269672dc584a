import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AbiValue, decodeArguments } from './decode.ts'
import { type AbiType, parseSignature, typeText } from './signature.ts'

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))
const word = (value: number | bigint) => value.toString(16).padStart(64, '0')
const typesOf = (text: string): AbiType[] => parseSignature(`f(${text})`)?.types ?? []

test('a dynamic argument is read where the encoder puts it', () => {
  const data = word(64) + word(5) + word(3) + Buffer.from('abc').toString('hex').padEnd(64, '0')
  expect(decodeArguments(typesOf('string,uint8'), bytes(data))).toEqual(['abc', '5'])
})

test.each([
  ['an offset elsewhere', 'string', word(64) + word(0) + word(0)],
  ['a length beyond the data', 'bytes', word(32) + word(33) + word(0)],
  ['a huge length', 'uint256[]', word(32) + word(2n ** 255n)],
  ['dirty padding of bytes', 'bytes', `${word(32)}${word(1)}${'ff'.padEnd(62, '0')}01`],
  ['dirty padding of bytes4', 'bytes4', `${'ffffffff'.padEnd(62, '0')}01`],
  ['dirty padding of an address', 'address', word(1n << 160n)],
  ['a uint8 above 255', 'uint8', word(256)],
  ['an int8 below -128', 'int8', (2n ** 256n - 129n).toString(16)],
  ['a bool of 2', 'bool', word(2)],
  ['bytes after the end', 'uint256', word(1) + word(0)],
  ['text that is not UTF-8', 'string', word(32) + word(1) + 'ff'.padEnd(64, '0')],
  ['missing bytes', 'uint256,uint256', word(1)],
  ['an array of nothing', 'uint8[0]', ''],
  ['an array of empty tuples', '()[]', word(32) + word(1_000_000)],
  ['a fixed array larger than the data', 'uint256[999999999][999999999]', word(1)],
  ['a type nobody knows', 'Heap.Data', word(1)],
  ['uint7', 'uint7', word(1)],
])('%s does not decode', (_name, types, data) => {
  expect(decodeArguments(typesOf(types), bytes(data))).toBeNull()
})

test('negative numbers, addresses and nesting come out as text', () => {
  const data = (2n ** 256n - 5n).toString(16) + word(0x833589fcd6edb6e08f4c7c32d4f71b54bda02913n) + word(1) + word(7)
  expect(decodeArguments(typesOf('int16,address,(bool,uint256)'), bytes(data))).toEqual([
    '-5',
    '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    ['true', '7'],
  ])
})

test('a pointer bomb costs no more than its size', () => {
  const count = 3_000
  const bomb = word(32) + word(count) + word(count * 32).repeat(count) + word(50_000) + '00'.repeat(50_016)
  expect(decodeArguments(typesOf('bytes[]'), bytes(bomb))).toBeNull()
})

/** A random type with a random value for the reference encoder, and the value as we print it. */
type Sample = { type: AbiType; value: unknown; shown: AbiValue }

const leaf = fc.oneof(
  fc.tuple(fc.integer({ min: 1, max: 32 }), fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })).map(([size, raw]): Sample => {
    const value = BigInt.asUintN(size * 8, raw)
    // The reference takes small integers as numbers.
    return { type: { kind: 'value', name: `uint${size * 8}` }, value: size * 8 <= 48 ? Number(value) : value, shown: String(value) }
  }),
  fc.tuple(fc.integer({ min: 1, max: 32 }), fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })).map(([size, raw]): Sample => {
    const value = BigInt.asIntN(size * 8, raw)
    return { type: { kind: 'value', name: `int${size * 8}` }, value: size * 8 <= 48 ? Number(value) : value, shown: String(value) }
  }),
  fc.boolean().map((value): Sample => ({ type: { kind: 'value', name: 'bool' }, value, shown: String(value) })),
  fc.uint8Array({ maxLength: 70 }).map((raw): Sample => {
    const value = `0x${Buffer.from(raw).toString('hex')}`
    return { type: { kind: 'value', name: 'bytes' }, value, shown: value }
  }),
  fc.uint8Array({ minLength: 1, maxLength: 32 }).map((raw): Sample => {
    const value = `0x${Buffer.from(raw).toString('hex')}`
    return { type: { kind: 'value', name: `bytes${raw.length}` }, value, shown: value }
  }),
  fc.string({ unit: 'grapheme', maxLength: 40 }).map((value): Sample => ({ type: { kind: 'value', name: 'string' }, value, shown: value })),
)

const { sample } = fc.letrec<{ sample: Sample }>((tie) => ({
  sample: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.array(tie('sample'), { minLength: 1, maxLength: 3 }).map(
      (parts): Sample => ({
        type: { kind: 'tuple', components: parts.map(({ type }) => type) },
        value: parts.map(({ value }) => value),
        shown: parts.map(({ shown }) => shown),
      }),
    ),
    fc.tuple(tie('sample'), fc.integer({ min: 0, max: 3 }), fc.boolean()).map(([{ type, value, shown }, length, dynamic]): Sample => {
      const times = dynamic ? length : length + 1
      return {
        type: { kind: 'array', of: type, length: dynamic ? null : times },
        value: new Array(times).fill(value),
        shown: new Array<AbiValue>(times).fill(shown),
      }
    }),
  ),
}))

type Parameter = { type: string; name?: string; components?: Parameter[] }

const toParameter = (type: AbiType): Parameter => {
  if (type.kind === 'value') return { type: type.name }
  if (type.kind === 'tuple') return { type: 'tuple', components: type.components.map(toParameter) }
  const of = toParameter(type.of)
  return { ...of, type: `${of.type}[${type.length ?? ''}]` }
}

test('whatever the reference encodes is decoded, and whatever is decoded encodes back to the same bytes', async () => {
  const { encodeAbiParameters } = await import('viem')
  fc.assert(
    fc.property(fc.array(sample, { maxLength: 4 }), fc.nat(), fc.integer({ min: 1, max: 255 }), (samples, position, flip) => {
      const types = samples.map(({ type }) => type)
      const parameters = types.map(toParameter)
      const encode = (values: unknown[]) => encodeAbiParameters(parameters as [], values as [])
      const encoded = encode(samples.map(({ value }) => value)).slice(2)
      const data = bytes(encoded)
      expect(decodeArguments(types, data)).toEqual(samples.map(({ shown }) => shown))
      expect(parseSignature(`f(${types.map(typeText).join(',')})`)?.types).toEqual(types)
      if (data.length === 0) return
      const changed = Uint8Array.from(data)
      changed[position % data.length] = (changed[position % data.length] ?? 0) ^ flip
      const decoded = decodeArguments(types, changed)
      if (decoded)
        expect(encode(decoded.map((value, index) => toReference(types[index]!, value)))).toBe(`0x${Buffer.from(changed).toString('hex')}`)
    }),
    { numRuns: 500 },
  )
})

/** Our text back to what the reference encoder takes. */
const toReference = (type: AbiType, value: AbiValue): unknown => {
  if (type.kind === 'array') return (value as AbiValue[]).map((inner) => toReference(type.of, inner))
  if (type.kind === 'tuple') return (value as AbiValue[]).map((inner, index) => toReference(type.components[index]!, inner))
  if (/^u?int/.test(type.name)) return BigInt(value as string)
  return type.name === 'bool' ? value === 'true' : value
}
