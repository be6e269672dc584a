export type Text = {
  text: string
  x: number
  y: number
  size?: number
  /** Helvetica, Courier, Helvetica-Bold; F1 unless given. */
  font?: 'F1' | 'F2' | 'F4'
  hex?: string
  /** Points by which its letters stand apart. */
  spacing?: number
  /** Degrees by which it is turned against the clock. */
  turn?: number
  /** The number by which the structure of the file calls this text, on the first page; or that it is of the page alone. */
  mark?: number | 'artifact'
  /** The layer that it is drawn on; one of the two is switched off. */
  layer?: 'On' | 'Off'
}

/** An element of the structure of a tagged file: its role, its words for a picture, and what it holds: elements, and texts by their marks. */
export type Element = { role: string; alt?: string; kids: readonly (Element | number)[] }

/** An entry of an outline: what it is called, the page that it leads to, from 1 on, and those below it. */
export type Entry = { title: string; page: number; kids?: readonly Entry[] }

/** A font that is not part of the file: the encoding of its texts and the collection of its glyphs. */
export type Outside = { encoding: string; ordering: string }

const outsideFont = ({ encoding, ordering }: Outside): string =>
  `/F3 << /Type /Font /Subtype /Type0 /BaseFont /Song /Encoding /${encoding} /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Song /CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 0 >> /DW 1000 /FontDescriptor << /Type /FontDescriptor /FontName /Song /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 800 /StemV 80 >> >>] >>`

type Options = {
  info?: string
  trailer?: string
  outside?: Outside
  /** Structure of the first page. */
  structure?: readonly Element[]
  /** Annotations of the first page, or of all, as dictionaries. */
  annotations?: readonly string[]
  areOfAll?: boolean
  /** Fields of a form on the first page, as dictionaries. */
  form?: readonly string[]
  outline?: readonly Entry[]
  /** Squares that are drawn on the first page, by their lower left corners. */
  squares?: readonly { x: number; y: number; size: number }[]
}

/** A PDF of our own: one content stream a page, fonts that every reader has; texts in `hex` are of the font `outside`. */
export function pdf(
  pages: readonly (readonly Text[])[],
  { info = '', trailer = '', outside, structure, annotations = [], areOfAll = false, form = [], outline = [], squares = [] }: Options = {},
): Uint8Array {
  const extra = 6 + pages.length * 2
  const [on, off] = [extra + 1, extra + 2]
  const tree = structure === undefined ? null : structureOf(structure, extra + 3)
  const fields = form.map((_, at) => `${extra + 3 + (tree?.length ?? 0) + at} 0 R`)
  const bookmarks = extra + 3 + (tree?.length ?? 0) + form.length
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${outline.length === 0 ? '' : `/Outlines ${bookmarks} 0 R`} ${tree === null ? '' : `/MarkInfo << /Marked true >> /StructTreeRoot ${extra + 3} 0 R`} ${fields.length === 0 ? '' : `/AcroForm << /Fields [${fields.join(' ')}] >>`} /OCProperties << /OCGs [${on} 0 R ${off} 0 R] /D << /OFF [${off} 0 R] >> >> >>`,
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${6 + at * 2} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>',
    `<< ${info} >>`,
  ]
  for (const [at, texts] of pages.entries()) {
    const shapes = at === 0 ? squares.map(({ x, y, size }) => `q 1 0 0 1 ${x} ${y} cm 0 0 ${size} ${size} re f Q`) : []
    const stream = [...shapes, ...texts.map(drawn)].join('\n')
    const marks = [...(at === 0 || areOfAll ? annotations : []), ...(at === 0 ? fields : [])]
    const own = `${at === 0 ? '/StructParents 0' : ''} /Annots [${marks.join(' ')}]`
    objects.push(
      `<< /Type /Page /Parent 2 0 R ${own} /MediaBox [0 0 600 800] /Resources << /Font << /F1 3 0 R /F2 4 0 R /F4 ${extra} 0 R ${outside ? outsideFont(outside) : ''} >> /Properties << /On ${on} 0 R /Off ${off} 0 R >> >> /Contents ${7 + at * 2} 0 R >>`,
    )
    objects.push(`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`)
  }
  objects.push(
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>',
    '<< /Type /OCG /Name (Notes) >>',
    '<< /Type /OCG /Name (Drafts) >>',
    ...(tree ?? []),
    ...form,
    ...outlineOf(outline, bookmarks),
  )
  let file = '%PDF-1.4\n'
  const places = objects.map((object, at) => {
    const place = file.length
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const start = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')}`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 5 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`
  return new TextEncoder().encode(file)
}

function drawn({ layer, ...text }: Text): string {
  return layer === undefined ? shown(text) : `/OC /${layer} BDC ${shown(text)} EMC`
}

function shown({ text, x, y, size = 10, font = 'F1', hex, spacing = 0, turn = 0, mark }: Text): string {
  const [across, up] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)].map((value) => value.toFixed(4))
  const matrix = `${across} ${up} ${-up!} ${across}`
  const show = `BT /${hex ? 'F3' : font} ${size} Tf ${spacing} Tc ${matrix} ${x} ${y} Tm ${hex ? `<${hex}>` : `(${text.replace(/[\\()]/g, '\\$&')})`} Tj ET`
  if (mark === undefined) return show
  return mark === 'artifact' ? `/Artifact BMC ${show} EMC` : `/P << /MCID ${mark} >> BDC ${show} EMC`
}

/** The objects of an outline: its root, and each entry before those below it. */
function outlineOf(entries: readonly Entry[], root: number): string[] {
  const objects: string[] = ['']
  const add = (own: readonly Entry[], holder: number): string => {
    const numbers = own.map(({ title, page, kids = [] }) => {
      const at = objects.length
      objects.push('')
      objects[at] = `/Title (${title}) /Parent ${holder} 0 R /Dest [${4 + page * 2} 0 R /Fit] ${add(kids, root + at)}`
      return at
    })
    for (const [place, at] of numbers.entries())
      objects[at] = `<< ${objects[at]} ${place + 1 < numbers.length ? `/Next ${root + numbers[place + 1]!} 0 R` : ''} >>`
    return numbers.length === 0 ? '' : `/First ${root + numbers[0]!} 0 R /Last ${root + numbers.at(-1)!} 0 R /Count ${numbers.length}`
  }
  objects[0] = `<< /Type /Outlines ${add(entries, root)} >>`
  return objects
}

/** The objects of a structure: its root, and its elements in an order in which each knows the one that holds it. */
function structureOf(elements: readonly Element[], root: number): string[] {
  const objects: string[] = ['']
  const holders: number[] = []
  const add = ({ role, alt, kids }: Element, holder: number): number => {
    const number = root + objects.length
    objects.push('')
    const own = kids.map((kid) => {
      if (typeof kid !== 'number') return `${add(kid, number)} 0 R`
      holders[kid] = number
      return String(kid)
    })
    objects[number - root] =
      `<< /Type /StructElem /S /${role} /P ${holder} 0 R /Pg 6 0 R ${alt === undefined ? '' : `/Alt (${alt})`} /K [${own.join(' ')}] >>`
    return number
  }
  const kids = elements.map((element) => `${add(element, root)} 0 R`)
  const parents = Array.from(holders, (holder) => (holder === undefined ? 'null' : `${holder} 0 R`))
  objects[0] = `<< /Type /StructTreeRoot /K [${kids.join(' ')}] /ParentTree << /Nums [0 [${parents.join(' ')}]] >> >>`
  return objects
}
