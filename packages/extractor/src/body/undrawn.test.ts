import { expect, test } from 'vitest'
import { readDocument } from '../document.ts'
import type { DocumentResult } from './readable.ts'

const ROLE = 'You will keep the gates of the upper lock and the lamps on the towpath, and answer to the harbour master in Gateham. '
const JOB = {
  '@context': 'https://schema.org',
  '@type': 'JobPosting',
  title: 'Lock Keeper',
  description: `<p><b>About the role</b></p><p>${ROLE.repeat(6)}</p><ul><li>Write the log each night</li></ul>`,
  datePosted: '2026-11-02',
  validThrough: '2026-12-24',
  employmentType: ['FULL_TIME'],
  hiringOrganization: { '@type': 'Organization', name: 'Gateham Canal Trust' },
  jobLocation: { '@type': 'Place', address: { '@type': 'PostalAddress', addressLocality: 'Gateham', addressRegion: 'Kent' } },
  baseSalary: { '@type': 'MonetaryAmount', currency: 'GBP', value: { minValue: 28000, maxValue: 31000, unitText: 'YEAR' } },
}
const APP = '<div id="root"></div><noscript>You need to enable JavaScript to run this app.</noscript>'

const read = (data: unknown, body = APP): DocumentResult => {
  const json = JSON.stringify(data).replaceAll('</', String.raw`<\/`)
  return readDocument(
    `<html lang="en"><head><title>Lock Keeper</title><script type="application/ld+json">${json}</script></head><body>${body}</body></html>`,
    'https://canal.example/lock-keeper',
  )
}
const markdownOf = (data: unknown, body = APP): string => {
  const result = read(data, body)
  return result.ok ? result.document.markdown : `refused: ${result.reason}`
}

test('a job that only a script would draw is what its data say, HTML, escaped once more or plain', () => {
  const facts =
    'Company: Gateham Canal Trust\\\nLocation: Gateham, Kent\\\nEmployment: full time\\\nSalary: 28000 to 31000 GBP per year\\\nCloses: 2026-12-24'
  const text = `**About the role**\n\n${ROLE.repeat(6).trim()}\n\n- Write the log each night`
  const escaped = JOB.description.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  expect(read(JOB)).toMatchObject({
    ok: true,
    document: { title: 'Lock Keeper', publishedTime: '2026-11-02', extraction: 'fallback', pageKind: 'article', byline: null },
  })
  expect(markdownOf(JOB)).toBe(`${facts}\n\n${text}`)
  expect(markdownOf({ ...JOB, description: escaped })).toContain(text)
  expect(markdownOf({ ...JOB, description: `About it\n${ROLE}\n\n${ROLE}` })).toContain(`About it\n\n${ROLE.trim()}\n\n${ROLE.trim()}`)
})

test.each([
  ['a line at its foot', `${APP}<footer><p>© 2026 Gateham Canal Trust</p><a href="/p">Privacy</a></footer>`],
  ['its title', '<h1>Lock Keeper</h1><div id="root"></div>'],
  ['that it is being loaded', '<div id="root"><p>Please wait while we load the page</p></div>'],
  ['what it says of cookies', `${APP}<div><p>We use cookies. By using this site you accept them, as our policy says.</p></div>`],
])('so is one of which the page shows only %s', (_name, body) => {
  expect(markdownOf(JOB, body)).toContain('Write the log each night')
})

test('the same said twice is said once, and of several the one is read that the page is called', () => {
  const text = 'Write the log each night'
  expect(markdownOf([JOB, JOB])).toContain(text)
  const [keeper, lighter] = ['Lock Keeper', 'Lamp Lighter'].map((headline) => ({
    '@type': 'Article',
    headline,
    articleBody: `${headline}. ${ROLE.repeat(2)}`,
  }))
  expect(markdownOf([lighter, keeper])).toMatch(/^Lock Keeper\./)
})

test('a question comes with its answers, by whom and when', () => {
  const question = {
    '@type': 'Question',
    name: 'How do I open a gate?',
    text: ROLE.repeat(2),
    dateCreated: '2026-01-02',
    acceptedAnswer: {
      '@type': 'Answer',
      text: 'Look whether a log lies behind it.',
      author: { name: 'Bo' },
      dateCreated: '2026-01-03T10:00',
    },
    suggestedAnswer: [{ '@type': 'Answer', text: 'Ask the keeper.', author: 'Cy' }, { text: '' }],
  }
  const result = read({ '@type': 'QAPage', mainEntity: question })
  expect(result).toMatchObject({ ok: true, document: { pageKind: 'forum', publishedTime: '2026-01-02' } })
  expect(markdownOf({ '@type': 'QAPage', mainEntity: question })).toBe(
    `${ROLE.repeat(2).trim()}\n\n***\n\n**Bo** · 2026-01-03\n\nLook whether a log lies behind it.\n\n***\n\n**Cy**\n\nAsk the keeper.`,
  )
})

