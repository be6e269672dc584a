/** How a source is asked, by whatever way: as much of `fetch` as the upstream layer needs. */

type TransportRequest = {
  method: string
  headers: Record<string, string>
  body?: string
  signal: AbortSignal
}

/** What the layer needs of a response; the web `Response` fits. */
export type TransportResponse = {
  status: number
  headers: { get(name: string): string | null }
  body: AsyncIterable<Uint8Array> | null
}

export type Transport = (url: string, request: TransportRequest) => Promise<TransportResponse>
