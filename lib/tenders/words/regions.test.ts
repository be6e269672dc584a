import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { deliveryRegions, parseRegionParameter, REGIONS, regionOfAddress } from './regions.ts'

test('twelve regions in the order of their codes', () => {
  expect(REGIONS).toHaveLength(12)
  expect([...'CDEFGHIJKLMN'].map((letter) => parseRegionParameter(`TL${letter}`))).toEqual([...REGIONS])
  expect([...'CDEFGHIJKLMN'].map((letter) => parseRegionParameter(`UK${letter}`))).toEqual([...REGIONS])
})

test.each([
  [{ region: 'UKM82' }, 'Scotland'],
  [{ region: 'TLI33' }, 'London'],
  [{ region: 'UKG31', postalCode: 'DL7 8AD' }, 'West Midlands'],
  [{ region: 'Yorkshire and the Humber' }, 'Yorkshire and The Humber'],
  [{ region: 'UK', postalCode: 'SY7 9BW' }, 'West Midlands'],
  [{ postalCode: 'DL7 8AD' }, 'Yorkshire and The Humber'],
  [{ postalCode: 'dl78ad' }, 'Yorkshire and The Humber'],
  [{ postalCode: 'DL1 5QT' }, 'North East'],
  [{ postalCode: 'EC1A 1BB' }, 'London'],
  [{ postalCode: 'W1A1AA' }, 'London'],
  [{ postalCode: 'CH5' }, 'Wales'],
  [{ postalCode: 'JE2 3AB' }, null],
  [{ postalCode: 'nonsense' }, null],
  [{ region: 'UK', countryName: 'United Kingdom' }, null],
  [{ region: [], postalCode: 7 }, null],
  [{}, null],
  [undefined, null],
])('a buyer at %j is in %s', (address, region) => {
  expect(regionOfAddress(address)).toBe(region)
})

test('delivery regions keep the order of first mention and do not repeat', () => {
  const addresses = [{ region: 'South East' }, { region: 'UKI' }, { region: 'TLJ14' }, { postalCode: 'M1 1AA', region: 'London' }]
  expect(deliveryRegions(addresses)).toEqual({ regions: ['South East', 'London'], unknown: [] })
})

test.each([
  [[{ region: 'UK' }, { region: 'UKJ14' }]],
  [[{ region: 'GB' }]],
  [[{ region: 'North East' }, { countryName: 'United Kingdom' }]],
  [[{ countryName: 'Europe' }, { countryName: 'United Kingdom' }, { countryName: 'Isle of Man' }, { countryName: 'Channel Islands' }]],
  [REGIONS.map((region) => ({ region }))],
])('%j is the whole country', (addresses) => {
  expect(deliveryRegions(addresses)).toEqual({ regions: ['UK-wide'], unknown: [] })
})

test('England is its nine regions', () => {
  expect(deliveryRegions([{ region: 'England', countryName: 'United Kingdom' }]).regions).toEqual(REGIONS.slice(0, 9))
})

test('what nobody understands is skipped and reported', () => {
  expect(
    deliveryRegions([{ region: 'ZZ9' }, { countryName: 'France' }, { countryName: 'Europe' }, { postalCode: 'M1 1AA' }, null]),
  ).toEqual({
    regions: ['North West'],
    unknown: ['ZZ9', 'France'],
  })
  expect(deliveryRegions([])).toEqual({ regions: [], unknown: [] })
})

test.each([
  [' london ', 'London'],
  ['YORKSHIRE  &  THE humber', 'Yorkshire and The Humber'],
  ['Yorkshire & the Humber', 'Yorkshire and The Humber'],
  ['east', 'East of England'],
  ['East (England)', 'East of England'],
  ['north-west', 'North West'],
  ['tli', 'London'],
  ['UKN', 'Northern Ireland'],
])('the parameter %j means %s', (value, region) => {
  expect(parseRegionParameter(value)).toBe(region)
})

test.each(['UK-wide', 'England', 'UK', 'TLZ', 'Londons', 'constructor', '__proto__', 'London, Wales'])('%j is no region', (value) => {
  expect(parseRegionParameter(value)).toBeUndefined()
})

const tablePath = new URL('../../../../shared/fixtures/ocds/tables/postcode-itl1.json', import.meta.url)
test.skipIf(!existsSync(tablePath))('agrees with the reference table of postcodes (skipped where it is absent)', () => {
  const table: { areas: Record<string, string>; districts: Record<string, string> } = JSON.parse(readFileSync(tablePath, 'utf8'))
  const disagreements = Object.entries({ ...table.areas, ...table.districts }).filter(
    ([key, region]) => regionOfAddress({ postalCode: /\d/.test(key) ? `${key} 1AB` : `${key}99 1AB` }) !== region,
  )
  expect(disagreements).toEqual([])
})
