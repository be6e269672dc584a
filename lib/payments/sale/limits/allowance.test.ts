import { describe, expect, test } from 'vitest'
import { createAllowance, type Reservation } from './allowance.ts'

const at = (start = 0) => {
  const clock = { now: start }
  return { clock, allowance: createAllowance(60_000, () => clock.now) }
}
const held = (reserved: Reservation | number): Reservation => {
  if (typeof reserved === 'number') throw new Error(`no room for ${reserved} s`)
  return reserved
}

describe('an allowance', () => {
  test('of so many is reserved before the work: a thousand at once get no further', () => {
    const { allowance } = at()
    const answers = Array.from({ length: 1_000 }, () => allowance.reserve('x', 6))
    expect(answers.filter((answer) => typeof answer !== 'number')).toHaveLength(6)
    expect(typeof allowance.reserve('y', 6)).not.toBe('number')
  })

  test('what went well leaves no trace, what went badly counts until its window is over', () => {
    const { clock, allowance } = at()
    for (let count = 0; count < 100; count += 1) held(allowance.reserve('x', 2)).giveBack()
    held(allowance.reserve('x', 2)).spend()
    clock.now = 10_000
    held(allowance.reserve('x', 2)).spend()
    expect(allowance.reserve('x', 2)).toBe(50)
    expect(allowance.blockedFor('x', 2)).toBe(50)
    clock.now = 60_000
    expect(allowance.blockedFor('x', 2)).toBeUndefined()
    held(allowance.reserve('x', 2)).giveBack()
  })

  test('a reservation ends once, whatever is said of it later', () => {
    const { allowance } = at()
    const one = held(allowance.reserve('x', 1))
    one.spend()
    one.giveBack()
    one.spend()
    expect(allowance.blockedFor('x', 1)).toBe(60)
    expect(allowance.blockedFor('x', 2)).toBeUndefined()
  })

  test('room that work in progress takes is waited for; room that is used up is not', async () => {
    const { allowance } = at()
    const first = held(allowance.reserve('x', 1))
    const waiting = allowance.reserveSoon('x', () => 1, 5_000)
    first.giveBack()
    const second = held(await waiting)
    const late = allowance.reserveSoon('x', () => 1, 5_000)
    second.spend()
    expect(await late).toBe(60)
    expect(await allowance.reserveSoon('x', () => 1, 5_000)).toBe(60)
  })

  test('waiting has an end', async () => {
    const { allowance } = at()
    held(allowance.reserve('x', 1))
    expect(await allowance.reserveSoon('x', () => 1, 20)).toBe(1)
  })
})
