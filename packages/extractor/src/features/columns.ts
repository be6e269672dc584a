/** Some columns of a matrix in row order: how many numbers it is from one row to the next, and where the first row of these begins. */
export type Columns = { readonly values: Float32Array; readonly stride: number; readonly from: number }

/** A matrix of nothing but these columns. */
export const ownColumns = (rows: number, stride: number): Columns => ({ values: new Float32Array(rows * stride), stride, from: 0 })
