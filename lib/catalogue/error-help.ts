/** What each problem code means and what its reader should do. The type makes a new code without help a compile error. */
import type { ProblemCode } from '../errors.ts'

export type ErrorHelp = { meaning: string; todo: string }

export const errorHelp: Record<ProblemCode, ErrorHelp> = {
  invalid_input: {
    meaning: 'A parameter is missing, malformed, repeated or unknown. Input is checked before any payment is asked for or looked at.',
    todo: 'Read `param`, `reason` and `allowed`, correct the call, and send it again. `example` is a call that works.',
  },
  invalid_payload: {
    meaning:
      'The PAYMENT-SIGNATURE header could not be read as an x402 version 2 payment: not base64, not JSON, or not of the shape that its network needs.',
    todo: 'Ask for the terms again without the header, sign one of `accepts`, and send the result as base64 of JSON. Version 1 headers (X-PAYMENT) are not accepted.',
  },
  unauthorized: {
    meaning: 'This is a route for the operator of the server.',
    todo: 'Nothing is sold here. Send the operator token as a Bearer token if you have it.',
  },
  not_found: {
    meaning: 'There is nothing at this address.',
    todo: 'See the list of endpoints at the root of the site; addresses are case-sensitive.',
  },
  subject_not_found: {
    meaning: 'The call was good, and what it asks about does not exist: no such token, contract or asset. The payment was not settled.',
    todo: 'Check the address or name, and the network it lives on. Asking again will give the same answer until it exists.',
  },
  method_not_allowed: {
    meaning: 'This address is not used with that HTTP method.',
    todo: 'Use one of the methods in the Allow header; everything that is sold is a GET.',
  },
  conflict: {
    meaning: 'The request does not fit the present state of the thing it names.',
    todo: 'Read the state first; the detail says what stands in the way.',
  },
  payment_in_flight: {
    meaning:
      'The same payment is being worked on at this moment, by an earlier request of yours. `charged` is null: that request may be settling it.',
    todo: 'Wait as long as Retry-After says and send the same request with the same header again: you get the answer of the first one.',
  },
  payment_already_used: {
    meaning:
      'This payment was used before, for another request, or its stored answer is older than 24 hours. A payment buys one answer to one question.',
    todo: 'Sign a new payment for a new request. Where the detail names a transaction and says not to sign again, ask the operator.',
  },
  payment_identifier_conflict: {
    meaning: 'The payment identifier (or Idempotency-Key) was used before with another payment or another request.',
    todo: 'Use a new identifier for a new call, and the old one only to repeat the very same call.',
  },
  gone: {
    meaning: 'This existed and is over: a closed notice, or an address that was retired.',
    todo: 'Do not ask again. The detail or the page says what took its place.',
  },
  unprocessable: {
    meaning:
      'The input is well-formed, but its target cannot be worked on: for example a picture where a web page was expected, or an address that is not a token.',
    todo: 'The detail says why. Another call with the same input will fail in the same way.',
  },
  rate_limited: {
    meaning:
      'Too many unpaid calls, or too many payments that did not verify, from one address within a minute. Paid calls are not limited by address.',
    todo: 'Wait as long as Retry-After says. Keep the terms of a 402: they stay good for further calls.',
  },
  unpaid_runs_exhausted: {
    meaning:
      'Too many calls of one payer, or of payers at one address who never paid, ended without a payment within ten minutes: answers that failed, or payments that could not be settled.',
    todo: 'Wait as long as Retry-After says, and send the same payment again. A settled call widens the allowance of its payer.',
  },
  internal_error: {
    meaning: 'A fault of ours. It is logged with the request id.',
    todo: 'Try again, with the same payment if you sent one; if it stays, report the request id. Nothing was settled.',
  },
  upstream_failed: {
    meaning:
      'A third-party source answered with an error or with something unusable. Where the cause is the page you asked for, `upstreamStatus` holds its status.',
    todo: 'Try again later with the same signed payment, which was not settled. Signing another one could pay twice.',
  },
  upstream_unavailable: {
    meaning: 'Every source that could answer is known to be down or refuses calls at present. You were not asked to pay.',
    todo: 'Wait as long as Retry-After says, and send a payment that you have signed again; the status page shows which source is out.',
  },
  warming_up: {
    meaning:
      'The server has just started and the first data of this tool is still being fetched. The terms are told all the same; nothing was settled.',
    todo: 'Send the same payment again in a few seconds.',
  },
  facilitator_unavailable: {
    meaning: 'The payment facilitator does not answer, so a payment can be neither offered nor verified. Nothing was settled.',
    todo: 'Try again as Retry-After says; a payment you have signed stays good until it expires.',
  },
  payments_not_configured: {
    meaning: 'This server lacks the settings that it needs to sell.',
    todo: 'Its operator must set what the detail names.',
  },
  payment_store_unavailable: {
    meaning:
      'The record of payments cannot be written, or was put back to an earlier state some minutes ago. Without it a payment could be taken twice, so none is taken.',
    todo: 'Try again as Retry-After says, with the same header. `charged` is null: whether that payment was settled by an earlier call cannot be looked up now.',
  },
  clock_skewed: {
    meaning: 'The clock of the server is wrong, so it cannot tell whether a payment is still valid. Its operator has been told.',
    todo: 'Send the same payment again later. Do not sign a new one: it would look just as mistimed.',
  },
  settlement_unknown: {
    meaning:
      'The settlement was sent, or the facilitator calls a payment used that is not in our books, and nobody knows yet whether it landed. `charged` is null until that is known.',
    todo: 'Send the same request with the same header again. Do not sign a new payment: you will get the answer, or learn that nothing was taken.',
  },
  unavailable: { meaning: 'This part of the service cannot answer now.', todo: 'Try again as Retry-After says.' },
  upstream_timeout: {
    meaning: 'A third-party source, or the page you asked for, took longer than the time this tool allows. Nothing was settled.',
    todo: 'Try again later with the same signed payment. The limits of each tool are on its page.',
  },
}
