import { expect, test } from 'vitest'
import { ApiError } from '../../errors.ts'
import { ByteBudget } from './byte-budget.ts'
import { HostSlots } from './host-slots.ts'

const never = new AbortController().signal

test('two requests at once to a host, in order; other hosts do not wait', async () => {
  const slots = new HostSlots(2)
  const order: string[] = []
  const [first, second] = await Promise.all([slots.enter('a', never), slots.enter('a', never)])
  const third = slots.enter('a', never).then((leave) => {
    order.push('third')
    return leave
  })
  const fourth = slots.enter('a', never).then((leave) => {
    order.push('fourth')
    return leave
  })
  await slots.enter('b', never)
  expect(order).toEqual([])
  first()
  first()
  await third
  expect(order).toEqual(['third'])
  second()
  await fourth
  expect(order).toEqual(['third', 'fourth'])
})

test('a wait for a host that lasts too long is a 503, and leaves the queue', async () => {
  const slots = new HostSlots(1)
  const leave = await slots.enter('a', never)
  const hasty = new AbortController()
  const waiting = slots.enter('a', hasty.signal)
  hasty.abort()
  await expect(waiting).rejects.toBeInstanceOf(ApiError)
  await expect(slots.enter('a', hasty.signal)).rejects.toMatchObject({ code: 'unavailable' })
  leave()
  expect(await slots.enter('a', never)).toBeTypeOf('function')
})

test('bodies together hold no more than the budget: readers pause until others are done', async () => {
  const budget = new ByteBudget(100)
  const first = budget.hold()
  const second = budget.hold()
  await first.take(80, never)
  let taken = false
  const waiting = second.take(40, never).then(() => {
    taken = true
  })
  await Promise.resolve()
  expect(taken).toBe(false)
  first.release()
  first.release()
  await waiting
  expect(budget.used).toBe(40)
  second.release()
  expect(budget.used).toBe(0)
})

test('a reader that waits past its deadline gives up', async () => {
  const budget = new ByteBudget(10)
  const first = budget.hold()
  await first.take(10, never)
  const late = new AbortController()
  const waiting = budget.hold().take(1, late.signal)
  late.abort()
  await expect(waiting).rejects.toMatchObject({ name: 'TimeoutError' })
})
