import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { StoredNotice } from '../notices/notice.ts'
import { type Award, toOutlook } from '../notices/outlook.ts'
import { replay } from '../notices/replay.ts'
import { parseJson } from '../sources/json-repair.ts'
import { toRawRelease } from '../sources/release.ts'
import { sources } from '../sources/sources.ts'
import { addDays } from '../words/london.ts'
import { wonLastTime } from './last-time.ts'

const award = (fields: Partial<Award> = {}): Award => ({
  kind: 'award',
  id: 'fts:ocds-h6vhtk-0a0001:1',
  title: 'Cleaning of schools and offices',
  buyer: 'Made Council',
  main_cpv: '90911200',
  cpvs: ['90911200'],
  suppliers: [{ name: 'Made Cleaning Ltd', named: true }],
  value_gbp: 100_000,
  value_basis: 'net',
  source: 'Find a Tender',
  notice_url: 'https://www.find-tender.service.gov.uk/Notice/000301-2023',
  value_is_ceiling: false,
  awarded: '2024-03-01',
  contract_start: '2024-04-01',
  contract_end: '2027-03-31',
  latest_end: null,
  extendable: null,
  ...fields,
})
type Asked = Pick<StoredNotice, 'title' | 'buyer' | 'main_cpv' | 'published' | 'deadline' | 'contract_start' | 'value_gbp'>
const notice = (fields: Partial<Asked> = {}): StoredNotice =>
  ({
    title: 'ABC0042 - Cleaning of Schools and Offices 2027-2030',
    buyer: 'The Made Council',
    main_cpv: '90910000',
    published: '2026-11-02',
    deadline: '2026-12-04T12:00:00+00:00',
    contract_start: '2027-04-01',
    value_gbp: 120_000,
    ...fields,
  }) as StoredNotice

test('the contract before: same buyer, category and words, and the one ends as the other begins', () => {
  expect(wonLastTime(notice(), [award({ id: 'fts:a:1', title: 'Legal advice', main_cpv: '79100000' }), award()])).toEqual({
    sure: true,
    why: [
      'the same buyer',
      'the same category (90911200)',
      'the same subject by its title',
      'it ends on 2027-03-31, this one starts on 2027-04-01',
    ],
    awards: [award()],
  })
})

test.each<[string, Partial<Asked>, Partial<Award>]>([
  ['another place', { title: 'Cleaning of schools and offices, Northtown' }, {}],
  ['another lot', { title: 'Cleaning of schools and offices - Lot 2' }, { title: 'Cleaning of schools and offices - Lot 1' }],
  ['another word', { title: 'Cleaning of schools and depots' }, {}],
  ['another category', { main_cpv: '33600000' }, {}],
  ['no category', { main_cpv: null }, {}],
  ['a contract that goes on for years', {}, { contract_end: '2031-03-31' }],
  ['a contract that ended long ago', {}, { awarded: '2019-03-01', contract_end: '2022-03-31' }],
  ['an end that is not stated', {}, { contract_end: null }],
  ['a hundredth of the value', {}, { value_gbp: 1_000 }],
  ['no supplier', {}, { suppliers: [] }],
  ['a portal as the buyer', { buyer: 'Made e-Tendering' }, { buyer: 'Made e-Tendering' }],
  ['one word and a wider category only', { title: 'Cleaning', main_cpv: '90911200' }, { title: 'Cleaning', main_cpv: '90913000' }],
])('not sure: %s', (_, asked, given) => {
  expect(wonLastTime(notice(asked), [award(given)])?.sure ?? false).toBe(false)
})

test.each<[string, Partial<Asked>, Partial<Award>]>([
  ['another buyer', { buyer: 'Made North Council' }, {}],
  ['no buyer', { buyer: '' }, { buyer: '' }],
  ['the same round, published again', {}, { awarded: '2026-10-20' }],
  ['awarded after the notice', {}, { awarded: '2027-01-20' }],
  ['nothing in common', { title: 'Legal advice' }, {}],
  ['a title without words of its own', { title: 'GSS24807', main_cpv: '90911200' }, { title: 'GSS24807 - AWARD' }],
])('nothing: %s', (_, asked, given) => {
  expect(wonLastTime(notice(asked), [award(given)])).toBeNull()
})

test('lots and suppliers of one purchase stand together; the latest of several rounds counts', () => {
  const lots = [award(), award({ id: 'fts:ocds-h6vhtk-0a0001:2', suppliers: [{ name: 'Other Ltd', named: true }] })]
  const before = award({ id: 'fts:old:1', awarded: '2021-03-01', contract_start: '2021-04-01', contract_end: '2024-03-31' })
  expect(wonLastTime(notice(), [before, ...lots])).toMatchObject({ sure: true, awards: lots })
})

