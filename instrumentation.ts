/** Runs once per server process, before the first request; never at build. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || process.env.NEXT_PHASE === 'phase-production-build') return
  const [{ createCore }, { readEnv }, { createApp }, { runApp }] = await Promise.all([
    import('./lib/core.ts'),
    import('./lib/env.ts'),
    import('./lib/app.ts'),
    import('./lib/running.ts'),
  ])
  runApp(() =>
    createApp(createCore(readEnv()), {
      jobs: {
        // Loaded only by those that have a queue outside: it brings the queue's whole SDK.
        dispatch: async (core, job) => {
          const { dispatch } = await import('./inngest/dispatch.ts')
          await dispatch(core, job)
        },
      },
      queue: async (core, request) => {
        const { serveInngest } = await import('./inngest/serve.ts')
        return serveInngest(core)(request)
      },
    }),
  )
}
