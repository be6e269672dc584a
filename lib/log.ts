/**
 * Structured logs: one JSON line each, on stderr, so that commands keep stdout for their answer.
 * Never log a payment header, a secret, or the query of a web tool.
 */
import pino from 'pino'

export const log = pino(
  {
    level: process.env.VITEST && !process.env.LOG_LEVEL ? 'silent' : (process.env.LOG_LEVEL ?? 'info'),
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
  },
  pino.destination({ fd: 2, sync: true }),
)
