/**
 * A map by text in many small ones: a single map of a quarter of a million entries holds everybody up for tens of milliseconds each time it
 * grows, and to copy one takes as long. A copy shares what it was made from until either changes.
 */
const COUNT = 1024

/** Which of the small maps a key is in: all of its letters count, since ids differ in the middle and words at either end. */
function shardOf(key: string): number {
  let hash = 0
  for (let at = 0; at < key.length; at += 1) hash = (Math.imul(hash, 31) + key.charCodeAt(at)) | 0
  return (hash ^ (hash >>> 15)) & (COUNT - 1)
}

export class Shards<Value> {
  #shards: Map<string, Value>[]
  /** Those that nobody else has. */
  #own = new Set<Map<string, Value>>()
  #size = 0

  constructor(from?: Shards<Value>) {
    this.#shards = from ? [...from.#shards] : Array.from({ length: COUNT }, () => new Map<string, Value>())
    if (!from) return
    this.#size = from.#size
    from.#own.clear()
  }

  get size(): number {
    return this.#size
  }

  get(key: string): Value | undefined {
    return this.#shards[shardOf(key)]!.get(key)
  }

  set(key: string, value: Value): void {
    const shard = this.#ownShard(key)
    const before = shard.size
    shard.set(key, value)
    this.#size += shard.size - before
  }

  delete(key: string): void {
    if (this.get(key) !== undefined && this.#ownShard(key).delete(key)) this.#size -= 1
  }

  *values(): Generator<Value> {
    for (const shard of this.#shards) yield* shard.values()
  }

  #ownShard(key: string): Map<string, Value> {
    const place = shardOf(key)
    const shard = this.#shards[place]!
    if (this.#own.has(shard)) return shard
    const copy = new Map(shard)
    this.#shards[place] = copy
    this.#own.add(copy)
    return copy
  }
}
