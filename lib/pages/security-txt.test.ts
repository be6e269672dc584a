import { expect, test } from 'vitest'
import { securityTxt } from './security-txt.ts'

const site = { BASE_URL: 'https://tools.example', CONTACT_URL: 'https://tools.example/docs' }
const expires = (now: string) => Date.parse(/^Expires: (.+)\r$/m.exec(securityTxt(site, Date.parse(now)))![1]!)

test.each(['2026-01-01T00:00:00Z', '2026-02-28T23:59:59Z', '2027-12-31T12:00:00Z'])(
  'security.txt has the fields of RFC 9116 and is never close to its end, asked at %s',
  (now) => {
    const text = securityTxt(site, Date.parse(now))
    expect(text).toMatch(/^Contact: https:\/\/tools\.example\/docs\r\nExpires: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\r\n/)
    expect(text).toContain('Canonical: https://tools.example/.well-known/security.txt')
    const days = (expires(now) - Date.parse(now)) / 86_400_000
    expect(days).toBeGreaterThan(140)
    // The RFC advises less than a year.
    expect(days).toBeLessThan(365)
  },
)
