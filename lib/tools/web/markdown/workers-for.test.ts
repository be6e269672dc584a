import { totalmem } from 'node:os'
import { expect, test, vi } from 'vitest'
import { thisMachine, workersFor } from './workers-for.ts'

const MB = 1024 ** 2
/** What a worker for pages may take, what the program takes at rest, and what a watched worker has passed its bound by when it is seen. */
const [HEAP, REST, LATE] = [288 * MB, 200 * MB, 64 * MB]

test.each([
  [1_024, 2],
  [2_048, 2],
  [3_072, 2],
  [4_096, 8],
  [8_192, 8],
])('everything that all workers may take at once fits a machine of %i MB with %i cores', (memory, cores) => {
  for (const memoryBytes of [memory * MB, memory * MB * 0.95]) {
    const { size, watchedSize, mostGrowthBytes } = workersFor({ memoryBytes, cores })
    expect(REST + size * HEAP + watchedSize * (mostGrowthBytes + LATE)).toBeLessThan(memoryBytes)
  }
})

test('even the smallest machine has a worker of both kinds, and a large one no more than four and two', () => {
  expect(workersFor({ memoryBytes: 256 * MB, cores: 1 })).toEqual({ size: 1, watchedSize: 1, mostGrowthBytes: 64 * MB })
  expect(workersFor({ memoryBytes: 65_536 * MB, cores: 64 })).toEqual({ size: 4, watchedSize: 2, mostGrowthBytes: 512 * MB })
})

test('the memory of a container counts where it is less than that of its machine', () => {
  const limit = vi.spyOn(process, 'constrainedMemory')
  limit.mockReturnValue(512 * MB)
  expect(thisMachine().memoryBytes).toBe(Math.min(512 * MB, totalmem()))
  for (const none of [0, Number.MAX_SAFE_INTEGER]) {
    limit.mockReturnValue(none)
    expect(thisMachine().memoryBytes).toBe(totalmem())
  }
})
