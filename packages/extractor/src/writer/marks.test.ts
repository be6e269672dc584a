import { describe, expect, test } from 'vitest'
import { cells } from '../testing/gfm.ts'
import { read } from '../testing/read.ts'

const FEATURES = ['Single sign-on', 'Audit log', 'Shared inboxes']
/** A comparison of two plans: the first has none of the features but the last. */
const compare = (yes: string, no: string): string =>
  `<table><tr><th>Feature</th><th>Free</th><th>Pro</th></tr>${FEATURES.map((name, at) => `<tr><td>${name}</td><td>${at === 2 ? yes : no}</td><td>${yes}</td></tr>`).join('')}</table>`

const rowsIn = (html: string) => read(html).all('table').map(cells)[0]

describe('a cell that shows a sign says it', () => {
  test.each([
    ['a class', '<i class="fa fa-check"></i>', '<i class="fa fa-times"></i>'],
    [
      'one that screen readers pass over',
      '<i class="fa fa-check" aria-hidden="true"></i>',
      '<i class="fa fa-times" aria-hidden="true"></i>',
    ],
    ['a letter of a font', '<span class="icon-ok">\ue801</span>', '<span class="icon-remove">\ue802</span>'],
    [
      'the name of a drawing',
      '<svg class="lucide lucide-check"><path d="M1 1"/></svg>',
      '<svg class="lucide lucide-x"><path d="M1 1"/></svg>',
    ],
    ['the name in its data', '<svg data-testid="CheckIcon"><path d="M1 1"/></svg>', '<svg data-testid="CloseIcon"><path d="M1 1"/></svg>'],
    ['a sheet of drawings', '<svg><use xlink:href="/i.svg#check"/></svg>', '<svg><use href="#cross"></use></svg>'],
    [
      'what is drawn',
      '<div><svg><path d="M3 13l6 6L21 5"/></svg></div>',
      '<div><svg><line x1="5" y1="5" x2="19" y2="19"/><line x1="19" y1="5" x2="5" y2="19"/></svg></div>',
    ],
    ['the name of a sign', '<i class="material-icons">check</i>', '<i class="material-icons">close</i>'],
    ['the file of a picture', '<img src="/img/tick.png" alt="">', '<img src="/img/red-cross.png" alt="">'],
    ['a small one', '<img src="/icons/check.svg" width="16" height="16">', '<img src="/icons/cross.svg" width="16" height="16">'],
    ['a box', '<input type="checkbox" checked disabled>', '<input type="checkbox" disabled>'],
    ['an element of its own', '<div class="yes"></div>', '<div class="no"></div>'],
  ])('%s', (_name, yes, no) => {
    expect(rowsIn(compare(yes, no))).toEqual([
      ['Feature', 'Free', 'Pro'],
      ['Single sign-on', '✗', '✓'],
      ['Audit log', '✗', '✓'],
      ['Shared inboxes', '✓', '✓'],
    ])
  })

  test('by its own class', () => {
    const row = (name: string, free: string) => `<tr><td>${name}</td><td class="${free}"></td><td class="yes"></td></tr>`
    expect(
      rowsIn(`<table><tr><th>Feature</th><th>Free</th><th>Pro</th></tr>${row('Audit log', 'no')}${row('Inbox', 'yes')}</table>`),
    ).toEqual([
      ['Feature', 'Free', 'Pro'],
      ['Audit log', '✗', '✓'],
      ['Inbox', '✓', '✓'],
    ])
  })

  test('in the words of the page, where it has some', () => {
    const titled = (title: string) => `<svg><title>${title}</title><path d="M3 13l6 6L21 5"/></svg>`
    expect(rowsIn(compare(titled('Included'), titled('Not included')))![1]).toEqual(['Single sign-on', 'Not included', 'Included'])
    const picture = (alt: string) => `<img src="/img/check.png" alt="${alt}">`
    expect(rowsIn(compare(picture('Yes'), '<img src="/img/cross.png" alt="No">'))![1]).toEqual(['Single sign-on', 'No', 'Yes'])
    const named = (words: string) => `<svg class="lucide lucide-check"></svg><span class="sr-only">${words}</span>`
    expect(rowsIn(compare(named('In this plan'), named('In no plan')))![1]).toEqual(['Single sign-on', 'In no plan', 'In this plan'])
  })
})

