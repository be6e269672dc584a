/**
 * Owners of token accounts that are not people. Programs: an account owned by one of them holds tokens for a pool or a lock. Authorities:
 * addresses that sign for the vaults of many pools. Sources: the programs' own documentation and verified deployments.
 */
export type HolderKind = 'wallet' | 'pool' | 'burn' | 'locker' | 'program' | 'unknown'

type Label = { kind: HolderKind; label: string }

export const programs: Record<string, Label> = {
  pAMMBay6oceH9fJKBRHGP5D4bD4sWpMSwMn52FMfXEA: { kind: 'pool', label: 'PumpSwap' },
  '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P': { kind: 'pool', label: 'pump.fun bonding curve' },
  '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8': { kind: 'pool', label: 'Raydium AMM v4' },
  CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C: { kind: 'pool', label: 'Raydium CPMM' },
  CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK: { kind: 'pool', label: 'Raydium CLMM' },
  whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc: { kind: 'pool', label: 'Orca Whirlpool' },
  LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo: { kind: 'pool', label: 'Meteora DLMM' },
  Eo7WjKq67rjJQSZxS6z3YkapzY3eMj6Xy8X5EQVn5UaB: { kind: 'pool', label: 'Meteora DAMM v1' },
  cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG: { kind: 'pool', label: 'Meteora DAMM v2' },
  dbcij3LWUppWqq96dh6gJWwBifmcGfLSB5D4DuSMaqN: { kind: 'pool', label: 'Meteora bonding curve' },
  strmRqUCoQUgGUan5YhzUZa6KqdzwX5L6FpUxfmKg5m: { kind: 'locker', label: 'Streamflow' },
  LocpQgucEQHbqNABEYvBvwoxCPsSbG91A1QaQhQQqjn: { kind: 'locker', label: 'Jupiter Lock' },
}

export const authorities: Record<string, Label> = {
  HLnpSz9h2S4hiLQ43rnSD9XkcUThA7B8hQMKmDaiTLcC: { kind: 'pool', label: 'Meteora DAMM v2 authority' },
  '5Q544fKrFoe6tsEbD7S8EmxGTJYAKhTVhAW5Q5pge4j1': { kind: 'pool', label: 'Raydium v4 authority' },
  GpMZbSM2GgvTKHJirzeGfMFoaZ8UR2X7F4v8vHTvxFbL: { kind: 'pool', label: 'Raydium CPMM authority' },
  '1nc1nerator11111111111111111111111111111111': { kind: 'burn', label: 'Incinerator' },
}

export const PUMP_CURVE_PROGRAM = '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P'

export const SYSTEM_PROGRAM = '11111111111111111111111111111111'
