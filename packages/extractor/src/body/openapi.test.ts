import { describe, expect, it } from 'vitest'
import { readDocument } from '../document.ts'
import { undrawnApi } from './openapi.ts'

const API = {
  openapi: '3.1.0',
  info: { title: 'Ferry API', description: 'Books *boats*.' },
  servers: [{ url: 'https://api.ferry.example/v1' }],
  paths: {
    '/boats/{id}': {
      parameters: [{ $ref: '#/components/parameters/Id' }],
      post: {
        summary: 'Book a boat',
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Booking' }, example: { seats: 2 } } } },
        responses: { 201: { description: 'Booked' } },
        'x-codeSamples': [{ lang: 'Shell', source: 'curl -X POST \\\n  https://api.ferry.example/v1' }],
      },
      delete: { summary: 'Cancel a boat', description: 'Seats | are freed.<img src=x onerror=alert(1)>', responses: {} },
    },
  },
  components: {
    parameters: { Id: { name: 'id', in: 'path', required: true, description: 'Number of the boat.', schema: { type: 'integer' } } },
    schemas: {
      Booking: {
        required: ['seats'],
        properties: { seats: { type: 'integer' }, guest: { properties: { name: { type: 'string', description: 'As | written' } } } },
      },
    },
  },
}

const read = (html: string) => {
  const result = readDocument(html, 'https://docs.ferry.example/reference')
  if (!result.ok) throw new Error(result.reason)
  return result.document
}

describe('references that a script draws', () => {
  it.each([
    `<title>Reference</title><div id=app></div><script id="api-reference" type="application/json">${JSON.stringify(API)}</script>`,
    `<div id=redoc></div><script>const __redoc_state = {"spec":{"data":${JSON.stringify(API)}}}; draw(__redoc_state)</script>`,
  ])('are written from the description of their API', (html) => {
    const { title, markdown, pageKind } = read(html)
    expect([title, pageKind]).toEqual(['Ferry API', 'documentation'])
    expect(markdown).toContain('Books *boats*.\n\n## Servers\n\n- `https://api.ferry.example/v1`\n\n## Book a boat\n\n`POST /boats/{id}`')
    expect(markdown).toContain('| `id` | path | `integer` | yes | Number of the boat. |')
    expect(markdown).toContain('`application/json` `Booking`\n\n```json\n{\n  "seats": 2\n}\n```')
    expect(markdown).toContain('```shell\ncurl -X POST \\\n  https://api.ferry.example/v1\n```')
    expect(markdown).toContain('`DELETE /boats/{id}`\n\nSeats | are freed.')
    expect(markdown).toContain('| `guest.name` | `string` |  | As \\| written |')
    expect(markdown).not.toContain('alert')
  })

  it('are left to a page that shows them', () => {
    const html = `<main><h1>Ferry API</h1><h2>POST /boats/{id}</h2><p>${'Books a boat for a day. '.repeat(40)}</p></main>`
    expect(read(`${html}<script>draw(${JSON.stringify(API)})</script>`).markdown).not.toContain('Servers')
  })

  it('end where they are longer than anybody reads', () => {
    const long = { name: 'x', in: 'query', description: 'y'.repeat(20_000) }
    const get = { parameters: Array.from({ length: 300 }, () => ({ $ref: '#/parameters/x' })), responses: { $ref: '#' } }
    const paths = Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`/${at}`, { get }]))
    const text = undrawnApi(JSON.stringify({ swagger: '2.0', paths, parameters: { x: long } }), '') ?? ''
    expect(text.length).toBeLessThan(4_000_000)
    expect(undrawnApi('{"openapi":"3.0'.repeat(100_000), '')).toBeNull()
  })
})
