import { expect, test } from 'vitest'
import { testCore } from '../tests/support/core.ts'
import { createServe } from './serve.ts'

const KEY = `signkey-test-${'ab'.repeat(32)}`
const signed = () => ({ 'x-inngest-signature': `t=${Math.floor(Date.now() / 1000)}&s=${'ab'.repeat(32)}` })
const serve = createServe(testCore({ INNGEST_SIGNING_KEY: KEY }), [])
const send = (body: ReadableStream<Uint8Array>) => {
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers: signed(), body, duplex: 'half' }
  return serve(new Request('http://tools.test/api/inngest', init))
}
const begun = new TextEncoder().encode('{"a":')

test('a call whose body breaks off is a bad call, and no error of ours', async () => {
  const brokenOff = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(begun)
      controller.error(new Error('aborted'))
    },
  })
  const answer = await send(brokenOff)
  expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'invalid_input', param: 'body' }])
})

test('one whose body ends, and does not match its signature, is not let in', async () => {
  const whole = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(begun)
      controller.close()
    },
  })
  expect((await send(whole)).status).toBe(401)
})
