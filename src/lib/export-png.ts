import { saveFile } from './save-file.ts'

/** Twice the pixels of a normal screen look sharp; more than three times only makes the file large. */
const MAX_SCALE = 3

/**
 * Saves an element of the page as `<name>.png` (S2.21). The element must use plain colours: the drawing library knows
 * neither `color-mix()` nor `object-fit`. Resolves to whether it worked; on false say 保存失败，请重试.
 */
export async function exportElementPng(element: HTMLElement, name: string): Promise<boolean> {
  const png = await elementPng(element)
  if (png === null) return false
  saveFile(png, `${fileName(name)}.png`)
  return true
}

/** A name that every system takes for a file. */
function fileName(name: string): string {
  return (
    name
      .replaceAll(/[\p{C}\\/:*?"<>|]+/gu, ' ')
      .trim()
      .slice(0, 80) || 'grandstand'
  )
}

/** The element as a PNG in device pixels, three to one at most; null when it cannot be drawn. */
export async function elementPng(element: HTMLElement): Promise<Blob | null> {
  try {
    const { default: html2canvas } = await import('html2canvas')
    await document.fonts.ready
    const canvas = await withInlineImages(() =>
      withPictures(element, (drawings) =>
        html2canvas(element, {
          scale: Math.min(window.devicePixelRatio, MAX_SCALE),
          backgroundColor: null,
          logging: false,
          ignoreElements: (part) => drawings.has(part),
        }),
      ),
    )
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
  } catch {
    return null
  }
}

/**
 * The library finds the baseline of a font with a tiny inline picture that it puts into the page. Our pictures are
 * blocks, which would move every line of text down: while it draws, its own picture is inline.
 */
async function withInlineImages<Result>(draw: () => Promise<Result>): Promise<Result> {
  const rules = new CSSStyleSheet()
  rules.replaceSync(`body > div > img[src^='data:image/gif'] { display: inline }`)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, rules]
  try {
    return await draw()
  } finally {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== rules)
  }
}

/**
 * The library copies every style of every part of a drawing, which takes seconds for a full stand. While it draws, a
 * picture of each drawing stands in its place.
 */
async function withPictures<Result>(
  element: HTMLElement,
  draw: (drawings: ReadonlySet<Element>) => Promise<Result>,
): Promise<Result> {
  const drawings = [...element.querySelectorAll('svg')]
  const pictures = await Promise.all(drawings.map(pictureOf))
  for (const [at, drawing] of drawings.entries()) {
    drawing.before(...pictures.slice(at, at + 1))
    drawing.style.display = 'none'
  }
  try {
    return await draw(new Set(drawings))
  } finally {
    for (const drawing of drawings) drawing.style.removeProperty('display')
    for (const picture of pictures) picture.remove()
  }
}

const PAINT = ['fill', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-linejoin', 'opacity'] as const

/** A drawing as a picture of the same size, with what the style sheets of the page paint it with written into it. */
async function pictureOf(drawing: SVGSVGElement): Promise<HTMLImageElement> {
  const { width, height } = drawing.getBoundingClientRect()
  const copy = drawing.cloneNode(true) as SVGSVGElement
  const parts = copy.querySelectorAll<SVGElement>('*')
  for (const [at, original] of drawing.querySelectorAll('*').entries()) {
    const style = getComputedStyle(original)
    for (const name of PAINT) parts[at]?.style.setProperty(name, style.getPropertyValue(name))
  }
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  const picture = new Image(width, height)
  picture.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
  picture.style.cssText = `display:block;flex:none;width:${width}px;height:${height}px`
  await picture.decode()
  return picture
}
