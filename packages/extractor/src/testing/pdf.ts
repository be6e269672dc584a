export type Text = { text: string; x: number; y: number; size?: number; font?: 'F1' | 'F2'; hex?: string }

/** A font that is not part of the file: the encoding of its texts and the collection of its glyphs. */
export type Outside = { encoding: string; ordering: string }

const outsideFont = ({ encoding, ordering }: Outside): string =>
  `/F3 << /Type /Font /Subtype /Type0 /BaseFont /Song /Encoding /${encoding} /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Song /CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 0 >> /DW 1000 /FontDescriptor << /Type /FontDescriptor /FontName /Song /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 800 /StemV 80 >> >>] >>`

/** A PDF of our own: one content stream a page, two of the fonts that every reader has; texts in `hex` are of the font `outside`. */
export function pdf(
  pages: readonly (readonly Text[])[],
  { info = '', trailer = '', outside }: { info?: string; trailer?: string; outside?: Outside } = {},
): Uint8Array {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${6 + at * 2} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>',
    `<< ${info} >>`,
  ]
  for (const [at, texts] of pages.entries()) {
    const stream = texts
      .map(
        ({ text, x, y, size = 10, font = 'F1', hex }) =>
          `BT /${hex ? 'F3' : font} ${size} Tf 1 0 0 1 ${x} ${y} Tm ${hex ? `<${hex}>` : `(${text.replace(/[\\()]/g, '\\$&')})`} Tj ET`,
      )
      .join('\n')
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font << /F1 3 0 R /F2 4 0 R ${outside ? outsideFont(outside) : ''} >> >> /Contents ${7 + at * 2} 0 R >>`,
    )
    objects.push(`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`)
  }
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
