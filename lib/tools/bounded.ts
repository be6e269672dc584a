/**
 * As many rows as fit into so many bytes of JSON, in order, so that an answer stays below its bound. A row that does not fit is tried once
 * more in its `shorter` form; one that does not fit either is left out, and later ones may still fit.
 */
export function within<Row>(rows: readonly Row[], maxBytes: number, shorter?: (row: Row) => Row): Row[] {
  let left = maxBytes
  return rows.flatMap((row) => {
    for (const form of shorter ? [row, shorter(row)] : [row]) {
      const length = Buffer.byteLength(JSON.stringify(form)) + 1
      if (length > left) continue
      left -= length
      return [form]
    }
    return []
  })
}
