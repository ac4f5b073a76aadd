const MOST_KEPT = 500

/** What of a canvas measures text. */
interface Ruler {
  font: string
  measureText(text: string): { readonly width: number }
}

/** Measures text on a canvas: no layout is read. Widths in CSS pixels, kept for the last few hundred texts of a font. */
export function createTextWidth(context: Ruler | null): (text: string, font: string) => number {
  let kept = new Map<string, number>()
  let keptFont = ''
  return (text, font) => {
    if (font !== keptFont || kept.size >= MOST_KEPT) {
      kept = new Map()
      keptFont = font
      if (context) context.font = font
    }
    const known = kept.get(text)
    if (known !== undefined) return known
    const width = context ? Math.ceil(context.measureText(text).width) : text.length * 16
    kept.set(text, width)
    return width
  }
}
