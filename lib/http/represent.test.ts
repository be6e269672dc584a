import { expect, test } from 'vitest'
import { type Reply, toCall } from './reply.ts'
import { inOneBody, represent } from './represent.ts'

test('a body put together in pieces has the bytes and the entity tag of one that came whole', async () => {
  const parts = ['ünï'.repeat(1_000), '', 'x'.repeat(70_000), '\n'].map((text) => Buffer.from(text))
  const body = await inOneBody(
    (async function* () {
      yield* parts
    })(),
    async function* (kept) {
      yield* kept
    },
  )
  expect(body.equals(Buffer.concat(parts))).toBe(true)
  const call = toCall('GET', '/', () => undefined, 'unknown')
  const tag = async (bytes: Buffer) =>
    (await represent(call, { status: 200, headers: { 'Content-Type': 'text/csv' }, body: bytes } satisfies Reply)).headers.ETag
  expect(await tag(body)).toBe(await tag(Buffer.concat(parts)))
  expect(await tag(body)).toMatch(/^"[\w-]{27}"$/)
})

test.each([
  ['text/csv; charset=utf-8; header=present', true],
  ['application/jsonl; charset=utf-8', true],
  ['application/feed+json; charset=utf-8', true],
  ['application/atom+xml; charset=utf-8', true],
  ['text/x-opml; charset=utf-8', true],
  ['image/png', false],
  ['application/jsonish', false],
])('%s is compressed: %s', async (type, coded) => {
  const call = toCall('GET', '/', (name) => (name === 'accept-encoding' ? 'gzip' : undefined), 'unknown')
  const { headers } = await represent(call, { status: 200, headers: { 'Content-Type': type }, body: 'x'.repeat(2_000) } satisfies Reply)
  expect(headers['Content-Encoding']).toBe(coded ? 'gzip' : undefined)
})
