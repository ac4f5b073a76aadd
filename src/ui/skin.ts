import type { Skin } from '#protocol/sites.ts'
import { SKIN_BACKGROUND, SKIN_LAYOUT, SKINS } from '#protocol/sites.ts'

/** The skin that the page wears now: the server writes it into the HTML, so nothing flashes (settled 29). */
export function currentSkin(): Skin {
  const worn = document.documentElement.dataset.skin
  return SKINS.find((skin) => skin === worn) ?? 'glow'
}

let endOfChange = 0

/** Puts a skin on the page at once, without a reload. */
export function wearSkin(skin: Skin): void {
  const root = document.documentElement
  if (root.dataset.skin !== skin) withoutTransitions(root)
  root.dataset.skin = skin
  root.dataset.layout = SKIN_LAYOUT[skin]
  // From the table and not from the page: reading it there would compute all styles before they are needed.
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', SKIN_BACKGROUND[skin])
}

/**
 * Holds transitions back (reset.css) until the frame with the new colours is painted: of a few hundred parts, those that
 * fade would lag behind those that do not, and each would cost a style in every frame of it.
 */
function withoutTransitions(root: HTMLElement): void {
  root.dataset.skinChange = ''
  cancelAnimationFrame(endOfChange)
  endOfChange = requestAnimationFrame(() => {
    endOfChange = requestAnimationFrame(() => delete root.dataset.skinChange)
  })
}
