/** Sell2Wales: below-threshold notices of Welsh bodies, asked for in English and in Welsh. */
import { proactis } from './proactis.ts'

export const sell2Wales = proactis({
  prefix: 's2w',
  name: 'Sell2Wales',
  site: 'https://www.sell2wales.gov.wales',
  ocidPrefix: 'ocds-kuma6s-',
  originSetting: 'SELL2WALES_URL',
  searches: ([2057, 1106] as const).flatMap((locale) => [
    { noticeType: 51, locale, given: 'tender' as const },
    { noticeType: 52, locale, given: 'planning' as const },
    { noticeType: 53, locale, given: 'award' as const },
    // Subcontracts.
    ...[54, 55, 56].map((noticeType) => ({ noticeType, locale, given: null })),
  ]),
})
