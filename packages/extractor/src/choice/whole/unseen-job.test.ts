import { expect, test } from 'vitest'
import { extractPage } from '../../extract.ts'

const TEXT =
  'You keep the gates of the upper lock in Gateham and the lamps on the towpath, and answer to the harbour master, who lives at the lower one and comes by twice a week.'
const JOB = {
  '@type': 'JobPosting',
  title: 'Lock Keeper',
  hiringOrganization: { '@type': 'Organization', name: 'Gateham Canal Trust' },
  jobLocation: [{ '@type': 'Place', address: { addressLocality: 'Gateham', addressRegion: null, addressCountry: 'GB' } }],
  jobLocationType: 'TELECOMMUTE',
  employmentType: ['FULL_TIME', 'Seasonal'],
  baseSalary: { currency: 'GBP', value: { minValue: 28000, maxValue: '31000', unitText: 'YEAR' } },
  validThrough: '2026-12-24',
}
const read = (data: unknown, body = ''): string =>
  extractPage({
    html: `<title>Lock Keeper - Gateham</title><script type="application/ld+json">${JSON.stringify(data)}</script><main><h1>Lock Keeper</h1>${body}<p>${TEXT}</p></main>`,
    url: 'https://canal.example/jobs/1',
  })!.markdown

test('who offers a job, where, for how much and until when come first, where only the data of its page say so', () => {
  expect(read(JOB)).toBe(
    `Company: Gateham Canal Trust\\\nLocation: Gateham, telecommute\\\nEmployment: full time, Seasonal\\\nSalary: 28000 to 31000 GBP per year\\\nCloses: 2026-12-24\n\n${TEXT}`,
  )
  expect(read({ ...JOB, baseSalary: { currency: 'USD', value: { value: 21.5, unitText: 'HOUR' } } })).toContain(
    'Salary: 21.5 USD per hour\\\n',
  )
  expect(read(JOB, '<p>Gateham Canal Trust</p><p>Closing on 2026-12-24</p>')).not.toMatch(/Company:|Closes:/)
})

test('what is no job of the page, or nothing, is left out', () => {
  expect(read([JOB, { ...JOB, title: 'Lamp Lighter' }])).toBe(TEXT)
  expect(read({ ...JOB, title: 'Lamp Lighter' })).toBe(TEXT)
  expect(read({ '@type': 'JobPosting', title: 'Lock Keeper', baseSalary: { value: 'much' }, jobLocation: 'here' })).toBe(TEXT)
  expect(read({ '@type': 'JobPosting', title: 'Lock Keeper', hiringOrganization: '[a](javascript:x) *b*' })).toContain(
    'Company: \\[a\\](javascript:x) \\*b\\*\n',
  )
})