test('two that run at the same time leave open which is meant, also when neither supplier is named', () => {
  const unnamed = [{ name: 'individual or unregistered supplier', named: false }]
  for (const suppliers of [[{ name: 'Other Ltd', named: true }], unnamed]) {
    const other = award({ id: 'cf:ocds-b5fd17-x:1', contract_start: '2025-01-01', contract_end: '2027-01-31', suppliers })
    const found = wonLastTime(notice(), [award({ suppliers: suppliers === unnamed ? unnamed : award().suppliers }), other])
    expect(found).toMatchObject({ sure: false, why: expect.arrayContaining(['1 other contract of this buyer would fit too']) })
  }
})

const folder = join(import.meta.dirname, '../../../../shared/fixtures/ocds')
describe.skipIf(!existsSync(folder))('recorded processes (skipped where the fixtures are absent)', () => {
  const recorded = () => {
    const files = ['cf', 'fts'].flatMap((name) => readdirSync(join(folder, name)).map((file) => join(folder, name, file)))
    const packages = files.filter((file) => file.endsWith('.json')).map((file) => parseJson(readFileSync(file, 'utf8')))
    const releases = packages.flatMap((each) => (each as { releases: { ocid: string }[] }).releases)
    const awards = sources.flatMap((source) => {
      const raw = releases.filter(({ ocid }) => ocid.startsWith(source.ocidPrefix)).map((release) => toRawRelease(source, release))
      const usable = raw.flatMap((each) => ('reported' in each ? [] : [each]))
      return [...Map.groupBy(usable, ({ ocid }) => ocid)].flatMap(([ocid, own]) =>
        toOutlook(source, ocid, own, () => null).flatMap((item) => (item.kind === 'award' ? [item] : [])),
      )
    })
    return { awards, notices: replay(packages, Date.parse('2030-01-01'), () => {}) }
  }
  const { awards, notices } = existsSync(folder) ? recorded() : { awards: [], notices: [] }
  // Suppliers are masked in the recordings: each is told from the others here.
  const known = awards.map((each): Award => ({ ...each, suppliers: [{ name: `Supplier of ${each.id}`, named: true }] }))
  const next = (each: Award, title: string): StoredNotice =>
    notice({
      ...each,
      title,
      published: addDays(each.contract_end ?? '', -90),
      deadline: `${addDays(each.contract_end ?? '', -60)}T12:00:00+00:00`,
      contract_start: addDays(each.contract_end ?? '', 1),
    })
  const lasting = known.filter(
    ({ contract_end, awarded, main_cpv }) => contract_end && main_cpv && awarded && awarded < addDays(contract_end, -150),
  )

  test.each<[string, (title: string) => string]>([
    ['as it was', (title) => title],
    ['called a new tender', (title) => `Re-tender: ${title}`],
    ['with other years', (title) => title.replace(/20(\d\d)/g, (_, year: string) => `20${Number(year) + 3}`)],
    ['with another number', (title) => `ABC99812 - ${title.replace(/^[A-Z]*\d[\w/]* - /, '')}`],
    ['with the words of procurement', (title) => `${title} Contract 2028-2031`],
  ])('the next round of every contract, its title %s: at least 95 % of what is called sure is right, and most is found', (_, title) => {
    const claims = lasting.map((each) => ({ each, found: wonLastTime(next(each, title(each.title)), known) }))
    const sure = claims.filter(({ found }) => found?.sure)
    const right = sure.filter(({ each, found }) => found?.awards.some(({ id }) => id === each.id))
    expect(lasting.length).toBeGreaterThan(75)
    expect(right.length / sure.length).toBeGreaterThanOrEqual(0.95)
    expect(right.length / lasting.length).toBeGreaterThan(0.8)
  })

  test('of all notices and awards in the hand of one buyer, with dates that fit: nothing is called sure but what is the same', () => {
    const one = (each: Award): Award => ({
      ...each,
      buyer: 'One Buyer',
      awarded: '2026-03-01',
      contract_start: '2026-04-01',
      contract_end: '2030-03-31',
    })
    const asked = [...notices, ...known]
    const claims = asked.flatMap(({ id, title, main_cpv }) => {
      const others = known.filter((each) => each.id.split(':')[1] !== id.split(':')[1]).map(one)
      const found = wonLastTime(
        notice({ title, main_cpv, buyer: 'One Buyer', published: '2030-01-01', contract_start: '2030-04-01', value_gbp: null }),
        others,
      )
      return found?.sure ? [[title.slice(0, 30), found.awards[0]?.title.slice(0, 30)]] : []
    })
    expect(asked.length).toBeGreaterThan(170)
    expect(claims.map(([title]) => title).toSorted()).toEqual(claims.map(([, found]) => found).toSorted())
    expect([...new Set(claims.map(([title]) => title))].toSorted()).toEqual([
      'HCC08/24 - Emergency Residenti',
      'Manvers Street and Bath Leisur',
    ])
  })
})
