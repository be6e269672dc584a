/** Runs once per server process, before the first request; never at build. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || process.env.NEXT_PHASE === 'phase-production-build') return
  const { startProcess } = await import('./lib/start.ts')
  startProcess()
}
