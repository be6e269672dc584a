/**
 * The schema's history, oldest first. A migration is a name and its statements; once released it is never edited, only followed.
 * Plain modules rather than .sql files, so that Next, Node and Vitest load them alike without knowing where files lie.
 */
import { payments } from './001-payments.ts'
import { jobs } from './002-jobs.ts'
import { oneRunner } from './003-one-runner.ts'
import { jobsDrain } from './004-jobs-drain.ts'
import { gpu } from './020-gpu.ts'
import { gpuHistory } from './021-gpu-history.ts'
import { tokenNames } from './022-token-names.ts'
import { till } from './030-till.ts'
import { facilitators } from './031-facilitators.ts'
import { unpaidRuns } from './032-unpaid-runs.ts'
import { headStart } from './033-head-start.ts'
import { oneTransaction } from './034-one-transaction.ts'
import { lostMoments } from './035-lost-moments.ts'
import { lineages } from './036-lineages.ts'
import { status } from './040-status.ts'
import type { Migration } from './migration.ts'
import { tenders } from './tenders/010-tenders.ts'
import { tenderPlaces } from './tenders/011-tender-places.ts'
import { tenderMonths } from './tenders/012-tender-months.ts'
import { tenderLinks } from './tenders/013-tender-links.ts'
import { tenderOutlook } from './tenders/014-tender-outlook.ts'
import { tenderOutlookBuyers } from './tenders/015-tender-outlook-buyers.ts'
import { tenderMapping } from './tenders/016-tender-mapping.ts'
import { tenderNews } from './tenders/017-tender-news.ts'

// biome-format keeps one line each: a new migration is one import and one line.
export const migrations: Migration[] = [
  payments,
  jobs,
  tenders,
  gpu,
  oneRunner,
  till,
  tenderPlaces,
  jobsDrain,
  tenderMonths,
  status,
  tenderLinks,
  facilitators,
  unpaidRuns,
  tenderOutlook,
  tenderOutlookBuyers,
  headStart,
  oneTransaction,
  gpuHistory,
  tokenNames,
  tenderMapping,
  lostMoments,
  lineages,
  tenderNews,
  //
]
