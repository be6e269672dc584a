import type { Core } from '../../core.ts'
import { ApiError } from '../../errors.ts'
import { toApiError } from '../../http/problem.ts'
import { log } from '../../log.ts'
import type { ToolRequest } from '../../tools/parse.ts'
import type { Asked, Work } from './known.ts'

/**
 * Runs what was asked under the tool's cap and checks its answer against its own schema, so that what is settled is what was promised.
 * @param until ends the work before its time: nobody waits for its answer any more
 * @returns the JSON text of the 200 body. @throws ApiError for every failure; none of them is ever charged.
 */
export async function runTool(core: Core, { tool, run }: ToolRequest, requestId: string, until?: AbortSignal): Promise<string> {
  const controller = new AbortController()
  let late: ApiError | undefined
  let timer: NodeJS.Timeout | undefined
  const ended = new Promise<never>((_, reject) => {
    const end = (why: ApiError) => {
      late ??= why
      controller.abort(late)
      reject(late)
    }
    timer = setTimeout(() => {
      const detail = `The answer was not ready within ${tool.handlerCapMs} ms. Nothing was charged; try again.`
      end(new ApiError('upstream_timeout', detail, { retryAfterSeconds: 5 }))
    }, tool.handlerCapMs)
    until?.addEventListener('abort', () => end(new ApiError('unavailable', 'Nobody waits for this answer any more.')), { once: true })
  })
  try {
    const value = await Promise.race([run({ core, signal: controller.signal, requestId }), ended])
    const parsed = tool.output.safeParse(value)
    if (!parsed.success) {
      log.error({ tool: tool.id, requestId, issues: parsed.error.issues.slice(0, 5) }, 'a tool broke its own output schema')
      throw new ApiError('internal_error', 'The answer did not have the promised form, so it is withheld. Nothing was charged.', {
        cause: parsed.error,
      })
    }
    return JSON.stringify(parsed.data)
  } catch (error) {
    throw late ?? toApiError(error, requestId)
  } finally {
    clearTimeout(timer)
  }
}

/** Begins. `until` ends it before its time. */
export function work({ core, request, requestId }: Asked, until?: AbortSignal): Work {
  const startedAt = performance.now()
  let endedAt: number | undefined
  const answer = runTool(core, request, requestId, until).finally(() => {
    endedAt = performance.now()
  })
  answer.catch(() => {})
  return { answer, handlerMs: () => Math.round((endedAt ?? performance.now()) - startedAt) }
}
