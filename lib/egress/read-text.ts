/**
 * Reads a body as UTF-8 text.
 * @throws RangeError when it is longer than `maxBytes` (after decompression)
 */
export async function readText(body: AsyncIterable<Uint8Array> | null, maxBytes: number, signal: AbortSignal): Promise<string> {
  if (!body) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of body) {
    signal.throwIfAborted()
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new RangeError(`more than ${maxBytes} bytes`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
