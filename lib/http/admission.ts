/**
 * Who gets in for nothing. Every client has an allowance of free calls that refills evenly (RATE_LIMIT_PER_MINUTE, 0 = none is counted), and
 * free work that has to wait for something has so many places, for each client and in all. Over its own limits a client is told 429, over the
 * whole's 503, both with Retry-After. Who pays is not limited here.
 */
import { type Core, part } from '../core.ts'
import { ApiError } from '../errors.ts'
import { problemReply } from './problem.ts'
import { createRateLimit } from './rate-limit.ts'
import type { Call, Reply } from './reply.ts'

/** Free work at once: less than a database takes beside its payments. */
const PLACES = 48
const PLACES_PER_CLIENT = 16

/** Bodies up to this are read as they come; larger ones while there is room for them, for each client and in all. */
export const SMALL_BODY_BYTES = 32 * 1024
const BODY_ROOM_BYTES = 48 * 1024 * 1024
const BODY_ROOM_PER_CLIENT_BYTES = 12 * 1024 * 1024

export type Refusal = 'allowance' | 'bad_input' | 'places_of_client' | 'places' | 'bodies_of_client' | 'bodies'

const state = part((core) => ({
  allowance: createRateLimit(core.env.RATE_LIMIT_PER_MINUTE),
  badInput: createRateLimit(core.env.RATE_LIMIT_PER_MINUTE),
  bodies: new Map<string, number>(),
  allBodies: 0,
  held: new Map<string, number>(),
  all: 0,
  refused: new Map<Refusal, number>(),
}))

function refuse(core: Core, reason: Refusal, detail: string, retryAfterSeconds: number): ApiError {
  const { refused } = state(core)
  refused.set(reason, (refused.get(reason) ?? 0) + 1)
  return new ApiError(reason === 'places' || reason === 'bodies' ? 'unavailable' : 'rate_limited', detail, { retryAfterSeconds })
}

/** Takes `cost` free calls from a client's allowance. @throws ApiError `rate_limited` */
export function spendAllowance(core: Core, client: string, cost = 1): void {
  const wait = state(core).allowance.take(client, core.uptime(), cost)
  if (wait === undefined) return
  throw refuse(core, 'allowance', 'Too many free calls from this address. Paid calls are not limited by address.', wait)
}

/** For calls that only their answer shows to be good: those are not counted, the others are, afterwards. @throws ApiError `rate_limited` when nothing is left */
export function requireAllowance(core: Core, client: string): void {
  const wait = state(core).allowance.peek(client, core.uptime())
  if (wait !== undefined) throw refuse(core, 'allowance', 'Too many calls from this address that were refused.', wait)
}

/** Charges a client for a call that turned out to be bad. */
export const chargeAllowance = (core: Core, client: string, cost: number): void => state(core).allowance.charge(client, core.uptime(), cost)

/**
 * Counts a call of a paid tool that was refused for what it asks. An allowance of its own, as large as the other: whoever has asked for all the
 * prices he may is still told what is wrong with his input. @throws ApiError `rate_limited`
 */
export function countBadInput(core: Core, client: string, cost = 1): void {
  const wait = state(core).badInput.take(client, core.uptime(), cost)
  if (wait !== undefined) throw refuse(core, 'bad_input', 'Too many calls from this address that could not be read.', wait)
}

/** Calls that no payment could make good: what they ask for cannot be read, is not there, or is no more. */
export const isBadCall = ({ status }: ApiError): boolean => status === 400 || status === 404 || status === 405 || status === 410

/** What is said to a call that failed: why, or that there were too many bad ones, which are limited by address whatever payment they carry. */
export function boundBad(core: Core, client: string, error: ApiError, cost = 1): ApiError {
  if (!isBadCall(error)) return error
  try {
    countBadInput(core, client, cost)
    return error
  } catch (limited) {
    if (limited instanceof ApiError) return limited
    throw limited
  }
}

/** Takes room for a body that is about to be read; the result gives it back. @throws ApiError `rate_limited`, or `unavailable` when there is none left */
export function takeRoom(core: Core, client: string, bytes: number): () => void {
  if (bytes <= SMALL_BODY_BYTES) return () => {}
  const room = state(core)
  const own = room.bodies.get(client) ?? 0
  if (own + bytes > BODY_ROOM_PER_CLIENT_BYTES)
    throw refuse(core, 'bodies_of_client', 'Too many large bodies at once from this address.', 1)
  if (room.allBodies + bytes > BODY_ROOM_BYTES) throw refuse(core, 'bodies', 'Too many large bodies at once. Try again in a moment.', 2)
  room.bodies.set(client, own + bytes)
  room.allBodies += bytes
  return () => {
    const left = (room.bodies.get(client) ?? bytes) - bytes
    if (left === 0) room.bodies.delete(client)
    else room.bodies.set(client, left)
    room.allBodies -= bytes
  }
}

/** Takes a place for free work; the result gives it back. @throws ApiError `rate_limited`, or `unavailable` when all are taken */
export function takePlace(core: Core, client: string): () => void {
  const places = state(core)
  const own = places.held.get(client) ?? 0
  if (own >= PLACES_PER_CLIENT && core.env.RATE_LIMIT_PER_MINUTE > 0)
    throw refuse(core, 'places_of_client', `Too many calls at once from this address: ${PLACES_PER_CLIENT} may wait.`, 1)
  if (places.all >= PLACES) throw refuse(core, 'places', 'Too many free calls at once. Try again in a moment.', 2)
  places.held.set(client, own + 1)
  places.all += 1
  return () => {
    const left = (places.held.get(client) ?? 1) - 1
    if (left === 0) places.held.delete(client)
    else places.held.set(client, left)
    places.all -= 1
  }
}

/** The same call, whose body is read only while there is room for it. */
export const withRoom = (core: Core, call: Call): Call => ({
  ...call,
  body: async (maxBytes) => {
    const declared = Number(call.header('content-length') ?? Number.NaN)
    if (declared > maxBytes) return undefined
    const giveBack = takeRoom(core, call.clientIp, Number.isNaN(declared) ? maxBytes : declared)
    try {
      return await call.body(maxBytes)
    } finally {
      giveBack()
    }
  },
})

/** What something beside the site table is to answer (files, the queue's endpoint): a refusal for a client without an allowance. Cost 0 looks, and takes nothing. */
export function refusalOutside(core: Core, client: string, requestId: string, cost: number): Reply | undefined {
  try {
    if (cost === 0) requireAllowance(core, client)
    else spendAllowance(core, client, cost)
    return undefined
  } catch (error) {
    return problemReply(core.env, error, { requestId })
  }
}

/** How many free calls were refused since the program started, by reason. */
export const refusals = (core: Core): ReadonlyMap<Refusal, number> => state(core).refused
