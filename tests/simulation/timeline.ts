/**
 * The time of a simulation, and what is under way in it. Nothing outside of a program happens by itself: a statement, a facilitator's word or a
 * node's answer waits until the run says that it happens now, and how. Timers fire when the run lets time pass. So one list of choices gives one
 * course of events, between any two awaits.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * A program: what it asked for is never answered once it is dead, and not until it thaws while it is frozen. `happened` is told when something that
 * it asked for has happened.
 */
export type Program = { name: string; isDead: boolean; isFrozen: boolean; happened?: () => void }

/** What was asked and has not happened. `ways` of happening: 0 is as it should. */
type UnderWay = { by: Program; what: string; ways: number; happen: (way: number) => Promise<void> }
type Timer = { by: Program; at: number; id: number; fire: () => void }

/** An answer that never comes. */
export const NEVER = Symbol('never')

export type Timeline = ReturnType<typeof startTimeline>

const real = { setTimeout, clearTimeout, now: Date.now, performanceNow: performance.now.bind(performance), setImmediate }

/** Takes the place of the process's clocks and timers until `end`. */
export function startTimeline(startMs: number) {
  const programs = new AsyncLocalStorage<Program>()
  let now = startMs
  let ids = 0
  let timers: Timer[] = []
  const ours = new WeakMap<object, number>()
  const underWay: UnderWay[] = []
  /** What reached a frozen program. */
  let mail: { to: Program; open: () => void }[] = []
  const trace: string[] = []
  const note = (text: string) => void trace.push(`${((now - startMs) / 1000).toFixed(1)} s: ${text}`)

  /** Until every program waits for something that is under way, or for time. */
  const quiet = async (): Promise<void> => {
    for (let turn = 0; turn < 3; turn += 1) await new Promise<void>((resolve) => real.setImmediate(resolve))
  }
  const reach = (to: Program, open: () => void): void => {
    if (to.isFrozen) mail.push({ to, open })
    else if (!to.isDead) open()
  }

  globalThis.setTimeout = ((work: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
    const by = programs.getStore()
    // No program's: the engine of the books bounds its statements by a clock that it read before this one took its place.
    if (!by) return real.setTimeout(work, ms, ...args).unref()
    const id = ++ids
    timers.push({ by, at: now + Math.max(0, ms), id, fire: () => programs.run(by, work, ...args) })
    const timer = { unref: () => timer, ref: () => timer, hasRef: () => true, refresh: () => timer }
    ours.set(timer, id)
    return timer
  }) as unknown as typeof setTimeout
  globalThis.clearTimeout = ((timer: object | undefined) => {
    const id = timer && ours.get(timer)
    if (id === undefined) real.clearTimeout(timer as NodeJS.Timeout | undefined)
    else timers = timers.filter((one) => one.id !== id)
  }) as typeof clearTimeout
  Date.now = () => now
  performance.now = () => now - startMs

  const isDue = ({ by, at }: Timer, until: number): boolean => at <= until && !by.isFrozen && !by.isDead
  /** Lets time go on to an instant, firing what is due in order. */
  async function passTo(until: number): Promise<void> {
    for (;;) {
      const [next] = timers.filter((timer) => isDue(timer, until)).sort((a, b) => a.at - b.at || a.id - b.id)
      if (!next) break
      now = Math.max(now, next.at)
      timers.splice(timers.indexOf(next), 1)
      next.fire()
      await quiet()
    }
    now = Math.max(now, until)
  }

  return {
    trace,
    note,
    now: () => now,
    quiet,
    /** What the program asks for from here on is its own. */
    as: <Result>(program: Program, work: () => Result): Result => programs.run(program, work),
    /** Asks something of the world; `answer` is its deed at the moment that it happens, in way 0 to `ways` - 1. */
    ask<Answer>(
      what: string,
      ways: number,
      answer: (way: number) => Promise<Answer | typeof NEVER> | Answer | typeof NEVER,
    ): Promise<Answer> {
      const by = programs.getStore()
      if (!by) throw new Error(`nobody asks: ${what}`)
      return new Promise((resolve, reject) => {
        if (by.isDead) return
        const happen = async (way: number): Promise<void> => {
          note(`${by.name}: ${what}${way === 0 ? '' : `, way ${way}`}`)
          try {
            const told = await Promise.resolve(answer(way)).finally(() => by.happened?.())
            if (told !== NEVER) reach(by, () => resolve(told))
          } catch (error) {
            reach(by, () => reject(error))
          }
        }
        underWay.push({ by, what, ways, happen })
      })
    },
    /** What is under way and asked of this happens as it should, the oldest first, until the oldest is something else. */
    async flow(asked: RegExp): Promise<void> {
      while (underWay[0] && asked.test(underWay[0].what)) await this.step(0, 0)
    },
    /** Whether anything is under way. */
    isBusy: () => underWay.length > 0,
    /** Something that is under way happens (0: the oldest), or, where nothing is, time goes on to the next timer. @returns false when there is neither */
    async step(pick: number, way: number): Promise<boolean> {
      const [chosen] = underWay.splice(pick % Math.max(1, underWay.length), 1)
      if (chosen) {
        await chosen.happen(way % chosen.ways)
        await quiet()
        return true
      }
      const due = timers.filter((timer) => isDue(timer, Number.POSITIVE_INFINITY)).map(({ at }) => at)
      if (due.length === 0) return false
      await passTo(Math.min(...due))
      return true
    },
    pass: (ms: number) => passTo(now + ms),
    /** What it needs of the world and of time happens as it should until this has ended. */
    async finish<Result>(work: Promise<Result>): Promise<Result> {
      let isOver = false
      const over = () => {
        isOver = true
      }
      work.then(over, over)
      for (await quiet(); !isOver; await quiet())
        // A module that is loaded for the first time waits for the disk, which is of no world.
        if (!(await this.step(0, 0))) await new Promise((resolve) => real.setTimeout(resolve, 1))
      return work
    },
    /** Its process stands still: no timer of it fires and no answer reaches it. */
    freeze: (program: Program): void => {
      program.isFrozen = true
    },
    /** It goes on: what reached it meanwhile is read before its timers fire. */
    async thaw(program: Program): Promise<void> {
      program.isFrozen = false
      const own = mail.filter(({ to }) => to === program)
      mail = mail.filter(({ to }) => to !== program)
      for (const { open } of own) {
        open()
        await quiet()
      }
    },
    /** It is gone. What it has sent may still arrive: of its statements `isSent` says whether they do. */
    kill(program: Program, isSent: boolean): void {
      Object.assign(program, { isDead: true, isFrozen: false })
      timers = timers.filter(({ by }) => by !== program)
      if (isSent) return
      for (let at = underWay.length - 1; at >= 0; at -= 1) if (underWay[at]!.by === program) underWay.splice(at, 1)
    },
    /** Gives the process its clocks and timers back. */
    end(): void {
      globalThis.setTimeout = real.setTimeout
      globalThis.clearTimeout = real.clearTimeout
      Date.now = real.now
      performance.now = real.performanceNow
    },
  }
}
