import { expect, test } from 'vitest'
import { parsePage } from './parse.ts'
import { segment } from './segment.ts'

const textsOf = (html: string): string[] => segment(parsePage(html)).blocks.map(({ text }) => text)

const SWAGGER =
  '<div class="opblock-summary"><button aria-expanded="false" class="opblock-summary-control"><span class="opblock-summary-method">PUT</span><div><span class="opblock-summary-path"><a href="#/pet/x"><span><wbr>/pet</span></a></span><div>Update an existing pet.</div></div></button></div>'
const REDOC = '<div><button><span type="post" class="http-verb post">post</span><span>/tickets</span><svg></svg></button></div>'
const ANSWER = '<div><button disabled=""><strong>400<!-- --> </strong><div><p>Bad request.</p></div></button></div>'

test('a button that says a request is text', () => {
  const { blocks } = segment(parsePage(`${SWAGGER}${REDOC}${ANSWER}`))
  expect(blocks.map(({ text }) => text)).toEqual(['PUT /pet Update an existing pet.', 'POST /tickets', '400 Bad request.'])
  expect(blocks.map(({ container }) => container.tag)).toEqual(['p', 'p', 'p'])
  expect(parsePage(REDOC).all.map(({ tag }) => tag)).toEqual(['div', 'p', 'code'])
})

test.each([
  '<button>Get started</button>',
  '<button>Delete</button>',
  '<button><strong>400</strong> likes</button>',
  '<button>Post / edit</button>',
])('%s is a button', (html) => {
  const { all } = parsePage(`<div>${html}</div>`)
  expect(all.filter(({ tag }) => tag === 'button')).toHaveLength(1)
  expect(textsOf(html)).toHaveLength(1)
})
