/**
 * Structured logs: one JSON line each, on stderr, so that commands keep stdout for their answer.
 * Never log a payment header, a secret, or the query of a web tool.
 */
import pino from 'pino'

/** Kept of what cannot be written, in bytes; what comes beyond is lost. */
const KEPT_MAX = 1 << 20

const destination = pino.destination({ fd: 2, sync: true, maxLength: KEPT_MAX })
// A full disk, or a reader that died: without a listener whoever logs would be thrown at, in the middle of a sale. Tried again with the next line.
destination.on('error', () => undefined)

export const log = pino(
  {
    level: process.env.VITEST && !process.env.LOG_LEVEL ? 'silent' : (process.env.LOG_LEVEL ?? 'info'),
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
  },
  destination,
)
