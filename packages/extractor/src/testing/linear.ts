import { cpuUsage } from 'node:process'

/** CPU microseconds of a run; the lesser of two, since others share the machine. */
function cost(run: () => void): number {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < 2; round += 1) {
    const before = cpuUsage()
    run()
    least = Math.min(least, cpuUsage(before).user)
  }
  return least
}

/**
 * How much longer four times the input takes: about 4 when the time is linear, 16 when it is quadratic. Runs too short to be told apart from
 * the clock's grain count as one such grain.
 */
export function growth<Input>(make: (size: number) => Input, run: (input: Input) => void, size: number): number {
  const [one, four] = [make(size), make(size * 4)]
  run(one)
  const grain = 20_000
  return (
    Math.max(
      grain,
      cost(() => run(four)),
    ) /
    Math.max(
      grain,
      cost(() => run(one)),
    )
  )
}
