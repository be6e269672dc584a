/** A key-value store that several processes share. Values are text; a key lives `ttlMs`. */
export type KeyValueStore = {
  get(key: string): Promise<string | null>
  set(key: string, value: string, ttlMs: number): Promise<void>
  close(): Promise<void>
}

/** Longest wait for the shared store: beyond it asking the source itself is as good. */
export const KV_TIMEOUT_MS = 250
