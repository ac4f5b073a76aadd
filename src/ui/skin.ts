import { type Skin, SKIN_BACKGROUND, SKIN_LAYOUT, SKINS } from '#protocol/sites.ts'

/** The current skin, which the server writes into the HTML (settled 29). */
export function currentSkin(): Skin {
  const worn = document.documentElement.dataset.skin
  return SKINS.find((skin) => skin === worn) ?? 'glow'
}

/** The skin of parts over a picture: dark, and the current one if that is dark. */
export function skinOverPicture(): Skin {
  return currentSkin() === 'classy' ? 'classy' : 'glow'
}

let endOfChange = 0

/** Applies a skin without a reload. */
export function wearSkin(skin: Skin): void {
  const root = document.documentElement
  if (root.dataset.skin !== skin) withoutTransitions(root)
  root.dataset.skin = skin
  root.dataset.layout = SKIN_LAYOUT[skin]
  // From the table, because reading it from the page would compute all styles.
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', SKIN_BACKGROUND[skin])
}

/**
 * Disables transitions (reset.css) until the frame with the new colours is painted. Parts with transitions would lag
 * behind, and each would cost a style recalculation per frame.
 */
function withoutTransitions(root: HTMLElement): void {
  root.dataset.skinChange = ''
  cancelAnimationFrame(endOfChange)
  endOfChange = requestAnimationFrame(() => {
    endOfChange = requestAnimationFrame(() => delete root.dataset.skinChange)
  })
}
