/** One spelling of GPU models over all sources (the first marketplace's), and how much memory each has: sources write both in many ways. */

/** Memory sizes in GB of the models we know; the name is what follows the vendor's words, squashed. The first that fits decides. */
const known: [squashed: RegExp, gpu: string, vramGb: number[]][] = [
  [/^gb300/, 'GB300', [288]],
  [/^gb200/, 'GB200', [192]],
  [/^gh200/, 'GH200', [96, 144]],
  [/^b300/, 'B300', [288]],
  [/^b200/, 'B200', [180]],
  [/^h200/, 'H200', [141]],
  [/^h100/, 'H100', [80, 94]],
  [/^a100/, 'A100', [40, 80]],
  [/^a800/, 'A800', [40, 80]],
  [/^l40s/, 'L40S', [48]],
  [/^l40/, 'L40', [48]],
  [/^l4(?!\d)/, 'L4', [24]],
  [/^a40(?!\d)/, 'A40', [48]],
  [/^a30(?!\d)/, 'A30', [24]],
  [/^a16(?!\d)/, 'A16', [16]],
  [/^a10g/, 'A10G', [24]],
  [/^a10(?!\d)/, 'A10', [24]],
  [/^(?:rtx)?6000ada/, 'RTX 6000Ada', [48]],
  [/^(?:rtx)?5000ada/, 'RTX 5000Ada', [32]],
  [/^(?:rtx)?4000ada/, 'RTX 4000Ada', [20]],
  [/^(?:rtx)?a6000/, 'RTX A6000', [48]],
  [/^(?:rtx)?a5000/, 'RTX A5000', [24]],
  [/^(?:rtx)?a4500/, 'RTX A4500', [20]],
  [/^(?:rtx)?a4000/, 'RTX A4000', [16]],
  [/^(?:q|quadro)?rtx6000/, 'Q RTX 6000', [24]],
  [/^(?:q|quadro)?rtx8000/, 'Q RTX 8000', [48]],
  [/^v100/, 'Tesla V100', [16, 32]],
  [/^p100/, 'Tesla P100', [12, 16]],
  [/^p40(?!\d)/, 'Tesla P40', [24]],
  [/^p4(?!\d)/, 'Tesla P4', [8]],
  [/^t4(?!\d)/, 'Tesla T4', [16]],
  [/^m60/, 'Tesla M60', [8]],
  [/^k80/, 'Tesla K80', [12]],
  [/^mi300x/, 'MI300X', [192]],
  [/^mi325x/, 'MI325X', [256]],
  [/^mi355x/, 'MI355X', [288]],
]
const rtxPro: Record<string, number> = { '6000': 96, '5000': 48, '4500': 32, '4000': 24, '2000': 16 }
const rtx: Record<string, number[]> = {
  ...{ '5090': [32], '5080': [16], '5070ti': [16], '5070': [12], '5060ti': [8, 16], '4090': [24], '4090d': [24], '4080s': [16] },
  ...{ '4080': [16], '4070tis': [16], '4070ti': [12], '4070s': [12], '4070': [12], '4060ti': [8, 16], '4060': [8], '3090ti': [24] },
  ...{ '3090': [24], '3080ti': [12], '3080': [10, 12], '3070': [8], '3060': [12], '2080ti': [11] },
}

/** Accelerators that are no GPUs. */
const OTHER = /^(?:tpu|trainium|inferentia|neuron|gaudi|hl-?\d|habana|xilinx|alveo|ascend|furiosa|qualcomm)/i

const squash = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s_-]+/g, '')
    .replace(/^(?:nvidia|amd|geforce|tesla|instinct)+/, '')

/** SXM, PCIE or NVL from a model's or a machine's name; '' when neither says. */
function formOf(text: string): '' | 'SXM' | 'PCIE' | 'NVL' {
  // NVLink joins cards of either other form.
  if (/nvl(?!ink)/i.test(text)) return 'NVL'
  if (/sxm/i.test(text) || /\.\d+S\./.test(text)) return 'SXM'
  return /pci/i.test(text) ? 'PCIE' : ''
}

