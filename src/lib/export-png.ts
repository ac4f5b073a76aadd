/** Twice the pixels of a normal screen look sharp; more than three times only makes the file large. */
const MAX_SCALE = 3

/**
 * Saves an element of the page as `<name>.png` (S2.21). The element must use plain colours: the drawing library knows
 * neither `color-mix()` nor `object-fit`. Resolves to whether it worked; on false say 保存失败，请重试.
 */
export async function exportElementPng(element: HTMLElement, name: string): Promise<boolean> {
  const png = await elementPng(element)
  if (png === null) return false
  const address = URL.createObjectURL(png)
  const link = document.createElement('a')
  link.href = address
  link.download = `${name}.png`
  link.click()
  // The browser has taken the address when the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 0)
  return true
}

/** The element as a PNG in device pixels, three to one at most; null when it cannot be drawn. */
export async function elementPng(element: HTMLElement): Promise<Blob | null> {
  try {
    const { default: html2canvas } = await import('html2canvas')
    const canvas = await html2canvas(element, {
      scale: Math.min(window.devicePixelRatio, MAX_SCALE),
      backgroundColor: null,
      logging: false,
    })
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
  } catch {
    return null
  }
}
