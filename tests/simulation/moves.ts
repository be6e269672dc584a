/** The moves of a random run, and how often each is made. What fails is mostly a few moves of many, so most steps go as they should. */
import fc from 'fast-check'
import type { Move } from './move.ts'

const index = (most: number) => fc.nat(most - 1)
const rail = fc.constantFrom('base' as const, 'solana' as const)
const over = fc.constantFrom('http' as const, 'mcp' as const)
const server = index(2)
/** As it should, mostly. */
const way = fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: index(11) })
const pick = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: index(6) })

const mostly = fc.nat(3).map((of4) => of4 > 0)
const rarely = fc.nat(5).map((of6) => of6 === 0)

const weighed: [number, fc.Arbitrary<Move>][] = [
  [50, fc.record({ do: fc.constant('step'), pick, way })],
  [25, fc.constant({ do: 'flow' } as const)],
  [
    6,
    fc.record({
      do: fc.constant('buy'),
      rail,
      server,
      over,
      buyer: index(2),
      named: index(3),
      echoes: mostly,
      hasContract: rarely,
      overpays: rarely,
    }),
  ],
  [8, fc.record({ do: fc.constant('next'), purchase: index(6), server, over })],
  [1, fc.record({ do: fc.constant('forget'), purchase: index(6), server, over })],
  [6, fc.record({ do: fc.constant('copy'), payment: index(8), server, over, form: index(3) })],
  [3, fc.record({ do: fc.constant('wait'), seconds: fc.constantFrom(1, 3, 10, 30, 60, 130) })],
  [3, fc.record({ do: fc.constant('crash'), server, sent: fc.boolean() })],
  [2, fc.record({ do: fc.constant('freeze'), server })],
  [2, fc.record({ do: fc.constant('thaw'), server })],
  [1, fc.record({ do: fc.constant('clock'), server, aheadSeconds: fc.constantFrom(0, -300, 240, 1_000) })],
  [1, fc.record({ do: fc.constant('serve'), facilitator: index(2), rail })],
  [2, fc.record({ do: fc.constant('reconcile'), server })],
  [2, fc.record({ do: fc.constant('reorganise'), blocks: fc.constantFrom(1, 5, 20, 40), again: fc.boolean() })],
  [2, fc.record({ do: fc.constant('hang up'), purchase: index(6) })],
  [1, fc.record({ do: fc.constant('price'), amount: fc.constantFrom('1000', '700') })],
  [2, fc.record({ do: fc.constant('deploy'), server, wallet: fc.constantFrom(0 as const, 1 as const), reversed: fc.boolean() })],
  [2, fc.constant({ do: 'backup' } as const)],
  [2, fc.record({ do: fc.constant('restore'), isSaid: fc.boolean() })],
  // Until books that have lost something sell again.
  [1, fc.constant({ do: 'wait', seconds: 490 } as const)],
]

/** Runs of so many moves at most. */
export const runs = (most: number): fc.Arbitrary<Move[]> =>
  fc.array(fc.oneof(...weighed.map(([weight, arbitrary]) => ({ weight, arbitrary }))), { minLength: 5, maxLength: most, size: 'max' })
