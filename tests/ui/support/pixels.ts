import { page } from 'vitest/browser'

/** RGBA pixels of a picture. */
async function pixelsOf(picture: ImageBitmap): Promise<ImageData> {
  const canvas = new OffscreenCanvas(picture.width, picture.height)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no canvas')
  context.drawImage(picture, 0, 0)
  return context.getImageData(0, 0, picture.width, picture.height)
}

export const pixelsOfBlob = async (blob: Blob): Promise<ImageData> => pixelsOf(await createImageBitmap(blob))

/** A screenshot of the element. */
export async function screenshotOf(element: HTMLElement): Promise<ImageData> {
  const shot = await page.screenshot({ element, base64: true, save: false })
  const bytes = Uint8Array.from(atob(shot), (character) => character.charCodeAt(0))
  return pixelsOfBlob(new Blob([bytes], { type: 'image/png' }))
}

export interface PixelDifference {
  /** Mean difference of a channel, 0 to 255. */
  readonly mean: number
  /** Fraction of pixels with a channel difference of more than a quarter of its range. */
  readonly strong: number
}

const CHANNELS = [0, 1, 2] as const

/**
 * Difference of two pictures of the same size. A pixel is compared with its nearest match among three vertical
 * neighbours, because text may be one pixel higher or lower.
 */
export function pixelDifference(one: ImageData, other: ImageData): PixelDifference {
  const { width, height } = one
  let sum = 0
  let strong = 0
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const nearest = [0, -width, width]
      .map((step) => pixel + step)
      .filter((at) => at >= 0 && at < width * height)
      .map((at) => apart(one, pixel, other, at))
    const least = nearest.reduce((best, next) => (next.sum < best.sum ? next : best))
    sum += least.sum
    if (least.max > 64) strong += 1
  }
  return { mean: sum / (width * height * 3), strong: strong / (width * height) }
}

function apart(one: ImageData, at: number, other: ImageData, otherAt: number): { sum: number; max: number } {
  const steps = CHANNELS.map((channel) =>
    Math.abs((one.data[at * 4 + channel] ?? 0) - (other.data[otherAt * 4 + channel] ?? 0)),
  )
  return { sum: steps.reduce((total, step) => total + step, 0), max: Math.max(...steps) }
}
