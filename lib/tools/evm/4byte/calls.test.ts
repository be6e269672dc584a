/** Calls inside calldata: packed batches, calls within calls, whom they call, and the names of well-known addresses. */
import { concatHex, encodeFunctionData, encodePacked, type Hex, parseAbi, size } from 'viem'
import { describe, expect, test } from 'vitest'
import { standIns } from '../../../../tests/support/upstreams/for-tests.ts'
import { toChecksumAddress } from '../../../chain/evm-address.ts'
import { labelled } from './labels.ts'
import { wrappers } from './nested.ts'
import { parseSignature } from './signature.ts'
import tool from './tool.ts'

const upstreams = standIns()

type Call = {
  path: string
  selector: string
  signature: string | null
  proven: boolean
  to: string | null
  value: string | null
  operation: string | null
}
type Answer = {
  best: string | null
  calls: (Call & { args: { value: string }[] | null })[]
  labels: { address: string; label: string; chain: string; path: string }[]
  unavailable: { field: string }[]
}
const ask = async (selector: Hex): Promise<Answer> =>
  tool.output.parse(
    await tool.run(tool.input.parse({ selector }), { core: upstreams.core(), signal: new AbortController().signal, requestId: 'test' }),
  ) as never

const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const SOMEBODY = '0x1234567890abcdef1234567890abcdef12345678'
const MULTISEND = '0xA238CBeb142c10Ef7Ad8442C6D1f9E89e07e7761'
const abi = parseAbi([
  'function transfer(address,uint256)',
  'function multiSend(bytes)',
  'function multicall(bytes[])',
  'function aggregate3((address,bool,bytes)[])',
  'function executeBatch(address[],uint256[],bytes[])',
  'function execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
])
const transfer = encodeFunctionData({ abi, functionName: 'transfer', args: [SOMEBODY, 10_000n] })
const packed = (operation: number, to: Hex, value: bigint, data: Hex) =>
  encodePacked(['uint8', 'address', 'uint256', 'uint256', 'bytes'], [operation, to.toLowerCase() as Hex, value, BigInt(size(data)), data])
const multiSend = (...transactions: Hex[]) => encodeFunctionData({ abi, functionName: 'multiSend', args: [concatHex(transactions)] })
const multicall = (...calls: Hex[]) => encodeFunctionData({ abi, functionName: 'multicall', args: [calls] })
const execute = (to: Hex, data: Hex, operation: number) => {
  const nobody = '0x0000000000000000000000000000000000000000'
  return encodeFunctionData({
    abi,
    functionName: 'execTransaction',
    args: [to, 0n, data, operation, 0n, 0n, 0n, nobody, nobody, `0x${'ab'.repeat(65)}`],
  })
}
const paths = ({ calls }: Answer) => calls.map(({ path, signature }) => [path, signature])

describe('calls that are not shown are counted', () => {
  type Counted = Answer & { callsOmitted: number }

  test('beyond twenty', async () => {
    const answer = (await ask(multicall(...Array.from({ length: 23 }, () => transfer)))) as Counted
    expect(answer.calls).toHaveLength(20)
    expect(answer.callsOmitted).toBe(3)
  })

  test('deeper than four levels', async () => {
    const answer = (await ask(multicall(multicall(multicall(multicall(multicall(transfer, transfer))))))) as Counted
    expect(answer.calls).toHaveLength(4)
    expect(answer.callsOmitted).toBe(2)
  })

  test('none where all are', async () => {
    expect(await ask(multicall(transfer))).toMatchObject({ callsOmitted: 0 })
    expect(await ask(transfer)).toMatchObject({ calls: [], callsOmitted: 0 })
  })
})

