/** How many workers, and how much growth of the process, a machine has memory for: a small function must not be ended for what two pages do. */
import { availableParallelism, totalmem } from 'node:os'

export type Machine = { readonly memoryBytes: number; readonly cores: number }
export type Workers = {
  /** Workers for pages of all kinds. */
  readonly size: number
  /** Workers for pages whose growth is watched. */
  readonly watchedSize: number
  /** Bytes by which one of the latter may let the process grow. */
  readonly mostGrowthBytes: number
}

const GB = 1024 ** 3
/** A machine that is sold as one of so many gigabytes has a little less for its programs. */
const WHOLE = 0.9

/** The machine's memory, or what the container or function that the program runs in may take of it. */
export function thisMachine(): Machine {
  // 0 and numbers beyond the machine's mean no limit.
  const limit = process.constrainedMemory() || Infinity
  return { memoryBytes: Math.min(totalmem(), limit), cores: availableParallelism() }
}

/** One worker for each gigabyte, at least one and at most four; two for what is watched from three gigabytes on. */
export function workersFor({ memoryBytes, cores }: Machine): Workers {
  const gigabytes = memoryBytes / GB / WHOLE
  return {
    size: Math.max(1, Math.min(4, Math.max(2, cores), Math.floor(gigabytes))),
    watchedSize: gigabytes < 3 ? 1 : 2,
    mostGrowthBytes: Math.min(GB / 2, Math.floor(memoryBytes / 4)),
  }
}
