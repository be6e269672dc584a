import { expect, test } from 'vitest'
import { Port, workerHere } from './port.ts'

const heard = (port: Port): Promise<unknown> => new Promise((resolve) => port.addEventListener('message', ({ data }) => resolve(data)))

test('parts of a stream are handed over, but for the lists that are filled again', async () => {
  const port = new Port()
  const item = { str: 'tide' }
  const items = [item]
  const said = heard(port)
  port.postMessage({ stream: 4, chunk: { items, lang: 'en' } })
  items.length = 0
  const data = (await said) as { chunk: { items: unknown[] } }
  expect(data).toEqual({ stream: 4, chunk: { items: [item], lang: 'en' } })
  expect(data.chunk.items[0]).toBe(item)
})

test('all else is copied, as it would be between threads', async () => {
  const port = new Port()
  const said = heard(port)
  const data = { action: 'GetAnnotations', data: { rect: [1, 2] } }
  port.postMessage(data)
  data.data.rect.push(3)
  expect(await said).toEqual({ action: 'GetAnnotations', data: { rect: [1, 2] } })
  expect(() => port.postMessage({ data: () => null })).toThrow()
})

test('pictures come with nothing to hand over, and with that said', async () => {
  const port = new Port()
  const said = heard(port)
  port.postMessage({ action: 'obj', data: ['img_p0_1', 0, 'Image'] }, null)
  expect(await said).toEqual({ action: 'obj', data: ['img_p0_1', 0, 'Image'] })
})

test('who has stopped listening hears no more', async () => {
  const port = new Port()
  const stop = new AbortController()
  const messages: unknown[] = []
  const listener = ({ data }: { readonly data: unknown }): number => messages.push(data)
  port.addEventListener('message', listener, { signal: stop.signal })
  port.postMessage(1)
  await heard(port)
  stop.abort()
  port.postMessage(2)
  await Promise.resolve()
  expect(messages).toEqual([1])
})

test('this build of PDF.js gives its other half', async () => {
  expect(await workerHere()).toBeDefined()
})
