import { cpuUsage } from 'node:process'

/** CPU microseconds of a run; the least of several, since others share the machine. */
function cost(run: () => void, rounds: number): number {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round += 1) {
    const before = cpuUsage()
    run()
    least = Math.min(least, cpuUsage(before).user)
  }
  return least
}

const GRAIN = 20_000
const LOOKS = 12
/** Nobody has to look again at this. */
const PLAIN = 6

/**
 * How much longer four times the input takes: about 4 when the time is linear, 16 when it is quadratic. Runs too short to be told apart from
 * the clock's grain count as one such grain.
 */
export function growth<Input>(make: (size: number) => Input, run: (input: Input) => void, size: number): number {
  const [one, four] = [make(size), make(size * 4)]
  run(one)
  let least = Number.POSITIVE_INFINITY
  // What is quadratic stays so however often one looks; what others on the machine take away does not.
  for (let look = 0; look < LOOKS && least > PLAIN; look += 1) {
    // A short run that was disturbed would hide what is quadratic; a long one is looked at again.
    const [long, short] = [cost(() => run(four), 1), cost(() => run(one), 3)]
    least = Math.min(least, Math.max(GRAIN, long) / Math.max(GRAIN, short))
  }
  return least
}
