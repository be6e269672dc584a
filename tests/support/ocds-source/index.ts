/** A loopback copy of both tenders sources, and made-up releases for it. */
export * from './generate.ts'
export type { MadeRelease } from './search.ts'
export { type OcdsSources, originsOf, startOcdsSources } from './server.ts'
export type { TrapName } from './traps.ts'
