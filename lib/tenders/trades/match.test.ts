import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { cpvCodes } from '../notices/to-notice.ts'
import { parseJson } from '../sources/json-repair.ts'
import { ReleaseContent } from '../sources/tender.ts'
import { cleanText } from '../words/text.ts'
import { compileTrades, type Matchable, matchNotice } from './match.ts'
import { agreement, type Labelled, measure, parseLabels, withoutOwnPhrases } from './match-quality.ts'
import { TRADES, type Trade } from './trades.ts'

const RECORDED = join(import.meta.dirname, '../../../../shared/fixtures/ocds')

const byTitle = (notice: Matchable) => [...matchNotice(notice)].filter(([, { match }]) => match === 'title').map(([slug]) => slug)

const only = (row: Partial<Trade>) =>
  compileTrades([{ slug: 'x', name: 'X', keywords: [], titleKeywords: [], negatives: [], cpv: [], cpvExcept: [], ...row }])

describe('the table', () => {
  test('begins with the trades of the specification, in its order', () => {
    expect(TRADES.map(({ slug }) => slug).join(' ')).toMatch(
      /^cleaning grounds-maintenance construction consultancy training-education facilities-management software-saas electrical transport-fleet plumbing-heating-gas marketing-communications care-support recruitment-staffing catering roofing printing it-support waste-management security legal\b/,
    )
  })

  test.each(TRADES.map((trade) => [trade.slug, trade] as const))(
    '%s is well-formed',
    (_, { keywords, titleKeywords, negatives, cpv, cpvExcept }) => {
      for (const code of [...cpv, ...cpvExcept]) expect(code).toMatch(/^\d{2,8}$/)
      for (const phrase of [...keywords, ...titleKeywords, ...negatives]) expect(phrase).toMatch(/^[\p{L}\p{N}][\p{L}\p{N} ]*\*?$/u)
      // A keyword that is a negative too could never count.
      for (const phrase of [...keywords, ...titleKeywords]) expect(negatives).not.toContain(phrase)
      expect(keywords.length).toBeGreaterThan(0)
    },
  )
})

describe('words', () => {
  const matcher = only({
    keywords: ['care home', 'company', 'church'],
    titleKeywords: ['cars', 'arboricultur*', 'grounds and gardens', 'cafe', 'children s home', 're roofing'],
  })
  const hit = (title: string) => matcher({ title }).get('x')?.why.value

  test.each([
    ['CARE HOMES in Exampleton', 'care home'],
    ['Two companies, three churches', 'company'],
    ['Hire of cars', 'cars'],
    ['Arboriculture services', 'arboricultur*'],
    ['Grounds & Gardens', 'grounds and gardens'],
    ['Café', 'cafe'],
    ["Children's home", undefined],
    ['Re-roofing', 're roofing'],
    ['Hire of C.A.R.S', 'cars'],
    ['Hire of c.a.r.s.', 'cars'],
    ['Hire of A.C.A.R.S', undefined],
    ['Hire of C.A.R.Smith', undefined],
    ['care\nhome', 'care home'],
  ])('%j holds %j', (title, phrase) => {
    expect(hit(title)).toBe(phrase)
  })

  test.each(['Healthcare homewares', 'car park', 'scars', 'carehome', 'home care', ''])('%j holds none', (title) => {
    expect(hit(title)).toBeUndefined()
  })
})

describe('negatives', () => {
  const matcher = only({
    keywords: ['cleaning', 'window cleaning', 'community equipment service'],
    negatives: ['dry cleaning', 'software', 'equipment'],
  })
  const hits = (title: string) => matcher({ title }).has('x')

  test('take what they overlap and leave the rest', () => {
    expect(hits('Dry cleaning')).toBe(false)
    expect(hits('Dry cleaning and window cleaning')).toBe(true)
  })

  test('cancel all when they stand alone', () => {
    expect(hits('Software for cleaning rotas')).toBe(false)
    expect(hits('Window cleaning software')).toBe(false)
  })

  test('spare a phrase of several words in a later part of the title', () => {
    expect(hits('Software and window cleaning')).toBe(true)
    expect(hits('Window cleaning and software')).toBe(false)
    expect(hits('Software and cleaning')).toBe(false)
  })

  test('do not count within a longer keyword', () => {
    expect(hits('Community equipment service')).toBe(true)
  })

  test('never cancel a code', () => {
    expect(
      only({ keywords: ['cleaning'], negatives: ['software'], cpv: ['9091'] })({ title: 'Cleaning software', main_cpv: '90910000' }).get(
        'x',
      ),
    ).toEqual({
      match: 'title',
      why: { kind: 'cpv', value: '90910000', field: 'main_cpv' },
    })
  })
})

