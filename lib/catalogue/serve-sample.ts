import { env } from '../env.ts'
import { ApiError } from '../errors.ts'
import { problem } from '../http/problem.ts'
import { requestIdOf } from '../http/request-id.ts'
import { tools } from '../tools/registry.ts'
import { sampleFile, sampleKinds, sampleText } from './samples.ts'
import { serveDocument } from './serve.ts'

/** `/samples/<tool>.json` and `/samples/<tool>.errors.json`: free, open to every origin. Only files of known tools are ever looked for. */
export function serveSample(request: Request): Response {
  const { pathname } = new URL(request.url)
  for (const kind of sampleKinds) {
    const tool = tools.find((entry) => `/${sampleFile(entry, kind)}` === pathname)
    if (tool) return serveDocument(() => ({ contentType: 'application/json; charset=utf-8', body: sampleText(tool, kind) }))(request)
  }
  const detail = `There is no such sample. They are named after the tools, e.g. ${env().BASE_URL}/${sampleFile(tools[0]!, 'answer')}.`
  return problem(new ApiError('not_found', detail), { requestId: requestIdOf(request) })
}
