/** The addresses pages are made for. */
import { env } from '../env.ts'
import type { Site } from '../html/document.ts'

export const site = (): Site => env()
