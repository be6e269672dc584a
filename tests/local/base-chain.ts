/**
 * Base on this machine: anvil with Base's chain id, and a test USDC planted at its canonical address, so that production code runs
 * unchanged. `contracts/compiled.json` holds runtime bytecode of `contracts/*.sol`, made once with the npm package solc 0.8.30
 * (optimizer 200 runs, EVM cancun, no metadata hash); the compiler is not a dependency of this project.
 */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { encodeAbiParameters, keccak256, numberToHex, padHex } from 'viem'
import { findProgram } from '../support/programs.ts'
import { freePort, startTied, untilReady } from '../support/tied-process.ts'

export type BaseChain = {
  rpcUrl: string
  chainId: 8453 | 84532
  /** `eip155:<chainId>` */
  network: `eip155:${number}`
  /** The planted token. */
  usdc: `0x${string}`
  /** Adds USDC to an account (atomic units, six decimals), by writing the token's storage. */
  fund(address: string, atomic: bigint): Promise<void>
  /** Sets an account's ether, for gas. */
  setEther(address: string, wei: bigint): Promise<void>
  /** USDC of an account in atomic units. */
  balanceOf(address: string): Promise<bigint>
  /** Moves the chain's clock forward and mines a block. */
  advanceSeconds(seconds: number): Promise<void>
  /** Timestamp of the newest block, Unix seconds. */
  now(): Promise<number>
  /** Any JSON-RPC call. @throws Error with the node's message. */
  call<Result = unknown>(method: string, params?: unknown[]): Promise<Result>
  stop(): Promise<unknown>
}

export type BaseChainOptions = {
  /** 84532 is Base Sepolia. Default 8453. */
  chainId?: 8453 | 84532
}

const usdcAddress = {
  8453: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  84532: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
} as const
const multicall3Address = '0xcA11bde05977b3631167028862bE2a173976CA11'
const balancesSlot = 9n
const supplySlot = 11n

type Compiled = { usdc: `0x${string}`; multicall3: `0x${string}` }
const compiled = JSON.parse(readFileSync(new URL('contracts/compiled.json', import.meta.url), 'utf8')) as Compiled

/** The binary itself: the package's own launcher is one more process to lose. */
function findAnvil(): string {
  const file = process.platform === 'win32' ? 'anvil.exe' : 'anvil'
  const name = `@foundry-rs/anvil-${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`
  try {
    const path = join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'bin', file)
    if (existsSync(path)) return path
  } catch {
    // No package for this platform: perhaps the machine has its own.
  }
  const path = findProgram(file)
  if (!path) throw new Error(`There is no anvil: the npm package ${name} is not installed, and PATH has none.`)
  return path
}

function rpc(url: string): BaseChain['call'] {
  return async <Result>(method: string, params: unknown[] = []) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(10_000),
    })
    const answer = (await response.json()) as { result?: Result; error?: { message: string } }
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`)
    return answer.result as Result
  }
}

/** Starts the chain; ready in about half a second. */
export async function startBaseChain(options: BaseChainOptions = {}): Promise<BaseChain> {
  const chainId = options.chainId ?? 8453
  const usdc = usdcAddress[chainId]
  const port = await freePort()
  const args = ['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(chainId), '--accounts', '1', '--silent']
  // States live in memory, and only the latest ones: without this anvil spills them into the home folder.
  // There is no first layer that could take a block back: each is safe at once.
  args.push('--prune-history', '256', '--order', 'fifo', '--slots-in-an-epoch', '0')
  const child = await startTied(findAnvil(), args)
  const rpcUrl = `http://127.0.0.1:${port}`
  const call = rpc(rpcUrl)

  const word = (value: bigint) => numberToHex(value, { size: 32 })
  const readWord = async (slot: `0x${string}`) => BigInt(await call<string>('eth_getStorageAt', [usdc, slot, 'latest']))
  const balanceSlot = (address: string) =>
    keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [address as `0x${string}`, balancesSlot]))

  try {
    await untilReady('anvil', child, async () => Number(await call<string>('eth_chainId')) === chainId, 15_000)
    await call('anvil_setCode', [usdc, compiled.usdc])
    await call('anvil_setCode', [multicall3Address, compiled.multicall3])
  } catch (error) {
    await child.stop()
    throw error
  }

  return {
    rpcUrl,
    chainId,
    network: `eip155:${chainId}`,
    usdc,
    call,
    async fund(address, atomic) {
      const slot = balanceSlot(address)
      await call('anvil_setStorageAt', [usdc, slot, word((await readWord(slot)) + atomic)])
      await call('anvil_setStorageAt', [usdc, word(supplySlot), word((await readWord(word(supplySlot))) + atomic)])
    },
    setEther: async (address, wei) => void (await call('anvil_setBalance', [address, numberToHex(wei)])),
    async balanceOf(address) {
      const data = `0x70a08231${padHex(address as `0x${string}`, { size: 32 }).slice(2)}`
      return BigInt(await call<string>('eth_call', [{ to: usdc, data }, 'latest']))
    },
    async advanceSeconds(seconds) {
      await call('evm_increaseTime', [seconds])
      await call('evm_mine')
    },
    async now() {
      return Number((await call<{ timestamp: string }>('eth_getBlockByNumber', ['latest', false])).timestamp)
    },
    stop: () => child.stop(),
  }
}
