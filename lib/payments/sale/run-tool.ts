import type { Core } from '../../core.ts'
import { ApiError } from '../../errors.ts'
import { toApiError } from '../../http/problem.ts'
import { log } from '../../log.ts'
import type { ToolRequest } from '../../tools/parse.ts'

/**
 * Runs what was asked under the tool's cap and checks its answer against its own schema, so that what is settled is what was promised.
 * @returns the JSON text of the 200 body. @throws ApiError for every failure; none of them is ever charged.
 */
export async function runTool(core: Core, { tool, run }: ToolRequest, requestId: string): Promise<string> {
  const controller = new AbortController()
  let late: ApiError | undefined
  let timer: NodeJS.Timeout | undefined
  const cap = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      late = new ApiError('upstream_timeout', `The answer was not ready within ${tool.handlerCapMs} ms. Nothing was charged; try again.`, {
        retryAfterSeconds: 5,
      })
      controller.abort(late)
      reject(late)
    }, tool.handlerCapMs)
  })
  try {
    const value = await Promise.race([run({ core, signal: controller.signal, requestId }), cap])
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
