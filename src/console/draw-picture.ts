/** Qualities to try until the picture is small enough. */
const QUALITIES = [0.85, 0.7, 0.5, 0.3]

interface PictureFormat {
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** Maximum length in base64. */
  readonly maxCharacters: number
  /** Keeps transparent parts. */
  readonly isTransparent?: boolean
}

/** The middle of a picture in a size, as a data URL; null if it cannot be read or made small enough. */
export async function drawPicture(file: File, format: PictureFormat): Promise<string | null> {
  const { width, height, maxCharacters, isTransparent = false } = format
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (bitmap === null) return null
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const scale = Math.max(width / bitmap.width, height / bitmap.height)
  const [drawnWidth, drawnHeight] = [bitmap.width * scale, bitmap.height * scale]
  const context = canvas.getContext('2d')
  context?.drawImage(bitmap, (width - drawnWidth) / 2, (height - drawnHeight) / 2, drawnWidth, drawnHeight)
  // Browsers without WebP write PNG.
  const type = isTransparent ? 'image/webp' : 'image/jpeg'
  const urls = QUALITIES.map((quality) => canvas.toDataURL(type, quality))
  return urls.find((url) => base64Of(url).length <= maxCharacters) ?? null
}

/** The base64 of a data URL. */
export const base64Of = (url: string): string => url.split(',')[1] ?? ''