const withForm = (gpu: string, form: ReturnType<typeof formOf>): string => {
  if (gpu === 'H200') return form === 'NVL' ? 'H200 NVL' : gpu
  if (form === '' || (gpu !== 'H100' && gpu !== 'A100')) return gpu
  return gpu === 'A100' ? (form === 'PCIE' ? 'A100 PCIE' : 'A100 SXM4') : `H100 ${form}`
}

/** Reserved memory makes sizes a little smaller than they are called. */
const near = (options: readonly number[], gb: number): number | undefined => options.find((size) => gb >= size * 0.9 && gb <= size * 1.03)

function lookUp(name: string): { gpu: string; vramGb: readonly number[] } | null {
  const squashed = squash(name)
  const pro = /^rtxpro(\d{4})/.exec(squashed)
  if (pro) {
    const kind = /maxq/.test(squashed)
      ? ' Max-Q'
      : /(?:ws|wk|workstation)/.test(squashed)
        ? ' WS'
        : /(?:\d+s(?:e|erver)?$|server)/.test(squashed)
          ? ' S'
          : ''
    return { gpu: `RTX PRO ${pro[1]}${kind}`, vramGb: [rtxPro[pro[1] ?? ''] ?? []].flat() }
  }
  const consumer = /^rtx(\d{4})(tisuper|tis|ti|super|s|d)?(?![a-z])/.exec(squashed)
  const number = consumer && `${consumer[1]}${(consumer[2] ?? '').replace('super', 's')}`
  const sizes = number && Object.hasOwn(rtx, number) ? rtx[number] : undefined
  if (consumer && sizes) {
    const suffix = (consumer[2] ?? '')
      .replace('super', 's')
      .replace('tis', ' Ti S')
      .replace('ti', ' Ti')
      .replace(/^[sd]$/, (letter) => letter.toUpperCase())
    return { gpu: `RTX ${consumer[1]}${suffix}`, vramGb: sizes }
  }
  const row = known.find(([pattern]) => pattern.test(squashed))
  return row ? { gpu: row[1], vramGb: row[2] } : null
}

export type GpuModel = { gpu: string; vramGb: number | null }

/**
 * A model from what a price list says: its name (`A100-80G-PCIe`), the machine's (`gpu_1x_h100_pcie`), and sizes it may mean, in GB.
 * Memory is ours where the list's is none of the sizes that exist. null for what is no GPU.
 */
export function toGpuModel(name: string, machine: string, sizesGb: readonly number[]): GpuModel | null {
  if (OTHER.test(name.trim())) return null
  const found = lookUp(name)
  const sizes = sizesGb.filter((gb) => gb > 0)
  if (!found) {
    const [gb] = sizes
    return { gpu: name.trim(), vramGb: gb !== undefined && gb >= 2 && gb <= 320 ? Math.round(gb) : null }
  }
  const inName = /(\d{2,3})\s?g(?:b|$|[-_ ])/i.exec(name)?.[1]
  const candidates = [...(inName ? [Number(inName)] : []), ...sizes]
  const vramGb = candidates.map((gb) => near(found.vramGb, gb)).find((size) => size !== undefined)
  return {
    gpu: withForm(found.gpu, formOf(name) || formOf(machine)),
    vramGb: vramGb ?? (found.vramGb.length === 1 ? (found.vramGb[0] ?? null) : null),
  }
}

/** Memory of a card as a marketplace measured it: the size it is sold as, or what was measured (cards are modified). */
export function toVramGb(gpu: string, gb: number | null): number | null {
  if (gb === null || gb <= 0 || gb > 1_000) return null
  return near(lookUp(gpu)?.vramGb ?? [], gb) ?? Math.round(gb)
}
