import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isInRegion, quantile, toGroups } from './listing.ts'
import { OFFERS_CAP, OffersBody, toListings } from './offers.ts'
import { RunpodBody } from './runpod.ts'
import { MetricsBody } from './vast.ts'

const groupsOf = (offers: readonly unknown[]) => toGroups(toListings('RTX 4090', OffersBody.parse({ offers }).offers).listings)
const onDemand = (rows: readonly unknown[]) => groupsOf(rows).filter(({ spot }) => !spot)

const offer = (over: object = {}) => ({
  machine_id: 1,
  num_gpus: 2,
  gpu_name: 'RTX 4090',
  gpu_ram: 24_564,
  dph_total: 0.8,
  is_bid: false,
  rentable: true,
  rented: false,
  verification: 'verified',
  ...over,
})

describe('offers', () => {
  test('a machine counts once, with its lowest price per GPU, and the median is over machines', () => {
    const rows = [
      offer(),
      offer({ num_gpus: 1, dph_total: 0.35 }),
      offer({ machine_id: 2, dph_total: 1 }),
      offer({ machine_id: 3, dph_total: 1.2 }),
    ]
    expect(onDemand(rows)).toMatchObject([
      { vramGb: 24, min: 0.35, median: 0.5, p25: 0.425, p75: 0.55, machines: 3, offers: 4, thin: false, machine: { gpus: 1 } },
    ])
  })

  test.each([
    ['unverified', { verification: 'unverified' }],
    ['verification unknown', { verification: null }],
    ['interruptible', { is_bid: true }],
    ['rented', { rented: true }],
    ['not rentable', { rentable: false }],
    ['free of charge', { dph_total: 0 }],
    ['without GPUs', { num_gpus: 0 }],
    ['of another model', { gpu_name: 'RTX 4090D' }],
    ['without a price', { dph_total: null }],
    ['of no machine', { machine_id: null }],
    ['unnamed', { gpu_name: null }],
    ['senselessly dear', { dph_total: 1e300 }],
  ])('%s offers are left out', (_name, over) => {
    expect(onDemand([offer(over)])).toEqual([])
  })

  test('numbers as text are numbers: the cheapest is the least price however it is written', () => {
    const rows = [offer(), offer({ machine_id: 2, dph_total: '0.5', num_gpus: '2', gpu_ram: '24564' })]
    expect(onDemand(rows)).toMatchObject([{ min: 0.25, machines: 2, vramGb: 24 }])
  })

  test('memory sizes are apart; few machines are a thin sample', () => {
    const rows = [offer(), offer({ machine_id: 2, gpu_ram: 49_140 })]
    expect(onDemand(rows).map(({ vramGb, thin }) => [vramGb, thin])).toEqual([
      [24, true],
      [48, true],
    ])
    const many = Array.from({ length: OFFERS_CAP }, (_, machine_id) => offer({ machine_id }))
    expect(onDemand(many)).toMatchObject([{ machines: 64 }])
  })

  test('what may be interrupted is priced apart, by the least bid for the whole offer', () => {
    const rows = [offer({ min_bid: 0.4 }), offer({ num_gpus: 1, dph_total: 0.35, min_bid: 0.25 }), offer({ machine_id: 2, min_bid: 0 })]
    const [plain, spot, ...rest] = groupsOf(rows)
    expect([plain, spot, rest]).toMatchObject([
      { spot: false, min: 0.35, machines: 2 },
      { spot: true, min: 0.2, machines: 1, offers: 2 },
      [],
    ])
  })

  test('the machine and its region are those of the lowest price', () => {
    const rows = [
      offer({ geolocation: 'Texas, US' }),
      offer({ machine_id: 2, dph_total: 0.4, geolocation: 'Sweden, SE', cpu_cores_effective: 12, cpu_ram: 65_536 }),
    ]
    expect(onDemand(rows)).toMatchObject([{ min: 0.2, region: 'Sweden, SE', machine: { gpus: 2, vcpus: 12, memoryGb: 64 } }])
  })

  test.each([
    ['us', 'us-east-1', true],
    ['US', 'Texas, US', true],
    ['us', 'Moscow, Russia', false],
    ['us', 'Austria, AT', false],
    ['eu-north', 'eu-north1', true],
    ['east us', 'us-east-1', true],
    ['sweden', 'Sweden, SE', true],
    ['us', null, false],
    ['-', 'us-east-1', false],
  ])('region %s and %s: %s', (asked, region, expected) => {
    expect(isInRegion(region, asked)).toBe(expected)
  })

  test('quantiles lie within the values and in order', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0.01, max: 100, noNaN: true }), { minLength: 1 }), (values) => {
        const sorted = values.toSorted((a, b) => a - b)
        const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => quantile(sorted, share)) as [number, number, number]
        expect(sorted[0]! <= low && low <= middle && middle <= high && high <= sorted.at(-1)!).toBe(true)
      }),
    )
  })

  test('any body is read or refused', () => {
    const rows = fc.array(
      fc.record(
        { machine_id: fc.anything(), num_gpus: fc.anything(), gpu_ram: fc.anything(), dph_total: fc.anything() },
        { requiredKeys: [] },
      ),
    )
    fc.assert(
      fc.property(fc.anything(), rows, (anything, overs) => {
        for (const body of [OffersBody, MetricsBody, RunpodBody]) body.safeParse(anything)
        const offers = overs.map(offer)
        for (const group of OffersBody.safeParse({ offers }).success ? onDemand(offers) : [])
          expect(group.min > 0 ? group.median >= group.min : group.min === 0).toBe(true)
      }),
    )
  })
})

test('prices that no GPU can have are none, at every source', () => {
  const type = (over: object) => ({ displayName: 'L4', memoryInGb: 24, securePrice: 0.4, communityPrice: null, lowestPrice: null, ...over })
  const runpod = (over: object) => RunpodBody.parse({ data: { gpuTypes: [type(over)] } }).map(({ usd, spot }) => [usd, spot])
  expect(runpod({ communityPrice: 1e-9 })).toEqual([[0.4, false]])
  expect(runpod({ securePrice: 1e300 })).toEqual([])
  expect(runpod({ securePrice: '0.4', lowestPrice: { minimumBidPrice: 40_000 } })).toEqual([[0.4, false]])
  const metric = { gpu_name: 'L4', price_median: 0.4, price_p25: 1e300, price_p75: -1, avail_verified: 3 }
  expect(MetricsBody.parse({ gpus: [metric, { ...metric, price_median: 1e9 }] })).toMatchObject([{ median: 0.4, p25: null, p75: null }])
  expect(onDemand([offer({ gpu_ram: 1e300 })])).toMatchObject([{ vramGb: null }])
})
