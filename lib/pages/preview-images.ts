/** Words of the pictures that stand beside a shared link. */
export const previewImages = {
  tools: {
    footer: 'Paid Agent Tools',
    title: 'Tools your agent can buy, one call at a time',
    lines: ['From $0.001 in USDC by x402. No key, no account.', 'A call that fails costs nothing.'],
  },
  tenders: {
    footer: 'UK public tenders',
    title: 'Public contracts your firm can still bid for',
    lines: ['Twenty trades, closing soonest first.', 'Free, no sign-up. Not official.'],
  },
} as const
