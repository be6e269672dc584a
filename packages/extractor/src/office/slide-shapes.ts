/** Shapes of a slide (ISO/IEC 29500-1, 19.3.1.43) in the order in which they are read. */
import { isTitle, type PlaceOf, placeholderOf } from './slide-places.ts'
import { at, elementsOf, isTrue, textIn, within, type Xml } from './xml.ts'

/** What stands on every slide. */
const FRAME = /^(?:dt|ftr|sldNum|hdr)$/
const SHAPE = /^(?:sp|graphicFrame|grpSp)$/
/** More shapes than a slide has that someone reads; their order is that of the file. */
const MOST_ORDERED = 200
/** The largest coordinate (20.1.10.16). */
const FARTHEST = 27_273_042_316_900

const isFrame = (shape: Xml): boolean => FRAME.test(placeholderOf(shape)?.type ?? '')

/** Shapes that say something, those of groups where the group stands; what is hidden is not shown. */
export const shapesIn = (tree: Xml | undefined, placeOf: PlaceOf = () => undefined): Xml[] =>
  inOrder(levelOf(tree), placeOf).flatMap((shape) => (shape.name === 'grpSp' ? shapesIn(shape, placeOf) : [shape]))

const levelOf = (tree: Xml | undefined): Xml[] =>
  elementsOf(tree).flatMap((shape) => {
    if (isTrue(at(shape, `nv${shape.name[0]?.toUpperCase()}${shape.name.slice(1)}Pr`, 'cNvPr')?.attributes.hidden)) return []
    if (shape.name === 'AlternateContent') return levelOf(at(shape, 'Choice'))
    if (!SHAPE.test(shape.name) || isFrame(shape)) return []
    return shape.name === 'sp' && textIn(at(shape, 'txBody')).trim() === '' ? [] : [shape]
  })

type Box = { readonly shape: Xml; readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }

/**
 * The order of the file is the one that its maker told readers of screens. Shapes were only laid upon each other in it where one stands
 * above the one before it, in the same column; they are read from top to bottom then, and from left to right.
 */
function inOrder(shapes: readonly Xml[], placeOf: PlaceOf): readonly Xml[] {
  const others = shapes.filter((shape) => !isTitle(shape))
  if (others.length > MOST_ORDERED) return shapes
  const boxes = others.flatMap((shape) => boxOf(shape, placeOf))
  if (boxes.length < others.length) return shapes
  if (!boxes.some((box, index) => index > 0 && isAbove(box, boxes[index - 1]!))) return shapes
  const lines: Box[][] = []
  for (const box of boxes.sort((one, other) => one.top - other.top)) {
    const line = lines.at(-1)
    if (line !== undefined && (box.top + box.bottom) / 2 < line[0]!.bottom) line.push(box)
    else lines.push([box])
  }
  const ordered = lines.flatMap((line) => line.sort((one, other) => one.left - other.left)).map(({ shape }) => shape)
  return [...shapes.filter(isTitle), ...ordered]
}

const isAbove = (one: Box, other: Box): boolean => one.bottom <= other.top && one.left < other.right && other.left < one.right

function boxOf(shape: Xml, placeOf: PlaceOf): Box[] {
  const place = at(shape, 'xfrm') ?? at(shape, 'spPr', 'xfrm') ?? at(shape, 'grpSpPr', 'xfrm') ?? placeOf(shape)
  const [from, size] = [at(place, 'off')?.attributes, at(place, 'ext')?.attributes]
  if (from === undefined || size === undefined) return []
  const [left, top] = [within(from.x, -FARTHEST, FARTHEST), within(from.y, -FARTHEST, FARTHEST)]
  return [{ shape, left, top, right: left + within(size.cx, 0, FARTHEST), bottom: top + within(size.cy, 0, FARTHEST) }]
}
