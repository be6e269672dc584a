/** What a name says about its mail, from a dozen TXT and MX look-ups, as parsed findings. */
import { z } from 'zod'
import { checkDkim, Dkim } from './dkim.ts'
import { checkDmarc, Dmarc } from './dmarc.ts'
import { checkSmall, Small } from './small-records.ts'
import { checkSpf, type ReadTexts, Spf } from './spf.ts'

export const Mail = z.object({
  acceptsMail: z
    .boolean()
    .nullable()
    .describe('Whether it has mail hosts; false for a null MX (RFC 7505); null when there is no MX record or it is not readable.'),
  exchanges: z.array(z.string()).describe('Mail hosts, preferred first.'),
  spf: Spf.describe('Who may send (RFC 7208).'),
  dkim: z.array(Dkim).describe('Keys of the selectors asked for (RFC 6376); selectors cannot be listed, so [] says nothing.'),
  dmarc: Dmarc.describe('What to do with mail that fails (RFC 9989).'),
  mtaSts: Small.describe('MTA-STS record (RFC 8461); the policy file itself is not fetched.'),
  tlsRpt: Small.describe('TLS reporting record (RFC 8460).'),
  bimi: Small.describe('BIMI record of the default selector.'),
  findings: z
    .array(
      z.object({
        code: z.string().describe('Fixed code.'),
        severity: z.enum(['info', 'low', 'medium', 'high']).describe('How much it matters.'),
        detail: z.string().describe('One sentence.'),
      }),
    )
    .describe('What stands out, worst first; empty when nothing does.'),
})
export type Mail = z.output<typeof Mail>

/** Mail hosts by preference, `.` alone for a null MX; null when they could not be read. */
export type ReadHosts = (name: string) => Promise<string[] | null>

const order = { high: 0, medium: 1, low: 2, info: 3 } as const

function findingsOf({ spf, dkim, dmarc, mtaSts, tlsRpt, bimi, acceptsMail }: Omit<Mail, 'findings'>): Mail['findings'] {
  const found: Mail['findings'] = []
  const add = (code: string, severity: keyof typeof order, detail: string) => found.push({ code, severity, detail })
  if (spf.state === 'none') add('SPF_MISSING', 'medium', 'There is no SPF record: nobody can tell who may send.')
  if (spf.state === 'permerror') add('SPF_ERROR', 'high', `Receivers reject the SPF record: ${spf.problems.join('; ')}.`)
  if (spf.all === 'pass') add('SPF_ALLOWS_ALL', 'high', 'The SPF record lets anybody send.')
  if (spf.state === 'ok' && spf.all !== 'pass' && spf.problems.length > 0) add('SPF_PROBLEM', 'low', `${spf.problems.join('; ')}.`)
  if (dmarc.state === 'none') add('DMARC_MISSING', 'high', 'No DMARC record holds: mail in this name is not refused when it fails.')
  if (dmarc.state === 'invalid') add('DMARC_INVALID', 'high', `Receivers ignore the DMARC record: ${dmarc.problems.join('; ')}.`)
  if (dmarc.state === 'ok' && dmarc.policy === 'none')
    add('DMARC_NOT_ENFORCED', 'medium', 'The DMARC policy is none: failing mail is only reported.')
  if (dmarc.testing) add('DMARC_TESTING', 'low', 'The DMARC record is in test mode (t=y).')
  if (dmarc.state === 'ok' && dmarc.problems.length > 0) add('DMARC_PROBLEM', 'low', `${dmarc.problems.join('; ')}.`)
  for (const note of dmarc.notes) add('DMARC_OLD_TAG', 'info', `${note}.`)
  for (const { selector, state, problems } of dkim) {
    if (state === 'none') add('DKIM_MISSING', 'medium', `The selector ${selector} has no key.`)
    if (state === 'revoked') add('DKIM_REVOKED', 'info', `The key of ${selector} is revoked.`)
    if (state === 'invalid' || (state === 'ok' && problems.length > 0))
      add(state === 'ok' ? 'DKIM_PROBLEM' : 'DKIM_INVALID', state === 'ok' ? 'low' : 'high', `${selector}: ${problems.join('; ')}.`)
  }
  for (const [code, record] of [
    ['MTA_STS', mtaSts],
    ['TLS_RPT', tlsRpt],
    ['BIMI', bimi],
  ] as const)
    if (record.state === 'invalid') add(`${code}_INVALID`, 'low', `${record.problems.join('; ')}.`)
  if (acceptsMail === true && mtaSts.state === 'none')
    add('MTA_STS_MISSING', 'info', 'Mail to it may be sent without TLS: there is no MTA-STS record.')
  return found.sort((one, other) => order[one.severity] - order[other.severity] || (one.code < other.code ? -1 : 1)).slice(0, 40)
}

/** @param selectors DKIM selectors to look at */
export async function checkMail(name: string, selectors: readonly string[], texts: ReadTexts, hosts: ReadHosts): Promise<Mail> {
  const [mx, own, dmarc, dkim, sts, rpt, bimi] = await Promise.all([
    hosts(name),
    texts(name),
    checkDmarc(name, texts),
    Promise.all(selectors.map(async (selector) => checkDkim(selector, await texts(`${selector}._domainkey.${name}`)))),
    texts(`_mta-sts.${name}`),
    texts(`_smtp._tls.${name}`),
    texts(`default._bimi.${name}`),
  ])
  const spf: Spf =
    own === null
      ? { state: 'unknown', record: null, all: null, redirect: null, lookups: 0, voidLookups: 0, includes: [], problems: [] }
      : await checkSpf(own, texts)
  const parts = {
    acceptsMail: mx === null || mx.length === 0 ? null : mx.some((host) => host !== '.'),
    exchanges: (mx ?? []).filter((host) => host !== '.').slice(0, 20),
    spf,
    dkim,
    dmarc,
    mtaSts: checkSmall('STSv1', sts),
    tlsRpt: checkSmall('TLSRPTv1', rpt),
    bimi: checkSmall('BIMI1', bimi),
  }
  return { ...parts, findings: findingsOf(parts) }
}
