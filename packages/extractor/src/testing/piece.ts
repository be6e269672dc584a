import type { Piece } from '../pdf/runs.ts'

/** A piece of text as a page draws it, on one height with all others. */
export const piece = (text: string, x: number, width: number, leftwards = true): Piece => ({
  text,
  x,
  y: 700,
  width,
  size: 10,
  mono: false,
  bold: false,
  leftwards,
})
