/** S3.20: only horizontal rooms are kept. */
export function isHorizontal(screenMode: unknown): boolean {
  return screenMode === 1 || screenMode === '1' || screenMode === 'horizontal'
}

/** S4.34: at most this many avatars, counted after the horizontal filter. */
export const ANCHOR_AVATAR_CAP = 3

/** S4.33: the anchor tab shows only when this is not empty; `more` is the "+n" behind the avatars. */
export function horizontalAnchors<Anchor extends { screen_mode: unknown }>(
  anchors: readonly Anchor[],
): { all: Anchor[]; shown: Anchor[]; more: number } {
  const all = anchors.filter((anchor) => isHorizontal(anchor.screen_mode))
  return { all, shown: all.slice(0, ANCHOR_AVATAR_CAP), more: Math.max(0, all.length - ANCHOR_AVATAR_CAP) }
}
