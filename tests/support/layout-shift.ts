import type { Browser, BrowserContextOptions } from 'playwright'

/** The layout shift of one page load without input. */
export interface LayoutShift {
  /** Cumulative layout shift: the largest session window, as in web-vitals. */
  readonly score: number
  /** The element that moved most in the largest shift, with its boxes before and after; empty without a shift. */
  readonly worst: string
}

export interface ShiftOptions {
  readonly context: BrowserContextOptions
  /** Ends the measurement early if the page loads and changes nothing for this time, milliseconds. */
  readonly quietMs?: number
  readonly limitMs?: number
  /** Slows down the main thread by this factor. */
  readonly slowdown?: number
  /** Called when the document has been loaded. */
  readonly onLoaded?: () => void
}

/** The two sizes of every layout measurement, CSS pixels. */
export const SHIFT_SIZES = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1280, height: 800 } },
} as const

/** Measures the layout shift of `url` in a new context with an empty cache. */
export async function measureLayoutShift(browser: Browser, url: string, options: ShiftOptions): Promise<LayoutShift> {
  const { context: contextOptions, limitMs = 6_000, quietMs = limitMs, slowdown = 1, onLoaded } = options
  const context = await browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai', ...contextOptions })
  try {
    const page = await context.newPage()
    if (slowdown > 1) {
      const cdp = await context.newCDPSession(page)
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    }
    await page.addInitScript(PROBE)
    await page.goto(url, { timeout: 180_000 })
    onLoaded?.()
    return await page.evaluate<LayoutShift>(`readShift(${quietMs}, ${limitMs})`)
  } finally {
    await context.close()
  }
}

/** Runs in the page before its scripts. `readShift` resolves when the page is quiet, or at the limit. */
const PROBE = `(() => {
  const GAP_MS = 1000
  const WINDOW_MS = 5000
  const shifts = []
  let changedAt = 0

  const nameOf = (node) => {
    const element = node?.nodeType === 3 ? node.parentElement : node
    if (!element) return '(removed)'
    const { tagName, id, classList, parentElement } = element
    const name = tagName.toLowerCase() + (id && '#' + id) + (classList.length > 0 ? '.' + classList[0] : '')
    const path = parentElement === null || parentElement === document.body ? [] : nameOf(parentElement).split(' > ')
    return [...path.slice(-2), name].join(' > ')
  }
  const boxOf = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(',')

  new PerformanceObserver((list) => {
    for (const { startTime, value, hadRecentInput, sources: [first] } of list.getEntries()) {
      if (hadRecentInput) continue
      changedAt = performance.now()
      // The browser sorts the sources by the area that they moved over.
      const moved = first ? nameOf(first.node) + ' ' + boxOf(first.previousRect) + ' to ' + boxOf(first.currentRect) : ''
      shifts.push({ at: startTime, value, worst: moved + ' at ' + Math.round(startTime) + ' ms' })
    }
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver(() => {
    changedAt = performance.now()
  }).observe({ type: 'resource', buffered: true })
  new MutationObserver(() => {
    changedAt = performance.now()
  }).observe(document, { childList: true, subtree: true })

  const score = () => {
    let [largest, sum, from, last] = [0, 0, 0, -Infinity]
    for (const { at, value } of shifts) {
      if (at - last > GAP_MS || at - from > WINDOW_MS) [sum, from] = [0, at]
      sum += value
      last = at
      largest = Math.max(largest, sum)
    }
    return largest
  }

  window.readShift = async (quietMs, limitMs) => {
    const end = performance.now() + limitMs
    const isReady = () => document.getElementById('first-paint') === null && performance.now() > changedAt + quietMs
    while (performance.now() < end && !isReady()) {
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    const [largest] = shifts.toSorted((one, other) => other.value - one.value)
    return { score: score(), worst: largest?.worst ?? '' }
  }
})()`
