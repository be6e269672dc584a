/** Price lists of clouds: the recorded ones where they are, and rows of our own with the traps of the real ones. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseCatalogue } from './catalogue.ts'
import { toGroups } from './listing.ts'
import { toGpuModel, toVramGb } from './models.ts'

const header = 'InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,GpuInfo,Price,SpotPrice,Region'
const info = (mib: number, all = mib) =>
  `"{'Gpus': [{'Name': 'x', 'Count': 1, 'MemoryInfo': {'SizeInMiB': ${mib}}}], 'TotalGpuMemoryInMiB': ${all}}"`
const list = (...rows: string[]) => parseCatalogue([header, ...rows].join('\n'))

describe('a list', () => {
  test('prices are per GPU, zones are one, spot is apart', async () => {
    const rows = await list(
      `p5,H100,8,192,2048,${info(81_920, 655_360)},80,20,us-east-1`,
      `p5,H100,8,192,2048,${info(81_920, 655_360)},80,16,us-east-1`,
      `p5,H100,8,192,2048,${info(81_920, 655_360)},88,,eu-west-1`,
    )
    expect(toGroups(rows)).toMatchObject([
      {
        gpu: 'H100',
        vramGb: 80,
        spot: false,
        region: 'us-east-1',
        min: 10,
        median: 10.5,
        offers: 2,
        machine: { gpus: 8, vcpus: 192, memoryGb: 2048 },
      },
      { gpu: 'H100', vramGb: 80, spot: true, region: 'us-east-1', min: 2, offers: 1 },
    ])
  })

  test('columns are found by their headings, whatever their order and case; a byte order mark does no harm', async () => {
    const text =
      '\uFEFFREGION,Price,GPUInfo,spotprice,AcceleratorCount,acceleratorName,instanceType,vcpus,memorygib\nr1,4,null,,2.0,L4,m,8,32\n'
    expect(await parseCatalogue(text)).toMatchObject([{ gpu: 'L4', vramGb: 24, usd: 2, gpus: 2, region: 'r1', spot: false }])
  })

  test.each([
    ['no accelerator', `m,,,2,8,,0.2,,r`],
    ['no price', `m,L4,1,2,8,,,,r`],
    ['a price of zero', `m,L4,1,2,8,,0.00,0.00,r`],
    ['a negative price', `m,L4,1,2,8,,-1,,r`],
    ['half a GPU', `m,L4,0.5,2,8,,0.2,,r`],
    ['no count', `m,L4,,2,8,,0.2,,r`],
    ['a chip that is no GPU', `m,tpu-v5e,1,2,8,,1.2,,r`],
    ['another', `m,Trainium2,1,2,8,,1.2,,r`],
  ])('%s is no price', async (_name, row) => {
    await expect(list(row)).rejects.toMatchObject({ reason: 'bad_body' })
  })

  test('a long list is read to its end, one without end is refused', async () => {
    const machines = (count: number) => Array.from({ length: count }, (_, at) => `g${at},L4,1,2,8,,0.5,,r`)
    const rows = await list(...machines(5_000), `p5,H100,8,192,2048,${info(81_920)},80,,r`)
    expect(rows.at(-1)).toMatchObject({ gpu: 'H100', usd: 10 })
    await expect(list(...machines(10_001))).rejects.toMatchObject({ reason: 'bad_body' })
  })

  test('a spot price that is the other price, zero or empty is none; one without the other is one', async () => {
    const rows = await list(`a,L4,1,2,8,,0.5,0.5,r`, `b,L4,1,2,8,,0.5,0,r`, `c,L4,1,2,8,,0.5,,r`, `d,L4,1,2,8,,,0.2,r`)
    expect(rows.filter(({ spot }) => spot)).toMatchObject([{ usd: 0.2 }])
    expect(rows.filter(({ spot }) => !spot)).toHaveLength(3)
  })

  test.each(['', 'not a list', '<html></html>', '{"a":1}', 'a,b\n"', `${header}\n`, `${header}\n${'x'.repeat(20_000)}`, '\0\0\0'])(
    'what is no list is refused: %j',
    async (text) => {
      await expect(parseCatalogue(text)).rejects.toMatchObject({ source: 'skypilot-catalog', reason: 'bad_body' })
    },
  )
})

describe('models', () => {
  test.each<[name: string, machine: string, sizes: number[], gpu: string, vramGb: number | null]>([
    ['A100', 'p4d.24xlarge', [40], 'A100', 40],
    ['A100-80GB', '1x_A100-80GB_SECURE', [80 / 1024, 80], 'A100', 80],
    ['A100-80G-PCIe', 'n3-A100x1', [80], 'A100 PCIE', 80],
    ['A100', 'epyc-genoa-a100-pcie_1x2v4gb', [80], 'A100 PCIE', 80],
    ['A100-80GB-SXM', '', [], 'A100 SXM4', 80],
    ['H100', 'gpu-h100-sxm_8gpu', [80, 640 / 8], 'H100 SXM', 80],
    ['H100', '1x-H100_NVL-32', [93.6], 'H100 NVL', 94],
    ['H100-80G-PCIe-NVLink', 'n3-H100x8-NVLink', [80], 'H100 PCIE', 80],
    ['A100-80G-PCIe-NVLink', 'n3-A100x8-NVLink', [80], 'A100 PCIE', 80],
    ['H100', '1H100.80S.32V', [80], 'H100 SXM', 80],
    ['H200', '2x-H200', [280.8, 140.4], 'H200', 141],
    ['RTX4090', '', [48], 'RTX 4090', 24],
    ['RTX5090', '', [63.7, 31.8], 'RTX 5090', 32],
    ['RTX PRO 6000 96GB', 'ECS', [0], 'RTX PRO 6000', 96],
    ['RTX-PRO-6000', '', [96], 'RTX PRO 6000', 96],
    ['RTXPRO6000', '', [96], 'RTX PRO 6000', 96],
    ['RTX6000', '', [24], 'Q RTX 6000', 24],
    ['RTX 6000 Ada', '', [48], 'RTX 6000Ada', 48],
    ['RTX-A6000', '', [48], 'RTX A6000', 48],
    ['A6000', '', [48], 'RTX A6000', 48],
    ['V100', '', [128, 16], 'Tesla V100', 16],
    ['V100-32GB', '', [], 'Tesla V100', 32],
    ['T4', '', [15], 'Tesla T4', 16],
    ['A10G', '', [22.4], 'A10G', 24],
    ['A10', '', [], 'A10', 24],
    ['B300', '', [262], 'B300', 288],
    ['MI300X', '', [192], 'MI300X', 192],
    ['Something New', '', [111.6], 'Something New', 112],
    ['Something New', '', [0], 'Something New', null],
  ])('%s of %s', (name, machine, sizes, gpu, vramGb) => {
    expect(toGpuModel(name, machine, sizes)).toEqual({ gpu, vramGb })
  })

  test('a card that was modified keeps its measured memory', () => {
    expect([
      toVramGb('RTX 4090', 47.99),
      toVramGb('RTX 4090', 23.99),
      toVramGb('H100 NVL', 93.6),
      toVramGb('New', 7.6),
      toVramGb('L4', null),
    ]).toEqual([48, 24, 94, 8, null])
  })
})

const recorded = new URL('../../../../../shared/fixtures/upstreams/skypilot-catalog/', import.meta.url)
const files = (() => {
  try {
    return readdirSync(recorded).filter((name) => name.endsWith('.csv'))
  } catch {
    return []
  }
})()

describe.skipIf(files.length === 0)('the recorded lists', () => {
  const rowsOf = async (cloud: string) => toGroups(await parseCatalogue(readFileSync(new URL(`${cloud}.csv`, recorded), 'utf8')))

  test('a list of hosts without GPUs is no list of prices', async () => {
    await expect(rowsOf('gcp')).rejects.toMatchObject({ reason: 'bad_body' })
  })

  test('read as they are meant', async () => {
    expect(await rowsOf('hyperstack')).toMatchObject([
      { gpu: 'A100 PCIE', vramGb: 80, min: 1.35 },
      { gpu: 'H100 PCIE', vramGb: 80, min: 1.9 },
      { gpu: 'H100 SXM', vramGb: 80, min: 2.4, offers: 2 },
      { gpu: 'RTX A4000', vramGb: 16, min: 0.15 },
      { gpu: 'RTX A6000', vramGb: 48, min: 0.5 },
    ])
    expect(await rowsOf('lambda')).toMatchObject([
      { gpu: 'Tesla V100', vramGb: 16, min: 0.79 },
      { gpu: 'RTX A6000', vramGb: 48, min: 1.09, offers: 3, median: 1.09 },
    ])
    expect((await rowsOf('nebius')).map(({ gpu, vramGb, spot, min }) => [gpu, vramGb, spot, min])).toEqual([
      ['H100 SXM', 80, false, 2.95],
      ['H100 SXM', 80, true, 1.25],
      ['H200', 141, false, 3.5],
      ['H200', 141, true, 1.45],
      ['L40S', 48, false, 1.5484],
      ['B200', 180, false, 5.5],
    ])
    expect((await rowsOf('verda')).map(({ gpu, spot, min }) => [gpu, spot, min])).toEqual([
      ['B300', false, 6.99],
      ['B300', true, 2.4465],
      ['H200', false, 3.39],
      ['H100 SXM', false, 2.29],
      ['H100 SXM', true, 0.8015],
      ['A100', false, 1.29],
      ['A100', true, 0.4515],
      ['RTX PRO 6000', true, 0.5915],
    ])
    expect((await rowsOf('runpod')).map(({ gpu, vramGb, spot, min }) => [gpu, vramGb, spot, min])).toEqual([['A100', 80, false, 1.39]])
    expect((await rowsOf('vast')).filter(({ spot }) => spot)).toEqual([])
  })
})