describe('what a title says in passing', () => {
  const row = (slug: string, rest: Partial<Trade>) => ({
    ...{ slug, name: slug, keywords: [], titleKeywords: [], negatives: [], cpv: [], cpvExcept: [] },
    ...rest,
  })
  const matcher = compileTrades([
    row('lifts', { keywords: ['lift'], negatives: ['system'], cpv: ['42416'] }),
    row('works', { keywords: ['extension'], titleKeywords: ['repairs', 'dwellings'], generalKeywords: ['repairs', 'dwellings'] }),
    row('schools', { titleKeywords: ['school'] }),
    row('vans', { keywords: ['vehicle'] }),
    row('doors', { titleKeywords: ['shutter'], generalKeywords: ['shutter'], cpv: ['4242'] }),
  ])
  const slugs = (title: string) => [...matcher({ title }).keys()]

  test.each([
    ['Lift repairs', ['lifts']],
    ['Repairs', ['works']],
    ['Repairs to dwellings', ['works']],
    ['Lift repairs and extension', ['lifts', 'works']],
  ])('general words yield where another trade is named: %j', (title, expected) => {
    expect(slugs(title)).toEqual(expected)
  })

  test.each([
    ['Lift for a school', ['lifts']],
    ['School lift', ['lifts', 'schools']],
    ['Provision for a school', ['schools']],
    ['At school', ['schools']],
    ['Repairs for schools', ['schools']],
    ['Extension at school', ['works']],
  ])('a place or purpose is none behind a trade: %j', (title, expected) => {
    expect(slugs(title)).toEqual(expected)
  })

  test.each([
    ['Repairs', '42416000', ['lifts']],
    ['Repairs', '42400000', ['works']],
    ['Shutter', '42416000', ['lifts', 'doors']],
  ])(
    'a general word yields to an exact code, unless its trade has codes in the same division: %j under %s',
    (title, main_cpv, expected) => {
      expect([...matcher({ title, main_cpv }).keys()]).toEqual(expected)
    },
  )

  test.each([
    ['School Lift', ['lifts']],
    ['School and Lift', ['lifts', 'schools']],
    ['School, Vehicle Lift', ['lifts', 'schools']],
    ['Lift School', ['lifts', 'schools']],
    ['Repairs, School', ['lifts', 'schools']],
  ])('one word before the trade of the main code qualifies it, in another item of a list it does not: %j', (title, expected) => {
    expect([...matcher({ title, main_cpv: '42416000' }).keys()]).toEqual(expected)
  })

  test.each([
    ['Lift dynamic purchasing system', ['lifts']],
    ['Lift control system', []],
    ['Dynamic purchasing vehicle', []],
    ['Purchasing of a vehicle', ['vans']],
  ])('how it is bought is not what: %j', (title, expected) => {
    expect(slugs(title)).toEqual(expected)
  })
})

