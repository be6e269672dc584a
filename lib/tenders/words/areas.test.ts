import { expect, test } from 'vitest'
import { coreOf, OTHER_NAMES } from './area-names.ts'
import { liesIn, nearestAreas, parseArea, placesOf } from './areas.ts'

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

test.each(['Atlantis', '', 'UKZ', 'UKE99', 'UK', 'constructor', 'London Bridge'])('"%s" is no area', (text) => {
  expect(parseArea(text)).toBeUndefined()
})

test.each([
  ['Leeds City Council', 'Leeds'],
  ['leeds mbc', 'Leeds'],
  ['The City of Edinburgh Council', 'City of Edinburgh'],
  ['Edinburgh', 'City of Edinburgh'],
  ['Glasgow', 'Glasgow City'],
  ['London Borough of Camden', 'Camden'],
  ['LB Camden', 'Camden'],
  ['Royal Borough of Kensington & Chelsea', 'Kensington and Chelsea'],
  ['City of London Corporation', 'City of London'],
  ['London', 'London'],
  ['City of Bradford Metropolitan District Council', 'Bradford'],
  ['Kings Lynn & West Norfolk', "King's Lynn and West Norfolk"],
  ['Stoke on Trent', 'Stoke-on-Trent'],
  ['St. Albans City and District', undefined],
  ['Saint Albans', 'St Albans'],
  ['Brighton', 'Brighton and Hove'],
  ['Telford', 'Telford and Wrekin'],
  ['Bath', 'Bath and North East Somerset'],
  ['Hull', 'Kingston upon Hull'],
  ['Cyngor Caerdydd', 'Cardiff'],
  ['Ynys Môn', 'Isle of Anglesey'],
  ['Cyngor Sir Gaerfyrddin', 'Carmarthenshire'],
  ['Durham County Council', 'Durham'],
  ['England', 'England'],
  ['Northamptonshire', 'Northamptonshire'],
  ['Northamptonshire County Council', 'Northamptonshire'],
  ['sussex', 'Sussex'],
  ['Surrey', 'Surrey'],
  ['Derbyshire', 'Derbyshire'],
  ['Bournemouth', 'Bournemouth, Christchurch and Poole'],
  ['Orkney', 'Orkney Islands'],
  ['Forest', undefined],
  ['sw1a 1aa', 'SW1A'],
  ['LS11UR', 'LS1'],
  // More than one place begins so.
  ['Newcastle', undefined],
  ['Kingston', undefined],
  ['South', undefined],
])('"%s" is %s, as people write it', (text, name) => {
  const area = parseArea(text)
  expect(area?.name).toBe(name)
  // Links carry the name that is shown.
  expect(area && parseArea(area.name)).toEqual(area)
})

test('a name in another form finds what the name in the tables finds', () => {
  for (const [text, place] of [
    ['Edinburgh', 'UKM75'],
    ['Edinburgh', 'TLM13'],
    ['Edinburgh, City of', 'UKM75'],
    ['Glasgow', 'UKM82'],
    ['England', 'UKE42'],
    ['Northamptonshire', 'UKF25'],
    ['Sussex', 'UKJ22'],
    ['Yorkshire', 'UKE12'],
  ] as const)
    expect([text, place, finds(text, place)]).toEqual([text, place, true])
  expect(finds('England', 'UKM82')).toBe(false)
  expect(finds('London', 'UKI42')).toBe(true)
  expect(finds('City of London', 'UKI42')).toBe(false)
})

test('every other name leads to a place, and is no name of its own', () => {
  for (const [other, name] of OTHER_NAMES) {
    expect(coreOf(other), other).toBe(other)
    expect([other, parseArea(other)?.name]).toEqual([other, parseArea(name)?.name])
    expect(parseArea(name), name).toBeDefined()
  }
})

test.each([
  ['Leedz', ['Leeds']],
  ['Sheffeild', ['Sheffield']],
  ['Highlands', ['Highland', 'Highlands and Islands']],
  ['Newcastle', ['Newcastle upon Tyne', 'Newcastle-under-Lyme']],
  ['Lothian', ['East Lothian', 'West Lothian']],
])('"%s" may mean %j', (text, names) => {
  expect(nearestAreas(text)).toEqual(expect.arrayContaining(names))
})

test('nothing like any place has no suggestion, and nobody searches for a long one', () => {
  expect([nearestAreas('zzzzzzzz'), nearestAreas('x'), nearestAreas('Leeds'.repeat(1000))]).toEqual([[], [], []])
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