test('an event, a recipe and a thing for sale begin or end with what is asked of them', () => {
  const product = { '@type': 'Product', name: 'Lamp', description: ROLE.repeat(2), offers: { price: '49.00', priceCurrency: 'GBP' } }
  expect(read(product)).toMatchObject({ ok: true, document: { pageKind: 'product' } })
  expect(markdownOf(product)).toBe(`Price: 49.00 GBP\n\n${ROLE.repeat(2).trim()}`)
  expect(markdownOf({ '@type': 'Event', name: 'Lock Keeper', startDate: '2026-12-12', description: ROLE.repeat(2) })).toMatch(
    /^When: 2026-12-12/,
  )
  const recipe = {
    '@type': 'Recipe',
    name: 'Bread',
    description: ROLE.repeat(2),
    recipeIngredient: ['Flour', 'Salt'],
    recipeInstructions: ['Bake.'],
  }
  expect(markdownOf(recipe)).toContain('## Ingredients\n\n- Flour\n- Salt')
})

test('a list is what it names, where that leads and what it costs', () => {
  const item = (name: string) => ({ '@type': 'ListItem', item: { name, url: `/${name}`, offers: { price: 3, priceCurrency: 'GBP' } } })
  const list = { '@type': 'ItemList', itemListElement: ['rope', 'lamp', 'beam'].map(item) }
  expect(read(list)).toMatchObject({ ok: true, document: { pageKind: 'listing' } })
  expect(markdownOf(list)).toContain('[lamp](https://canal.example/lamp)\n\n  Price: 3.00 GBP')
  expect(markdownOf(list, '<p>Three things of ours that you may buy</p>')).toBe('Three things of ours that you may buy')
  expect(markdownOf([list, list])).toBe('refused: nothing_readable')
})

test.each([
  ['of several things', ['Lamp Lighter', 'Gate Painter'].map((title) => ({ ...JOB, title, description: `${title}. ${ROLE.repeat(3)}` }))],
  ['of little more than a share card', { ...JOB, description: 'Keep the gates.' }],
  ['of what is not free to read', { '@type': 'NewsArticle', isAccessibleForFree: 'False', articleBody: ROLE.repeat(9) }],
  ['of the site', { '@type': 'Organization', name: 'Gateham', description: ROLE.repeat(9) }],
  ['of what readers wrote', { '@type': 'Review', reviewBody: ROLE.repeat(9), description: ROLE.repeat(9) }],
])('data %s are no page', (_name, data) => {
  expect(markdownOf(data)).toBe('refused: nothing_readable')
})

test('what a page shows is read before its data', () => {
  const shown = Array.from({ length: 5 }, (_, at) => `<p>Part ${at} tells how ${ROLE.toLowerCase()}</p>`).join('')
  expect(
    markdownOf({ ...JOB, description: 'Other words of the keeper. '.repeat(80) }, `<main><h1>Lock Keeper</h1>${shown}</main>`),
  ).not.toContain('Other words')
})

test('a picture or a film with a few words is a page, whatever its data say', () => {
  const film = { '@type': 'VideoObject', name: 'Lock Keeper', description: ROLE.repeat(4) }
  expect(markdownOf(film, '<main><h1>Lock Keeper</h1><p>The upper gate at night.</p><img src="/gate.jpg" alt="Gate"></main>')).toContain(
    'gate.jpg',
  )
  expect(markdownOf(film, '<main><iframe src="https://www.youtube.com/embed/abcdefghijk" title="The gate"></iframe></main>')).toContain(
    'youtube.com',
  )
})

test('HTML in data is that of strangers', () => {
  const hostile = `<p>${ROLE.repeat(2)}</p><script>alert(1)</script><a href="javascript:alert(1)">a</a><img src=x onerror=alert(1)><textarea><p>`
  const markdown = markdownOf({ ...JOB, description: hostile, hiringOrganization: '<script>alert(2)</script>' })
  expect(markdown).not.toMatch(/alert\(1\)|javascript:|onerror/)
  expect(markdown).not.toMatch(/(?<!\\)<script/)
})
