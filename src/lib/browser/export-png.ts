import { saveFile } from './save-file.ts'

/** Twice the pixels of a normal screen are sharp; above three the file is only larger. */
const MAX_SCALE = 3

/**
 * Saves an element as `<name>.png` (S2.21). The element must use plain colours: html2canvas supports neither
 * `color-mix()` nor `object-fit`. Resolves to false on failure; show 保存失败，请重试.
 */
export async function exportElementPng(element: HTMLElement, name: string): Promise<boolean> {
  const png = await elementPng(element)
  if (png === null) return false
  saveFile(png, `${fileName(name)}.png`)
  return true
}

/** A file name that is valid on all systems. */
function fileName(name: string): string {
  return (
    name
      .replaceAll(/[\p{C}\\/:*?"<>|]+/gu, ' ')
      .trim()
      .slice(0, 80) || 'grandstand'
  )
}

/** The element as PNG in device pixels, at most 3:1; null if it cannot be drawn. */
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
 * html2canvas measures the baseline with an `<img>` that it inserts. Our reset makes images blocks, which would move
 * all text down, so its image is inline while it draws.
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
 * html2canvas copies all styles of all parts of an SVG, which takes seconds. SVGs are replaced by images while it
 * draws.
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

/** Converts an SVG to an image of the same size with inlined styles. */
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
