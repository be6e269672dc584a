/**
 * Long work in short turns. Written as a generator that yields wherever others may come in between, it runs at once where nobody waits, or a
 * few milliseconds at a time where requests do.
 */

/** Work that can be interrupted at each `yield`. */
export type Work<Result> = Generator<undefined, Result, undefined>

/** So many small steps (a comparison, a row) are well under a millisecond. */
export const STEPS = 512

const TURN_MS = 4

/** Runs to the end without a pause. */
export function runAtOnce<Result>(work: Work<Result>): Result {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

/** Others in the event loop get their turn: requests, timers, the database. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Runs to the end, pausing for everybody else every few milliseconds. `pause` is called between turns. */
export async function runInTurns<Result>(work: Work<Result>, pause: () => Promise<void> = nextTurn): Promise<Result> {
  for (let end = performance.now() + TURN_MS; ; ) {
    const { done, value } = work.next()
    if (done) return value
    if (performance.now() < end) continue
    await pause()
    end = performance.now() + TURN_MS
  }
}

/** Calls back for 0 and every number below `count`, each a small step. */
export function* forEach(count: number, step: (at: number) => void): Work<void> {
  for (let at = 0; at < count; at += 1) {
    step(at)
    if (at % STEPS === 0) yield
  }
}

/** 0, 1, 2 and so on. A loop: an iterator takes tens of milliseconds where this takes one. */
export function inSequence(count: number): Uint32Array {
  const numbers = new Uint32Array(count)
  for (let number = 0; number < count; number += 1) numbers[number] = number
  return numbers
}

/** What a generator makes, one after the other, pausing for everybody else every few milliseconds. */
export async function* inTurns<Value>(values: Iterable<Value>): AsyncGenerator<Value, void, undefined> {
  let end = performance.now() + TURN_MS
  for (const value of values) {
    yield value
    if (performance.now() < end) continue
    await nextTurn()
    end = performance.now() + TURN_MS
  }
}

/**
 * The numbers of `positions` in the order of `compare`, in turns: a merge sort from the bottom up, since the built-in one holds everybody up for
 * as long as it takes. Stable. Changes `positions` and returns it or another array of its length.
 */
export function* sortPositions(positions: Uint32Array, compare: (a: number, b: number) => number): Work<Uint32Array> {
  const length = positions.length
  for (let start = 0; start < length; start += STEPS) {
    positions.subarray(start, start + STEPS).sort(compare)
    yield
  }
  let from = positions
  let to: Uint32Array = new Uint32Array(length > STEPS ? length : 0)
  for (let width = STEPS; width < length; width *= 2) {
    for (let start = 0; start < length; start += 2 * width) {
      const [middle, end] = [Math.min(start + width, length), Math.min(start + 2 * width, length)]
      let [left, right] = [start, middle]
      for (let at = start; at < end; at += 1) {
        const isLeft = left < middle && (right >= end || compare(from[left]!, from[right]!) <= 0)
        to[at] = isLeft ? from[left++]! : from[right++]!
        if (at % STEPS === 0) yield
      }
    }
    ;[from, to] = [to, from]
  }
  return from
}
