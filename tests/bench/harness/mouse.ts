import type { BenchPage } from './page.ts'

interface Place {
  readonly x: number
  readonly y: number
}

/** Waits until an element does not move and its centre is not covered. */
async function placeOf(page: BenchPage, element: string, limitMs: number): Promise<Place> {
  const place = await page.evaluate<Place | null>(`new Promise((resolve) => {
    const end = performance.now() + ${limitMs}
    let before = ''
    const look = () => {
      const found = ${element}
      const box = found?.getBoundingClientRect()
      const now = JSON.stringify(box ?? null)
      const x = box ? box.x + box.width / 2 : 0
      const y = box ? box.y + box.height / 2 : 0
      const isFree = box && now === before && found.contains(document.elementFromPoint(x, y))
      before = now
      if (isFree) resolve({ x, y })
      else if (performance.now() > end) resolve(null)
      else requestAnimationFrame(look)
    }
    look()
  })`)
  if (place === null) throw new Error(`nothing to point at within ${limitMs} ms: ${element}`)
  return place
}

/**
 * Moves the mouse onto an element. `element` is an expression that returns it, or null or undefined before it exists.
 */
export async function hover(page: BenchPage, element: string, limitMs = 10_000): Promise<void> {
  const place = await placeOf(page, element, limitMs)
  await page.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...place })
}

/** Clicks an element with the mouse, found as by `hover`. */
export async function press(page: BenchPage, element: string, limitMs = 10_000): Promise<void> {
  const place = await placeOf(page, element, limitMs)
  const button = { ...place, button: 'left', clickCount: 1 }
  await page.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...place })
  await page.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...button, buttons: 1 })
  await page.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...button, buttons: 0 })
}