describe('title, any, and why', () => {
  const matcher = only({
    keywords: ['window cleaning'],
    titleKeywords: ['cleaning'],
    negatives: ['window cleaning robot'],
    cpv: ['9091'],
    cpvExcept: ['90913'],
  })

  test('each says which word or code matched, and where', () => {
    expect(matcher({ title: 'Window cleaning', main_cpv: '90911300' }).get('x')).toEqual({
      match: 'title',
      why: { kind: 'keyword', value: 'window cleaning', field: 'title' },
    })
    expect(matcher({ title: 'Lot 1', main_cpv: '90911300-9' }).get('x')).toEqual({
      match: 'title',
      why: { kind: 'cpv', value: '90911300', field: 'main_cpv' },
    })
    expect(matcher({ title: 'Lot 1', description: 'some window cleaning' }).get('x')).toEqual({
      match: 'any',
      why: { kind: 'keyword', value: 'window cleaning', field: 'description' },
    })
    expect(matcher({ title: 'Lot 1', main_cpv: '45000000', cpvs: ['45000000', '90911300'] }).get('x')).toEqual({
      match: 'any',
      why: { kind: 'cpv', value: '90911300', field: 'cpvs' },
    })
  })

  test('where the title tells the trade, another needs more than one word or code in passing', () => {
    const both = compileTrades([
      { slug: 'x', name: 'X', keywords: ['window cleaning'], titleKeywords: [], negatives: ['robot'], cpv: ['9091'], cpvExcept: [] },
      { slug: 'y', name: 'Y', keywords: ['roof repair'], titleKeywords: [], negatives: [], cpv: ['4526'], cpvExcept: [] },
    ])
    const any = (rest: object) => both({ title: 'Roof repair', main_cpv: '45261000', ...rest }).get('x')?.why
    const said = 'Some window cleaning.'
    expect(any({ description: said })).toBeUndefined()
    expect(any({ description: `${said} ${said}` })).toMatchObject({ field: 'description' })
    expect(any({ description: said, cpvs: ['45261000', '90911300', '45261900', '45260000'] })).toMatchObject({ field: 'description' })
    expect(any({ cpvs: ['45261000', '90911300'] })).toMatchObject({ field: 'cpvs' })
    expect(any({ cpvs: ['45261000', '45261900', '45261910', '90911300'] })).toBeUndefined()
    expect(any({ cpvs: ['90910000'] })).toMatchObject({ value: '90910000' })
    // What the title says it is not, the description does not make it by one word either.
    expect(both({ title: 'Robot', description: said }).has('x')).toBe(false)
    expect(both({ title: 'Lot 1', description: said }).has('x')).toBe(true)
  })

  test('words that several keywords share are one place', () => {
    const one = compileTrades([
      { slug: 'x', name: 'X', keywords: ['social care', 'adult social care'], titleKeywords: [], negatives: [], cpv: [], cpvExcept: [] },
      { slug: 'y', name: 'Y', keywords: ['lift'], titleKeywords: [], negatives: [], cpv: [], cpvExcept: [] },
    ])
    expect(one({ title: 'Lift', description: 'for adult social care' }).has('x')).toBe(false)
    expect(one({ title: 'Lift', description: 'for adult social care, and social care' }).has('x')).toBe(true)
  })

  test('a word too common for running text counts in titles only', () => {
    expect(matcher({ title: 'Lot 1', description: 'cleaning up after work' }).has('x')).toBe(false)
  })

  test('a negative phrase does not count in a description, the words beside it do', () => {
    expect(matcher({ title: 'Lot 1', description: 'a window cleaning robot' }).has('x')).toBe(false)
    expect(matcher({ title: 'Lot 1', description: 'a window cleaning robot and window cleaning' }).has('x')).toBe(true)
  })

  test('a heading yields to a trade that has codes of its own below it, and to no other', () => {
    const row = (slug: string, cpv: string[]) => ({
      ...{ slug, name: slug, titleKeywords: [], negatives: [], cpvExcept: [] },
      keywords: [slug],
      cpv,
    })
    const trades = compileTrades([
      row('building', ['45']),
      row('wiring', ['4531']),
      row('gardening', ['451127']),
      row('schooling', ['80']),
      row('nursing', ['85']),
    ])
    const slugs = (title: string, main_cpv: string) => [...trades({ title, main_cpv }).keys()]
    expect(slugs('Wiring', '45000000')).toEqual(['wiring'])
    expect(slugs('Wiring', '45210000')).toEqual(['building', 'wiring'])
    expect(slugs('Wiring', '45400000')).toEqual(['building', 'wiring'])
    expect(slugs('Schooling', '45000000')).toEqual(['building', 'schooling'])
    // Gardens are laid out by builders too: a single category of the catalogue is no trade of its own below it.
    expect(slugs('Gardening', '45000000')).toEqual(['building', 'gardening'])
    // 85 is not below 80: the first two digits are the division, zeros or not.
    expect(slugs('Nursing', '80000000')).toEqual(['schooling', 'nursing'])
  })

  test('the longest prefix decides on a code', () => {
    expect(matcher({ title: '', main_cpv: '90913100' }).has('x')).toBe(false)
    expect(matcher({ title: '', main_cpv: '9091' }).has('x')).toBe(false)
    expect(matcher({ title: '', main_cpv: '__proto__' }).has('x')).toBe(false)
  })

  test('a new trade needs no more than a row', () => {
    const trades = [
      ...TRADES,
      { slug: 'falconry', name: 'Falconry', keywords: ['falconry'], titleKeywords: [], negatives: [], cpv: [], cpvExcept: [] },
    ]
    expect([...compileTrades(trades)({ title: 'Falconry and window cleaning' }).keys()]).toEqual(['cleaning', 'falconry'])
  })
})

