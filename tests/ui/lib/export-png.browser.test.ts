import { afterEach, describe, expect, it, vi } from 'vitest'
import { elementPng, exportElementPng } from '#lib/browser/export-png.ts'

let card: HTMLElement | undefined
afterEach(() => {
  card?.remove()
  vi.restoreAllMocks()
})

function show(style: string): HTMLElement {
  card = document.createElement('div')
  card.style.cssText = style
  document.body.append(card)
  return card
}

/** Size and centre colour of a picture. */
async function drawing(png: Blob) {
  const picture = await createImageBitmap(png)
  const canvas = new OffscreenCanvas(picture.width, picture.height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.drawImage(picture, 0, 0)
  const [red, green, blue] = context.getImageData(picture.width / 2, picture.height / 2, 1, 1).data
  return { width: picture.width, height: picture.height, colour: [red, green, blue] }
}

describe('S2.21 element as PNG', () => {
  it('renders the element in device pixels', async () => {
    const png = await elementPng(show('width:120px;height:40px;background:#b9f53e'))
    if (!png) throw new Error('no picture')
    const scale = Math.min(window.devicePixelRatio, 3)
    expect(await drawing(png)).toEqual({ width: 120 * scale, height: 40 * scale, colour: [0xb9, 0xf5, 0x3e] })
  })

  it('saves it with its file name', async () => {
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function press(this: HTMLAnchorElement) {
      saved.push(`${this.download} ${this.protocol}`)
    })
    expect(await exportElementPng(show('width:20px;height:20px;background:#0a8263'), '看台')).toBe(true)
    expect(saved).toEqual(['看台.png blob:'])
  })

  it('returns false when the element cannot be rendered', async () => {
    expect(await exportElementPng(show('width:20px;height:20px;background:color(display-p3 1 0 0)'), 'x')).toBe(false)
  })
})
