import { expect, test } from 'vitest'
import { liesIn, parseArea, placesOf } from './areas.ts'

const finds = (area: string, place: string) => {
  const parsed = parseArea(area)
  return parsed !== undefined && liesIn(place, parsed)
}

test.each([
  ['Leeds', 'UKE42'],
  ['leeds', 'TLE42'],
  ['UKE42', 'TLE42'],
  ['tle42', 'UKE42'],
  ['West Yorkshire', 'UKE42'],
  ['Bristol', 'UKK11'],
  ['City of London', 'UKI31'],
  // An authority inside a larger area: today's code, and the former ones that bear the name of that area or its own.
  ['Lincoln', 'UKF30'],
  ['Hartlepool', 'UKC11'],
  ['Hartlepool', 'TLC31'],
  ['Bournemouth, Christchurch and Poole', 'TLK63'],
  ['TLE', 'TLE42'],
  ['Scotland', 'UKM82'],
  // Dropped by the set of 2018, and still met.
  ['Eastern Scotland', 'UKM21'],
  ['ls1', 'LS1'],
  ['EC1A', 'EC1A'],
])('%s finds a notice that states %s', (area, place) => {
  expect(finds(area, place)).toBe(true)
})

test.each([
  ['Leeds', 'UKE4'],
  ['Leeds', 'UKE41'],
  ['York', 'UKE22'],
  ['LS1', 'LS11'],
  ['UKM', 'TLE42'],
])('%s does not find one that states %s', (area, place) => {
  expect(finds(area, place)).toBe(false)
})

test.each(['Atlantis', '', 'UKZ', 'UKE99', 'UK', 'LS1 1UR', 'constructor', 'London Bridge'])('"%s" is no area', (text) => {
  expect(parseArea(text)).toBeUndefined()
})

test('a notice states codes, districts, and the region it names', () => {
  expect(
    placesOf([
      { region: 'uke42', postalCode: 'LS1 1UR' },
      { region: 'London' },
      { region: 'UKE42', postalCode: 'ec1a' },
      { region: 'Narnia', postalCode: '12345' },
      { postalCode: 'DL7 8AD' },
      null,
      undefined,
      { region: 7, postalCode: {} },
    ]),
  ).toEqual(['UKE42', 'LS1', 'TLI', 'EC1A', 'DL7'])
})