// Mistakes that word lists make, seen on real notices.
test.each<[Matchable, string[], string[]]>([
  [{ title: 'PS24190 - Digital Standards Landscaping', main_cpv: '73000000' }, ['consultancy'], ['grounds-maintenance']],
  [{ title: 'WNC PFI Finance Remodelling', main_cpv: '66170000' }, [], ['construction']],
  [{ title: 'Industrial Metal 3D Printer Equipment', main_cpv: '30232100' }, [], ['printing']],
  [{ title: 'Commercial Waste Management System', main_cpv: '48000000' }, ['software-saas'], ['waste-management']],
  [{ title: 'Care Home Assistant Practitioner (CHAPs) Training', main_cpv: '80000000' }, ['training-education'], ['care-support']],
  [{ title: 'Supply of energy 2 - Gas', main_cpv: '09123000' }, [], ['plumbing-heating-gas']],
  [{ title: 'Domestic Services', main_cpv: '98500000' }, ['cleaning'], []],
  [{ title: 'Contract for the Provision of Crowd Management & Stewarding Services', main_cpv: '75240000' }, ['security'], []],
  [{ title: 'GSS24807', main_cpv: '79620000' }, ['recruitment-staffing'], []],
  [{ title: 'Asset Management', main_cpv: '72200000' }, [], ['consultancy']],
  [{ title: 'Cytundeb gwasanaeth bws lleol / Local bus service contract', main_cpv: null }, ['transport-fleet'], []],
  [{ title: 'Glanhau ffenestri', main_cpv: null }, ['cleaning'], []],
  [
    { title: 'Lot of business services', main_cpv: '79000000' },
    [],
    ['legal', 'marketing-communications', 'consultancy', 'recruitment-staffing', 'printing', 'security'],
  ],
  [{ title: 'Care home roof replacement', main_cpv: null }, ['roofing'], ['care-support']],
  [{ title: 'Golf course drainage', main_cpv: null }, [], ['training-education']],
  [{ title: 'School kitchen refurbishment', main_cpv: null }, ['construction'], ['catering', 'training-education']],
  [{ title: 'Workspace Optimisation and Cleaning Audit Software', main_cpv: '48000000' }, ['software-saas'], ['cleaning']],
  [{ title: 'Hire of Small Plant and Temporary Accommodation Framework Agreement', main_cpv: '42650000' }, [], ['care-support']],
  [{ title: 'Hire of Welfare Units and Site Cabins', main_cpv: null }, [], ['care-support']],
  [{ title: 'Nursery Plants', main_cpv: null }, [], ['care-support']],
  [{ title: 'Security of Energy Supply Study', main_cpv: null }, ['consultancy'], ['security']],
  [{ title: 'Law Enforcement Drones', main_cpv: null }, [], ['security']],
  [{ title: 'Training Shoes for Police', main_cpv: null }, [], ['training-education']],
  [{ title: 'Swimming Pool Chemicals', main_cpv: null }, [], ['construction']],
  [{ title: 'Rubbish Collection', main_cpv: null }, ['waste-management'], []],
  [{ title: 'Artificial Turf Pitch', main_cpv: null }, ['construction'], []],
  [{ title: 'Transport services (excl. Waste transport)', main_cpv: '60000000' }, ['transport-fleet'], ['waste-management']],
])('%j', (notice, expected, excluded) => {
  const trades = byTitle(notice)
  expect(trades).toEqual(expect.arrayContaining(expected))
  for (const slug of excluded) expect(trades).not.toContain(slug)
})