describe('a cell without one stays as it is', () => {
  test.each([
    ['a button', '<button><i class="fa fa-times"></i></button>'],
    ['a link', '<a href="/drop"><svg class="lucide lucide-x"></svg></a>'],
    ['boxes that nobody has ticked', '<input type="checkbox">'],
    ['a sign for yes and one for no, of which a script shows one', '<i class="fa fa-check"></i><i class="fa fa-times"></i>'],
    ['a sign that is not shown', '<i class="fa fa-times" aria-hidden="true" style="display: none"></i>'],
    ['a sign of something else', '<i class="fa fa-star"></i>'],
    ['a drawing of something else', '<svg><path d="M4 8l8 8 8-8"/></svg>'],
  ])('%s', (_name, sign) => {
    expect(read(compare(sign, sign)).markdown).not.toMatch(/[✓✗–]/)
  })
})

test('a table that roles tell has its signs, and each cell its place', () => {
  const row = (...inner: readonly string[]) => `<div role="row">${inner.map((text) => `<div role="cell">${text}</div>`).join('')}</div>`
  const yes = '<svg><path d="M3 13l6 6L21 5"/></svg>'
  const html = `<div role="table">${row('Feature', 'Free', 'Pro')}${row('Audit log', '', '90 days')}${row('Inbox', '<svg></svg>', yes)}</div>`
  expect(rowsIn(html)).toEqual([
    ['Feature', 'Free', 'Pro'],
    ['Audit log', '', '90 days'],
    ['Inbox', '', '✓'],
  ])
})

test('rows that only style draws have theirs behind what they are for', () => {
  const row = (name: string, ...signs: readonly string[]) =>
    `<div class="row"><div class="name">${name}</div>${signs.map((sign) => `<div><svg class="lucide lucide-${sign}"></svg></div>`).join('')}</div>`
  const { markdown } = read(`<div>${row('Shared inbox', 'x', 'check')}${row('Read receipts', 'check', 'check')}</div>`)
  expect(markdown).toContain('Shared inbox ✗ ✓')
  expect(markdown).toContain('Read receipts ✓ ✓')
})

describe('items of a list', () => {
  const list = (...items: readonly (readonly [string, string])[]) =>
    `<ul>${items.map(([sign, text]) => `<li>${sign} ${text}</li>`).join('')}</ul>`
  const [YES, NO] = ['<i class="fas fa-check"></i>', '<span><i class="fas fa-times"></i></span>']

  test('say which of them a plan has, and which not', () => {
    const { markdown } = read(list([YES, 'Public projects'], [YES, 'Five users'], [NO, 'Private projects']))
    expect(markdown).toContain('- ✓ Public projects\n- ✓ Five users\n- ✗ Private projects')
  })

  test('that are all there have bullets', () => {
    expect(read(list([YES, 'Public projects'], [YES, 'Five users'])).markdown).toContain('- Public projects\n- Five users')
  })

  test('have none of a button to close something', () => {
    expect(read(list(['<button class="close"><i class="fa fa-times"></i></button>', 'Ferries'], ['', 'Trains'])).markdown).not.toContain(
      '✗',
    )
  })
})

test('pictures of ticks before what there is are bullets, and those behind it signs', () => {
  const tick = '<img src="/a/check.svg" alt="Checkmark">'
  const { markdown } = read(
    `<div><div>${tick}<div>One adult in every one of the cabins</div></div></div><p>Open all year <span>${tick}</span><span><img src="/a/x-mark.svg" alt="X icon"></span></p>`,
  )
  expect(markdown).not.toContain('![')
  expect(markdown).toMatch(/^One adult/m)
  expect(markdown).toMatch(/Open all year\s+✓\s+✗/)
})
