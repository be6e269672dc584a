/** The bytes of an unpaid answer, given once by the bench, from a handler that does nothing else. */
export const dynamic = 'force-dynamic'

let answer: { status: number; headers: Record<string, string>; body: string } | undefined

export const GET = (): Response =>
  answer ? new Response(answer.body, { status: answer.status, headers: answer.headers }) : new Response(null, { status: 503 })

export async function PUT(request: Request): Promise<Response> {
  answer = (await request.json()) as typeof answer
  return new Response(null, { status: 204 })
}
