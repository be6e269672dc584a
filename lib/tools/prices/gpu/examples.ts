/** What answers look like. */
const tail = {
  fetchedAt: '2026-11-20T12:00:00.000Z',
  ageSeconds: 42,
  cached: true,
  sources: [{ name: 'vast', ok: true }],
  unavailable: [],
}

const head = { omitted: 0, currency: 'USD', unit: 'per_gpu_hour', refreshSeconds: 300, stale: false } as const

export const modelExample = {
  title: 'One model at one marketplace',
  query: { q: 'RTX 4090', provider: 'vast' },
  output: {
    ...head,
    source: 'vast+runpod',
    count: 1,
    total: 4,
    gpus: [
      {
        gpu: 'RTX 4090',
        vramGb: 24,
        minUsdPerGpuHour: 0.31,
        medianUsdPerGpuHour: 0.36,
        p25UsdPerGpuHour: 0.335,
        p75UsdPerGpuHour: 0.38,
        machines: 3,
        offers: 4,
        capped: false,
        thin: false,
        provider: 'vast',
        region: 'Sweden, SE',
        spot: false,
        machine: { gpus: 1, vcpus: null, memoryGb: null },
        daily: false,
        listedOn: null,
        ageSeconds: 42,
        observedAt: '2026-11-20T12:00:00.000Z',
        stale: false,
        source: 'vast',
      },
    ],
    ...tail,
  },
}

export const emptyExample = {
  title: 'A name that nothing matches',
  query: { q: 'no-such-gpu' },
  output: { ...head, source: 'vast+runpod', count: 0, total: 4, gpus: [], ...tail },
}