describe('a packed batch', () => {
  test('is taken apart: whom, how, how much, and what', async () => {
    const { best, calls, labels } = await ask(
      multiSend(packed(0, USDC, 0n, transfer), packed(0, SOMEBODY, 5n, '0x'), packed(1, MULTISEND, 0n, transfer)),
    )
    expect(best).toBe('multiSend(bytes)')
    expect(calls).toMatchObject([
      {
        path: '0[0]',
        to: USDC,
        value: '0',
        operation: 'call',
        signature: 'transfer(address,uint256)',
        proven: true,
        args: [{ value: toChecksumAddress(SOMEBODY) }, { value: '10000' }],
      },
      {
        path: '0[1]',
        to: toChecksumAddress(SOMEBODY),
        value: '5',
        operation: 'call',
        selector: '0x',
        signature: null,
        proven: false,
        args: null,
      },
      { path: '0[2]', to: MULTISEND, operation: 'delegatecall', signature: 'transfer(address,uint256)' },
    ])
    expect(labels).toEqual([
      { address: USDC, label: 'USDC', chain: 'base', path: '0[0].to' },
      { address: MULTISEND, label: 'Safe: MultiSend 1.3.0', chain: 'any', path: '0[2].to' },
    ])
  })

  const good = packed(0, USDC, 0n, transfer)
  test.each<[string, Hex]>([
    ['a byte too many', `${good}00`],
    ['a byte too few', good.slice(0, -2) as Hex],
    ['an operation that does not exist', packed(2, USDC, 0n, transfer)],
    ['a length beyond the end', encodePacked(['uint8', 'address', 'uint256', 'uint256'], [0, SOMEBODY, 0n, 2n ** 255n])],
    ['nothing', '0x'],
  ])('with %s is none', async (_name, transactions) => {
    expect((await ask(encodeFunctionData({ abi, functionName: 'multiSend', args: [transactions] }))).calls).toEqual([])
  })

  test('is taken apart although no database answers, which is said', async () => {
    for (const source of ['sourcify-4byte', 'fourbyte-directory']) upstreams().setFault(source, { mode: 'down' })
    const answer = await ask(multiSend(packed(0, USDC, 0n, transfer)))
    expect(answer.calls).toMatchObject([{ selector: '0xa9059cbb', to: USDC, signature: null, proven: false, args: null }])
    expect(answer.unavailable).toContainEqual(expect.objectContaining({ field: 'calls' }))
  })
})

describe('calls within calls', () => {
  test('a multisig that runs a batch with a multicall in it: four levels, each with its place', async () => {
    const answer = await ask(execute(MULTISEND, multiSend(packed(0, SOMEBODY, 0n, multicall(multicall(transfer)))), 1))
    expect(paths(answer)).toEqual([
      ['2', 'multiSend(bytes)'],
      ['2/0[0]', 'multicall(bytes[])'],
      ['2/0[0]/0[0]', 'multicall(bytes[])'],
      ['2/0[0]/0[0]/0[0]', 'transfer(address,uint256)'],
    ])
    expect(answer.calls[0]).toMatchObject({ to: MULTISEND, value: '0', operation: 'delegatecall' })
  })

  test('a known batch says whom each call is for, in tuples and in parallel arrays', async () => {
    const aggregate = encodeFunctionData({
      abi,
      functionName: 'aggregate3',
      args: [[[USDC, true, transfer]].map(([a, b, c]) => [a, b, c] as never)],
    })
    expect((await ask(aggregate)).calls).toMatchObject([{ path: '0[0].2', to: USDC, value: null, operation: 'call' }])
    const batch = encodeFunctionData({
      abi,
      functionName: 'executeBatch',
      args: [
        [SOMEBODY, USDC],
        [1n, 2n],
        [transfer, `${transfer}abcd`],
      ],
    })
    expect((await ask(batch)).calls).toMatchObject([
      { path: '2[0]', to: toChecksumAddress(SOMEBODY), value: '1' },
      { path: '2[1]', to: USDC, value: '2', selector: '0xa9059cbb' },
    ])
  })

  test('a batch of any size stays below 30 kB', async () => {
    const nested = multicall(...Array.from({ length: 100 }, () => multicall(transfer, transfer)))
    const answer = await ask(nested)
    expect(answer.calls.length).toBeLessThanOrEqual(20)
    expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThan(30_000)
  })

  test('many long names of one selector stay below 30 kB, the likeliest first', async () => {
    const names = [{ name: 'transfer(address,uint256)', filtered: false, hasVerifiedContract: true }]
    upstreams().setFault('sourcify-4byte', {
      mode: 'body',
      body: JSON.stringify({ ok: true, result: { function: { '0xa9059cbb': names } } }),
    })
    const answer = await ask(`${transfer.slice(0, 10)}${'00'.repeat(100_000)}` as Hex)
    expect(answer.best).toBe('transfer(address,uint256)')
    expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThan(30_000)
  })
})

describe('what is kept', () => {
  test('addresses have the right checksum and one name each; functions are in canonical form', () => {
    for (const { address } of labelled) expect(toChecksumAddress(address)).toBe(address)
    expect(new Set(labelled.map(({ address }) => address)).size).toBe(labelled.length)
    for (const text of wrappers) expect(parseSignature(text)?.text).toBe(text)
  })

  test('a name is that of the exact address alone', async () => {
    const lookAlike = `${USDC.slice(0, 10)}${'0'.repeat(28)}${USDC.slice(-4)}`.toLowerCase() as Hex
    const to = (address: Hex) => ask(encodeFunctionData({ abi, functionName: 'transfer', args: [address, 1n] }))
    expect((await to(lookAlike)).labels).toEqual([])
    expect((await to('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045')).labels).toMatchObject([
      { label: 'vitalik.eth', chain: 'ethereum', path: '0' },
    ])
  })
})
