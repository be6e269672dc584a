import { expect, test } from 'vitest'
import { fairShare } from './fair-share.ts'

/** A clock that only work moves, and turns of an event loop that the test takes by itself. */
function bench() {
  let at = 0
  const due: (() => void)[] = []
  const share = fairShare(
    () => at,
    (next) => due.push(next),
  )
  const begun: string[] = []
  return {
    share,
    begun,
    /** A call that takes so long. */
    call: (client: string, ms: number, name = client) =>
      share.run(client, () => {
        begun.push(name)
        at += ms
        return name
      }),
    sleep: (ms: number) => {
      at += ms
    },
    turn: () => {
      for (const next of due.splice(0)) next()
    },
    rest() {
      while (due.length > 0) this.turn()
    },
  }
}

/** A client that has had more than its share. */
const heavy = (one: ReturnType<typeof bench>, client: string) => {
  one.call(client, 100)
  one.rest()
  one.begun.length = 0
}

test('where nothing else is asked nobody waits, however much he has had', () => {
  const one = bench()
  for (let times = 0; times < 50; times += 1) {
    expect(one.call('a', 3)).toBe('a')
    one.turn()
  }
})

test('in a turn that is used up, who has had much waits, and who has had little does not', async () => {
  const one = bench()
  heavy(one, 'greedy')
  one.call('other', 5)
  const waits = one.call('greedy', 1)
  expect(waits).toBeInstanceOf(Promise)
  expect(one.call('modest', 1)).toBe('modest')
  expect(one.begun).toEqual(['other', 'modest'])
  one.turn()
  expect(await waits).toBe('greedy')
})

test('clients that wait take turns, one call each, in whatever number they ask', async () => {
  const one = bench()
  heavy(one, 'many')
  heavy(one, 'few')
  one.call('x', 5)
  const waiting = [1, 2, 3, 4].map((number) => one.call('many', 1, `many ${number}`))
  waiting.push(one.call('few', 1, 'few 1'), one.call('few', 1, 'few 2'))
  expect(one.share.waiting()).toBe(6)
  one.rest()
  await Promise.all(waiting)
  expect(one.begun).toEqual(['x', 'many 1', 'few 1', 'many 2', 'few 2', 'many 3', 'many 4'])
  expect(one.share.waiting()).toBe(0)
})

test('a turn of the event loop serves no more of those who wait than its slice, and the loop looks at its sockets in between', () => {
  const one = bench()
  heavy(one, 'a')
  one.call('x', 5)
  for (let number = 0; number < 9; number += 1) void one.call('a', 1)
  one.turn()
  expect(one.begun).toEqual(['x', 'a'])
  expect(one.call('fresh', 1)).toBe('fresh')
})

test('one who asks alone is stopped later, and like the others as soon as another asks', () => {
  const one = bench()
  const begunAtOnce = () => {
    one.begun.length = 0
    for (let number = 0; number < 9; number += 1) void one.call('a', 1)
    const { length } = one.begun
    one.rest()
    return length
  }
  heavy(one, 'a')
  expect(begunAtOnce()).toBe(5)
  one.call('b', 0)
  one.rest()
  one.call('a', 0)
  one.rest()
  expect(begunAtOnce()).toBe(1)
  one.sleep(1_000)
  expect(begunAtOnce()).toBe(5)
})

test('who waits keeps his place: nothing of his that comes later begins before it', () => {
  const one = bench()
  heavy(one, 'a')
  one.call('x', 5)
  void one.call('a', 1, 'first')
  one.sleep(60_000)
  void one.call('a', 1, 'second')
  one.rest()
  expect(one.begun).toEqual(['x', 'first', 'second'])
})

test('what a client has had is forgotten with time, and counts also where it goes on unseen', () => {
  const one = bench()
  const isHeld = () => {
    one.call('x', 5)
    const made = one.call('a', 0)
    one.rest()
    return made instanceof Promise
  }
  heavy(one, 'a')
  expect(isHeld()).toBe(true)
  one.sleep(30_000)
  expect(isHeld()).toBe(false)
  void one.share.run('a', () => new Promise(() => {}), { unseenMs: 50 })
  one.rest()
  expect(isHeld()).toBe(true)
})

test('what does not count as its result shows costs nothing, from the beginning; what does costs when it is known', async () => {
  const one = bench()
  const buy = (result: string) =>
    one.share.run(
      'a',
      () => {
        one.sleep(20)
        return Promise.resolve(result)
      },
      { unseenMs: 20, counts: (made) => made === 'bad' },
    )
  for (let number = 0; number < 9; number += 1) {
    void buy('good')
  }
  expect(one.share.waiting()).toBe(0)
  one.rest()
  one.call('x', 5)
  expect(one.call('a', 0)).toBe('a')
  one.rest()
  await buy('bad')
  one.rest()
  one.call('x', 5)
  expect(one.call('a', 0)).toBeInstanceOf(Promise)
})

test('an answer that is a promise and waits for nothing is counted as what it took', async () => {
  const one = bench()
  heavy(one, 'a')
  void one.share.run('b', async () => {
    await undefined
    one.sleep(5)
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(one.call('a', 0)).toBeInstanceOf(Promise)
  one.rest()
  void one.share.run('b', async () => {
    await undefined
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(one.call('a', 0)).toBe('a')
})

test('of what goes on elsewhere no more is begun in a turn than it is known to cost', () => {
  const one = bench()
  heavy(one, 'a')
  one.call('x', 5)
  let begun = 0
  for (let number = 0; number < 9; number += 1) void one.share.run('a', () => new Promise(() => (begun += 1)), { unseenMs: 2 })
  one.turn()
  expect(begun).toBe(1)
})

test('a failure is the caller’s, now or later, and holds up nobody', async () => {
  const one = bench()
  const fail = () => {
    throw new Error('no')
  }
  expect(() => one.share.run('a', fail)).toThrow('no')
  heavy(one, 'a')
  one.call('x', 5)
  const later = one.share.run('a', fail)
  const next = one.call('a', 1, 'next')
  one.rest()
  await expect(later).rejects.toThrow('no')
  expect(await next).toBe('next')
})
