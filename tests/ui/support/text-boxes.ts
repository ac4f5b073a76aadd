/** Texts that overlap, are cut off, or leave the window. Runs in a page by itself: it uses nothing of this module. */
export function readTextBoxes(): string[] {
  interface Box {
    readonly text: string
    readonly element: Element
    readonly layer: Element | null
    readonly rect: DOMRect
  }

  /** What covers content by design. */
  const LAYERS =
    '[data-video], [role="log"], [role="dialog"], [role="menu"], [data-marquee], [data-danmaku], [aria-live]'
  const UNSEEN = '.visually-hidden, [data-danmaku], [inert], svg, canvas, script, style, noscript'
  const SCROLLS = /auto|scroll/
  const faults = new Set<string>()
  const width = document.documentElement.clientWidth
  const styles = new Map<Element, CSSStyleDeclaration>()
  const styleOf = (element: Element): CSSStyleDeclaration => {
    const known = styles.get(element) ?? getComputedStyle(element)
    styles.set(element, known)
    return known
  }

  const layerOf = (element: Element): Element | null => {
    for (let each: Element | null = element; each !== null; each = each.parentElement) {
      if (each.matches(LAYERS) || ['fixed', 'sticky'].includes(styleOf(each).position)) return each
    }
    return null
  }

  /** The part of the rectangle that its ancestors show, and whether an ancestor without scrolling or "…" cuts it. */
  const shownPart = (rect: DOMRect, element: Element): { shown: DOMRect; isCut: boolean } => {
    let { left, right, top, bottom } = rect
    let isCut = false
    for (let each: Element | null = element; each !== null && each !== document.body; each = each.parentElement) {
      const style = styleOf(each)
      const clips = style.overflowX !== 'visible' || style.overflowY !== 'visible'
      if (clips && style.display !== 'inline') {
        const box = each.getBoundingClientRect()
        const isShortened = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
        const scrolls = SCROLLS.test(style.overflowX) || SCROLLS.test(style.overflowY)
        const isOutside = right > box.right + 2 || left < box.left - 2 || bottom > box.bottom + 3 || top < box.top - 3
        const isPartlyInside = left < box.right && right > box.left && top < box.bottom && bottom > box.top
        if (isOutside && isPartlyInside && !scrolls && !isShortened && !isCut) isCut = style.maskImage === 'none'
        ;[left, right] = [Math.max(left, box.left), Math.min(right, box.right)]
        ;[top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)]
        if (scrolls || isShortened) return { shown: new DOMRect(left, top, right - left, bottom - top), isCut }
      }
    }
    return { shown: new DOMRect(left, top, right - left, bottom - top), isCut }
  }

  const scrollsAcross = (element: Element): boolean => {
    for (let each: Element | null = element; each !== null; each = each.parentElement) {
      if (SCROLLS.test(styleOf(each).overflowX) || styleOf(each).maskImage !== 'none') return true
    }
    return false
  }

  const boxes: Box[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement
    if (element === null || (node.nodeValue ?? '').trim() === '' || element.closest(UNSEEN) !== null) continue
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    range.selectNodeContents(node)
    const text = (node.nodeValue ?? '').trim().slice(0, 24)
    for (const rect of range.getClientRects()) {
      if (rect.width < 2 || rect.height < 2) continue
      const { shown, isCut } = shownPart(rect, element)
      if (shown.width < 2 || shown.height < 2) continue
      if (isCut) faults.add(`cut off: ${text}`)
      if (shown.right > width + 1 && !scrollsAcross(element)) faults.add(`outside of the window: ${text}`)
      // A line box is higher than its glyphs.
      const inset = Math.min(4, shown.height / 5)
      const glyphs = new DOMRect(shown.x, shown.y + inset, shown.width, shown.height - 2 * inset)
      boxes.push({ text, element, layer: layerOf(element), rect: glyphs })
    }
  }

  boxes.sort((one, other) => one.rect.top - other.rect.top)
  for (const [index, one] of boxes.entries()) {
    for (let next = index + 1; next < boxes.length; next += 1) {
      const other = boxes[next]!
      if (other.rect.top > one.rect.bottom) break
      // A shortened line has a box for what it shows and one for the whole.
      if (other.layer !== one.layer || other.element === one.element) continue
      const across = Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left)
      const down = Math.min(one.rect.bottom, other.rect.bottom) - other.rect.top
      if (across > 1 && down > 1) faults.add(`overlap: ${one.text} and ${other.text}`)
    }
  }
  const { scrollWidth } = document.documentElement
  if (scrollWidth > width) faults.add(`the page is ${scrollWidth} px wide`)
  return [...faults]
}
