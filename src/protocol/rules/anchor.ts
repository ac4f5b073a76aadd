export const ANCHOR_STATUS = { On0: 0, On1: 1, On2: 2, Off: 3 } as const

/**
 * S4.1: reads a status as number or text. All values except 0, 1 and 2 are off, also '' and null, which `Number` converts
 * to 0.
 */
export function readAnchorStatus(value: unknown): 0 | 1 | 2 | 3 {
  const trimmed = typeof value === 'string' ? value.trim() : value
  if (trimmed === '' || (typeof trimmed !== 'string' && typeof trimmed !== 'number')) return ANCHOR_STATUS.Off
  const number = Number(trimmed)
  return number === 0 || number === 1 || number === 2 ? number : ANCHOR_STATUS.Off
}

/** S4.1: On0, On1 and On2 show the anchor icon. */
export function showsAnchorIcon(status: unknown): boolean {
  return readAnchorStatus(status) !== ANCHOR_STATUS.Off
}

/** What viewers see instead of the stream (S4.2, S4.3). */
export type AnchorNotice = 'not-started' | 'interrupted'

/** S4.2-S4.4: the notice that is shown instead of the stream, or null. */
export function anchorNotice(status: unknown): AnchorNotice | null {
  switch (readAnchorStatus(status)) {
    case ANCHOR_STATUS.On0:
      return 'not-started'
    case ANCHOR_STATUS.On2:
      return 'interrupted'
    default:
      return null
  }
}

/** S3.20: true for horizontal rooms. Others are not listed. */
export function isHorizontal(screenMode: unknown): boolean {
  return screenMode === 1 || screenMode === '1' || screenMode === 'horizontal'
}

/** S4.34: maximum number of avatars, after the horizontal filter. */
export const ANCHOR_AVATAR_CAP = 3

/** S4.33: the anchors of the anchor tab, which is hidden without any. `more` is the "+n" after the avatars. */
export function horizontalAnchors<Anchor extends { screen_mode: unknown }>(
  anchors: readonly Anchor[],
): { all: Anchor[]; shown: Anchor[]; more: number } {
  const all = anchors.filter((anchor) => isHorizontal(anchor.screen_mode))
  return { all, shown: all.slice(0, ANCHOR_AVATAR_CAP), more: Math.max(0, all.length - ANCHOR_AVATAR_CAP) }
}
