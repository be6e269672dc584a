/** Examples of the tool: the docs, the samples and the contract sweep read them. */

const transfer = {
  signature: 'transfer(address,uint256)',
  name: 'transfer',
  types: ['address', 'uint256'],
  verified: true,
  firstSeen: '2016-07-09T03:58:28.234Z',
  sources: ['sourcify' as const, '4byte' as const],
}

const answer = <Match>(match: Match, ageSeconds: number) => ({
  selector: '0xa9059cbb',
  found: true,
  best: 'transfer(address,uint256)',
  count: 1,
  matches: [match],
  proven: true,
  revertReason: null,
  calls: [],
  filteredOut: 2,
  fetchedAt: '2026-11-20T12:00:00.000Z',
  ageSeconds,
  cached: ageSeconds > 0,
  sources: [
    { name: 'sourcify', ok: true },
    { name: '4byte', ok: true },
  ],
  unavailable: [],
})

export const selectorExample = {
  title: 'The selector of an ERC-20 transfer',
  query: { selector: '0xa9059cbb' },
  output: answer({ ...transfer, decodes: null, args: null }, 0),
}

export const calldataExample = {
  title: 'Full calldata: the arguments too',
  query: {
    selector:
      '0xa9059cbb000000000000000000000000833589fcd6edb6e08f4c7c32d4f71b54bda029130000000000000000000000000000000000000000000000000000000000002710',
  },
  output: answer(
    {
      ...transfer,
      decodes: true,
      args: [
        { type: 'address', value: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' },
        { type: 'uint256', value: '10000' },
      ],
    },
    12,
  ),
}