describe('quality on real titles labelled by hand', () => {
  const labels = parseLabels(readFileSync(new URL('./match-labels.jsonl', import.meta.url), 'utf8'))

  test('the labels name known trades only, none twice', () => {
    const slugs = TRADES.map(({ slug }) => slug)
    for (const { trades, also } of labels) {
      expect(slugs).toEqual(expect.arrayContaining([...trades, ...also]))
      expect(new Set([...trades, ...also]).size).toBe(trades.length + also.length)
    }
  })

  test.each([...Map.groupBy(labels, ({ source }) => source)])('%s: precision 0.90 and recall 0.85', (_, rows) => {
    const { precision, recall, misses } = measure(matchNotice, rows)
    expect(precision, JSON.stringify(misses, null, 1)).toBeGreaterThanOrEqual(0.9)
    expect(recall, JSON.stringify(misses, null, 1)).toBeGreaterThanOrEqual(0.85)
  })

  test('holds without the phrases that only one title taught', () => {
    const unseen = new Map([...withoutOwnPhrases(labels, TRADES)].map(({ label, trades }) => [label as Matchable, compileTrades(trades)]))
    const { precision, recall } = measure((notice) => unseen.get(notice)?.(notice) ?? new Map(), labels)
    expect(precision).toBeGreaterThanOrEqual(0.9)
    expect(recall).toBeGreaterThanOrEqual(0.85)
  })

  test('on notices labelled before any word was chosen by them: precision and recall 0.96, recall of a set 0.89, precision of a set 0.92, with any 0.90', () => {
    const notices = parseLabels(readFileSync(new URL('./match-fresh.jsonl', import.meta.url), 'utf8'))
    const sets = Map.groupBy(notices, ({ source }) => source)
    expect([...sets.values()].map((rows) => rows.length)).toEqual([131, 86, 77, 175, 134, 68, 165, 135, 54, 59, 110, 104, 103])
    expect(measure(matchNotice, notices).recall).toBeGreaterThanOrEqual(0.96)
    expect(measure(matchNotice, notices).precision).toBeGreaterThanOrEqual(0.96)
    for (const [source, rows] of sets) {
      const { precision, recall, anyPrecision, misses } = measure(matchNotice, rows)
      expect(precision, `${source} ${JSON.stringify(misses, null, 1)}`).toBeGreaterThanOrEqual(0.92)
      expect(recall, `${source} ${JSON.stringify(misses, null, 1)}`).toBeGreaterThanOrEqual(0.89)
      expect(anyPrecision, source).toBeGreaterThanOrEqual(0.9)
    }
  })

  test('words alone, on made-up titles: precision and recall 0.92, on those that no word was chosen by and on the others', () => {
    const slugs = (text = '') => text.split(',').filter((slug) => slug !== '')
    const toRows = (text = '') =>
      text
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('#'))
        .map((line) => line.split('|').map((part) => part.trim()))
        .map(([title = '', trades, also]) => ({
          ...{ source: 'made up', title, main_cpv: null, cpvs: [] },
          ...{ trades: slugs(trades), also: slugs(also) },
        }))
    const [first, seen] = readFileSync(new URL('./match-titles.txt', import.meta.url), 'utf8')
      .split('# Looked at since')
      .map(toRows)
    const unseen = first?.filter(({ title }) => (createHash('sha256').update(title).digest()[0] ?? 0) % 2 === 1)
    for (const rows of [unseen, seen?.slice(1)]) {
      expect(rows?.length).toBeGreaterThan(200)
      const { precision, recall, misses } = measure(matchNotice, rows ?? [])
      expect(precision, JSON.stringify(misses, null, 1)).toBeGreaterThanOrEqual(0.92)
      expect(recall, JSON.stringify(misses, null, 1)).toBeGreaterThanOrEqual(0.92)
    }
  })

  test.skipIf(!existsSync(RECORDED))('with description and all codes, where recorded: nine in ten are right in title, 0.85 in all', () => {
    const files = readdirSync(RECORDED, { recursive: true, encoding: 'utf8' }).filter((name) => /^(cf|fts|other)\/.*\.json$/.test(name))
    const packages = files.map((name) => parseJson(readFileSync(join(RECORDED, name), 'utf8')))
    const releases = packages.flatMap((each) => z.object({ releases: z.array(ReleaseContent) }).parse(each).releases)
    const byTitle = new Map(labels.map((label) => [cleanText(label.title), label]))
    const told = new Map<string, Labelled>()
    for (const { tender } of releases) {
      const label = byTitle.get(cleanText(tender.title ?? ''))
      const cpvs = cpvCodes(tender)
      if (label) told.set(label.title, { ...label, description: cleanText(tender.description), main_cpv: cpvs[0] ?? label.main_cpv, cpvs })
    }
    const { notices, precision, anyPrecision } = measure(matchNotice, [...told.values()])
    expect(notices).toBeGreaterThan(200)
    expect(precision).toBeGreaterThanOrEqual(0.92)
    expect(anyPrecision).toBeGreaterThanOrEqual(0.85)
  })

  test('two labellings of a fifth of them agree', () => {
    const { notices, kappa, contradictions } = agreement(labels, TRADES.length)
    expect(notices).toBeGreaterThanOrEqual(labels.length / 5)
    expect(kappa).toBeGreaterThanOrEqual(0.8)
    expect(contradictions).toEqual([])
  })

  test('agreement is counted by hand', () => {
    const label = (first: string[], second: string[], also: string[] = []) => ({
      ...{ source: 'x', title: `${first} ${second}`, main_cpv: null, cpvs: [] },
      ...{ trades: first, also, second: { trades: second, also: [] } },
    })
    // Ten decisions: twice both say yes, once only the first does.
    const made = [label(['a'], ['a']), label(['a', 'b'], ['b'], []), label([], []), label([], []), label([], [])]
    const { notices, exact, kappa, contradictions } = agreement(made, 2)
    expect([notices, exact, contradictions]).toEqual([5, 0.8, ['a,b b']])
    // Observed 9 of 10; expected (3 x 2 + 7 x 8) / 100.
    expect(kappa).toBeCloseTo((0.9 - 0.62) / (1 - 0.62), 10)
    expect(agreement([label(['a'], [], [])], 2).contradictions).toHaveLength(1)
    expect(agreement([label([], ['b'], ['b'])], 2).contradictions).toEqual([])
  })

  test('neither words nor codes alone would do', () => {
    const wordsOnly = measure(
      matchNotice,
      labels.map((label) => ({ ...label, main_cpv: null })),
    )
    const codesOnly = measure(
      matchNotice,
      labels.map((label) => ({ ...label, title: '' })),
    )
    const both = measure(matchNotice, labels)
    expect(both.recall).toBeGreaterThan(Math.max(wordsOnly.recall, codesOnly.recall))
  })
})

