/**
 * A job is one value: its name, its parameters, when it runs and what it does. Runner, Inngest and the API all read it. Of each job one run goes
 * on at a time, over all processes: the database sees to that.
 */
import { z } from 'zod'
import type { Core } from '../core.ts'
import type { JobContext, JobResult } from '../steps.ts'

/** The application's id at Inngest; function ids are `<APP_ID>-<job name>`. */
export const APP_ID = 'paid-agent-tools'

export type Schedule =
  /** Again so many milliseconds after the last start. */
  | { everyMs: number }
  /** Once a day at a wall-clock time `HH:MM`, right across clock changes. A day missed while nothing ran is made up for at start. */
  | { dailyAt: string; timeZone: string }

export type JobDefinition<Params extends z.ZodObject> = {
  /** The type in `POST /api/jobs` and the function's id at Inngest. */
  name: string
  /** One line: what a run does. */
  summary: string
  /** Parameters as JSON; strict, every one optional or with a default, so that a scheduled run needs none. */
  params: Params
  /** null: only on request. */
  schedule: Schedule | null
  /** The Inngest event that asks for a run. */
  event: `${string}/${string}`
  /** Attempts before the job is failed, the first included. Default 5. */
  attempts?: number
  /** What a schema cannot know (the clock, a limit over two parameters). @throws ApiError `invalid_input` that names the parameter */
  check?(core: Core, params: z.output<Params>): void
  /** Steps through `context.step`; any of them may run twice. A throw is retried, then `failed`. */
  run(core: Core, params: z.output<Params>, context: JobContext): Promise<JobResult>
}

/** A job as runner, Inngest and API know it. */
export type Job = Omit<JobDefinition<z.ZodObject>, 'run' | 'attempts' | 'check'> & {
  attempts: number
  check(core: Core, params: unknown): void
  run(core: Core, params: unknown, context: JobContext): Promise<JobResult>
}

/** Makes a job from its definition. @throws Error when the name, the schedule or the default parameters are wrong. */
export function defineJob<Params extends z.ZodObject>(definition: JobDefinition<Params>): Job {
  const { name, schedule } = definition
  if (!/^[a-z]+(-[a-z]+)+$/.test(name)) throw new Error(`A job is named by its verb, in kebab-case, not ${name}.`)
  if (schedule && 'dailyAt' in schedule && !/^([01]\d|2[0-3]):[0-5]\d$/.test(schedule.dailyAt))
    throw new Error(`${name}: dailyAt is HH:MM, not ${schedule.dailyAt}.`)
  if (schedule && 'everyMs' in schedule && !(schedule.everyMs >= 10)) throw new Error(`${name}: everyMs is too short.`)
  const defaults = definition.params.safeParse({})
  if (!defaults.success) throw new Error(`${name}: a scheduled run has no parameters. ${z.prettifyError(defaults.error)}`)
  return {
    ...definition,
    attempts: definition.attempts ?? 5,
    check: (core, params) => definition.check?.(core, params as z.output<Params>),
    run: async (core, params, context) => definition.run(core, params as z.output<Params>, context),
  }
}
