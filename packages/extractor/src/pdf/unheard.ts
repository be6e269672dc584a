/** PDF.js asks for parts of a file before it needs them. Where such an answer is an error, nobody hears it, and Node would end the process. */
import process from 'node:process'

const OF_PDFJS = /^(?:XRefEntryException|XRefParseException|MissingDataException|ParserEOFException|FormatError)$/

let readings = 0

/** Reads with an ear for errors that PDF.js leaves to nobody; those of others end the process as they would without it. */
export async function heard<Result>(read: () => Promise<Result>): Promise<Result> {
  readings += 1
  if (readings === 1) process.on('unhandledRejection', hear)
  try {
    return await read()
  } finally {
    // What nobody hears is told when all that waits has been done.
    setImmediate(() => {
      readings -= 1
      if (readings === 0) process.off('unhandledRejection', hear)
    })
  }
}

function hear(reason: unknown): void {
  const isOfPdfJs = reason instanceof Error && (OF_PDFJS.test(reason.name) || /\bpdfjs\b/.test(reason.stack ?? ''))
  const isHeard = process.listeners('unhandledRejection').some((other) => other !== hear)
  if (!isOfPdfJs && !isHeard) throw reason
}