test('hostile texts end: 300 KB, deep prefixes, no words at all', () => {
  for (const description of ['support '.repeat(40_000), 'a'.repeat(300_000), '*'.repeat(10_000), '\u0000'.repeat(1000)]) {
    expect(() =>
      matchNotice({ title: description.slice(0, 5000), description, main_cpv: '', cpvs: Array.from({ length: 200 }, () => 'x') }),
    ).not.toThrow()
  }
})

test('the command prints one JSON line a notice, in order, and nothing else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'match-'))
  try {
    const file = join(folder, 'notices.jsonl')
    const notices = [
      { title: 'Window cleaning &amp; more', description: null, main_cpv: '90911300', cpvs: ['90911300', '45261900'] },
      { title: null, description: [], main_cpv: 7, cpvs: 'x' },
      { title: 'Legal services' },
    ]
    writeFileSync(file, `\uFEFF${notices.map((notice) => JSON.stringify(notice)).join('\r\n')}\n\n`)
    const out = execFileSync(process.execPath, ['scripts/match.ts', file], { cwd: new URL('../../..', import.meta.url), encoding: 'utf8' })
    expect(
      out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { title: ['cleaning'], any: ['cleaning', 'roofing'] },
      { title: [], any: [] },
      { title: ['legal'], any: ['legal'] },
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
