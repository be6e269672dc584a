import type { Database } from '../db/index.ts'
export async function reloadSnapshot(_database: Database): Promise<void> {}
