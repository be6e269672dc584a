/** Public Contracts Scotland: below the threshold the only source of Scottish notices. Above it they reach Find a Tender, so are not asked for. */
import { proactis } from './proactis.ts'

export const publicContractsScotland = proactis({
  prefix: 'pcs',
  name: 'Public Contracts Scotland',
  site: 'https://www.publiccontractsscotland.gov.uk',
  ocidPrefix: 'ocds-r6ebe6-',
  originSetting: 'PUBLIC_CONTRACTS_SCOTLAND_URL',
  searches: [
    { noticeType: 101, given: 'tender' },
    { noticeType: 102, given: 'planning' },
    { noticeType: 103, given: 'award' },
    // Awards of quick quotes.
    { noticeType: 104, given: null },
  ],
})
