/** Every job there is, one line each; the work itself loads when it first runs. */
import type { Job } from './define.ts'

export const registry: Job[] = []

/** The job of this name, or undefined. */
export const findJob = (name: string, jobs: Job[] = registry): Job | undefined => jobs.find((job) => job.name === name)
