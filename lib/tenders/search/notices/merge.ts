/** Notices as they stand after a publish: those from before that are still there, and what came, by deadline and id. In turns. */
import type { Bits } from '../bits.ts'
import { forEach, inSequence, STEPS, sortPositions, type Work } from '../turns.ts'
import type { Batch } from './batch.ts'
import { COLUMN_NAMES, type Columns, compareNotices, type Notices, newColumns } from './notices.ts'

/** A block is given up when less of it is read. */
const LEAST_READ = 0.75

/** Rows in their new order: those of `before` that stay by their position, those of the batch by theirs behind the last of `before`. */
function* toOrder(before: Notices, batch: Notices, gone: Bits): Work<Uint32Array> {
  const added = yield* sortPositions(inSequence(batch.size), (a, b) => compareNotices(batch, a, batch, b))
  const order = new Uint32Array(before.size - gone.count() + batch.size)
  let [old, next] = [0, 0]
  const skip = () => {
    while (old < before.size && gone.has(old)) old += 1
  }
  yield* forEach(order.length, (place) => {
    skip()
    const isOld = old < before.size && (next === added.length || compareNotices(before, old, batch, added[next]!) < 0)
    order[place] = isOld ? old++ : before.size + added[next++]!
  })
  return order
}

/** Words one notice behind the other, in the order of `columns`. */
function* joinWords(columns: Columns, before: Notices, batch: Notices, order: Uint32Array): Work<Uint32Array> {
  const { words, wordsStart, wordsEnd } = columns
  let total = 0
  yield* forEach(order.length, (position) => {
    total += wordsEnd[position]! - wordsStart[position]!
  })
  const numbers = new Uint32Array(total)
  let used = 0
  yield* forEach(order.length, (position) => {
    const from = (order[position]! < before.size ? before : batch).words[words[position]!]!
    const [start, end] = [wordsStart[position]!, wordsEnd[position]!]
    words[position] = 0
    wordsStart[position] = used
    for (let at = start; at < end; at += 1) numbers[used++] = from[at]!
    wordsEnd[position] = used
  })
  return numbers
}

/** Blocks in which the texts lie. What lies in blocks of which little is still read is put behind those of the batch. */
function* keepTexts({ block, start, idBytes, jsonBytes }: Columns, before: Notices, batch: Batch, order: Uint32Array): Work<Buffer[]> {
  const read = new Float64Array(before.texts.length)
  const bytesAt = (position: number): number => idBytes[position]! + jsonBytes[position]!
  yield* forEach(order.length, (position) => {
    if (order[position]! < before.size) read[block[position]!]! += bytesAt(position)
  })
  const isKept = before.texts.map((text, number) => read[number]! >= LEAST_READ * text.length)
  const kept = before.texts.filter((_, number) => isKept[number])
  const numbers = isKept.map((_, number) => isKept.slice(0, number).filter(Boolean).length)
  yield* forEach(order.length, (position) => {
    const own = block[position]!
    if (order[position]! >= before.size) block[position] = kept.length + own
    else if (isKept[own]) block[position] = numbers[own]!
    else {
      const room = batch.textBlocks.room(bytesAt(position))
      before.texts[own]!.copy(room.block, room.start, start[position]!, start[position]! + bytesAt(position))
      block[position] = kept.length + batch.texts.length - 1
      start[position] = room.start
    }
  })
  batch.textBlocks.trim()
  return [...kept, ...batch.texts]
}

/** `gone`: positions of `before` that are no more. Ids are in one of both at most. The batch is not to be used after that. */
export function* merge(before: Notices, batch: Batch, gone: Bits): Work<Notices> {
  const order = yield* toOrder(before, batch, gone)
  const columns = newColumns(order.length)
  for (const name of COLUMN_NAMES) {
    const [to, from, come] = [columns[name], before.columns[name], batch.columns[name]]
    for (let place = 0; place < order.length; place += 1) {
      const row = order[place]!
      to[place] = row < before.size ? from[row]! : come[row - before.size]!
      if (place % (8 * STEPS) === 0) yield
    }
  }
  const words = [yield* joinWords(columns, before, batch, order)]
  return { size: order.length, columns, texts: yield* keepTexts(columns, before, batch, order), words }
}
