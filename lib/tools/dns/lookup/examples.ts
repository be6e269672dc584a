/** Examples of the tool: the docs, the samples and the contract sweep read them. */

const head = {
  name: 'example.com',
  unicodeName: null,
  status: 0,
  statusText: 'NOERROR',
  found: true,
  authority: [],
  resolver: 'cloudflare' as const,
  agree: null,
  noData: false,
  nullMx: false,
  dnssecError: null,
  difference: null,
  caaFrom: null,
  mail: null,
  registration: null,
  comment: null,
}
const tail = {
  fetchedAt: '2026-11-20T12:00:00.000Z',
  ageSeconds: 0,
  cached: false,
  sources: [{ name: 'cloudflare', ok: true, as_of: '2026-11-20T12:00:00.000Z' }],
  unavailable: [],
}
const signed = { dnssecValidated: true, dnssecState: 'secure' as const }
const unsigned = { dnssecValidated: false, dnssecState: 'insecure' as const }

const mx = (priority: number, exchange: string) => ({
  name: 'example.com',
  type: 'MX' as const,
  ttl: 600,
  data: `${priority} ${exchange}`,
  priority,
  exchange,
})
const hosts = [mx(10, 'mx1.example.net'), mx(20, 'mx2.example.net')]

export const addressExample = {
  title: 'Addresses of a host',
  query: { name: 'example.com' },
  output: { ...head, type: 'A', answer: [{ name: 'example.com', type: 'A', ttl: 300, data: '192.0.2.10' }], ...signed, ...tail },
}

export const mxExample = {
  title: 'Mail hosts, by preference',
  query: { name: 'example.com', type: 'MX' },
  output: { ...head, type: 'MX', answer: hosts, ...unsigned, ...tail },
}

const none = { state: 'none' as const, record: null, tags: [], problems: [] }

export const mailExample = {
  title: 'What a domain says about its mail',
  query: { name: 'example.com', type: 'MX', check: 'mail', selectors: 's1' },
  output: {
    ...head,
    type: 'MX',
    answer: hosts,
    ...unsigned,
    mail: {
      acceptsMail: true,
      exchanges: ['mx1.example.net', 'mx2.example.net'],
      spf: {
        state: 'ok' as const,
        record: 'v=spf1 mx -all',
        all: 'fail' as const,
        redirect: null,
        lookups: 1,
        voidLookups: 0,
        includes: [],
        problems: [],
      },
      dkim: [{ selector: 's1', state: 'none' as const, keyType: null, keyBits: null, testing: false, strict: false, problems: [] }],
      dmarc: {
        state: 'ok' as const,
        record: 'v=DMARC1; p=quarantine; rua=mailto:dmarc@example.com',
        foundAt: 'example.com',
        organizationalDomain: 'example.com',
        policy: 'quarantine' as const,
        subdomainPolicy: 'quarantine' as const,
        nonexistentPolicy: 'quarantine' as const,
        testing: false,
        alignment: { dkim: 'relaxed' as const, spf: 'relaxed' as const },
        reports: ['mailto:dmarc@example.com'],
        failureReports: [],
        problems: [],
        notes: [],
      },
      mtaSts: none,
      tlsRpt: none,
      bimi: none,
      findings: [
        { code: 'DKIM_MISSING', severity: 'medium' as const, detail: 'The selector s1 has no key.' },
        { code: 'MTA_STS_MISSING', severity: 'info' as const, detail: 'Mail to it may be sent without TLS: there is no MTA-STS record.' },
      ],
    },
    ...tail,
  },
}
