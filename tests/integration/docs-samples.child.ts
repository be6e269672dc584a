/** Runs samples one after another, each a file named by a message, and says what each printed. Ends when nobody sends any more and none left anything open. */
import { pathToFileURL } from 'node:url'

let out = ''
process.stdout.write = (chunk: string | Uint8Array) => {
  out += String(chunk)
  return true
}
process.on('message', async (file: string) => {
  out = ''
  try {
    await import(pathToFileURL(file).href)
    process.send?.({ out })
  } catch (error) {
    process.send?.({ error: `${(error as Error).stack}\n${out}` })
  }
})
