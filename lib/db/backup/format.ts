/**
 * A backup file: JSON lines. First a header, then one line `["table", row]` per row, last a line that says how many there were, so that a cut
 * file is known as such. Rows stay text all the way: JavaScript's numbers would lose bigints.
 */
import { z } from 'zod'

export const FORMAT = 'paid-agent-tools-backup'

const Table = z.object({
  name: z.string().regex(/^[a-z_][a-z0-9_]*$/),
  columns: z.array(z.object({ name: z.string().regex(/^[a-z_][a-z0-9_]*$/), type: z.string().regex(/^[a-z0-9 ()[\],]+$/) })).min(1),
})

export const Header = z.object({
  format: z.literal(FORMAT),
  version: z.literal(1),
  at: z.string(),
  engine: z.enum(['postgres', 'pglite']),
  /** Names of the migrations its schema had, in order of their names. */
  migrations: z.array(z.string()),
  /** Parents before the tables that refer to them. */
  tables: z.array(Table),
})

export const Footer = z.object({
  end: z.literal(true),
  rows: z.record(z.string(), z.number()),
  /** SHA-256 over all lines before this one, each with its line feed. */
  sha256: z.string(),
})

export type BackupTable = z.output<typeof Table>
export type BackupHeader = z.output<typeof Header>
export type BackupFooter = z.output<typeof Footer>

/** JSON columns travel as text: `null` of JSON and `null` of SQL differ, and json keeps its bytes. */
export const isJson = (type: string): boolean => type === 'json' || type === 'jsonb'
