/*
 * Hundreds of prices change per second on one page. Visible ones are written to their elements at once and without a render,
 * those that nobody sees every few seconds: a screen reader and a search in the page read them too.
 */

/** Marks a part of a list. All its prices count as visible if a part of it is in the viewport. */
export const PRICE_AREA = { 'data-prices': '' }
const AREA_SELECTOR = '[data-prices]'
const HIDDEN_INTERVAL_MS = 5_000

type Write = () => void

/** Writes of hidden prices that have changed. */
const waiting = new Set<Write>()
let timer: ReturnType<typeof setTimeout> | undefined

function writeLater(write: Write): void {
  waiting.add(write)
  timer ??= setTimeout(() => {
    timer = undefined
    for (const one of waiting) one()
    waiting.clear()
  }, HIDDEN_INTERVAL_MS)
}

interface Area {
  isVisible: boolean
  readonly writes: Set<Write>
}

const areas = new WeakMap<Element, Area>()
let observer: IntersectionObserver | undefined

function observeAreas(): IntersectionObserver {
  observer ??= new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const area = areas.get(target)
      if (!area || area.isVisible === isIntersecting) continue
      area.isVisible = isIntersecting
      if (isIntersecting) for (const write of area.writes) write()
    }
  })
  return observer
}

interface PriceRegistration {
  /** The price has changed. */
  readonly changed: () => void
  readonly end: () => void
}

/** Registers the function that writes a price to this element. Outside of an area it counts as visible. */
export function registerPrice(element: Element, write: Write): PriceRegistration {
  const root = element.closest(AREA_SELECTOR)
  let area = root === null ? undefined : areas.get(root)
  if (root !== null && area === undefined) {
    area = { isVisible: true, writes: new Set() }
    areas.set(root, area)
    observeAreas().observe(root)
  }
  area?.writes.add(write)
  return {
    changed: () => (area?.isVisible === false ? writeLater(write) : write()),
    end() {
      waiting.delete(write)
      area?.writes.delete(write)
      if (root === null || area === undefined || area.writes.size > 0) return
      observeAreas().unobserve(root)
      areas.delete(root)
    },
  }
}
