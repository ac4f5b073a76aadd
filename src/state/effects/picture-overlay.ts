import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useLayoutEffect } from 'react'

/** What lies over the picture of a room for a moment, the most important first. */
const PICTURE_OVERLAYS = ['gift', 'site-banner', 'entrance'] as const
export type PictureOverlay = (typeof PICTURE_OVERLAYS)[number]

const wantedAtom = atom<ReadonlySet<PictureOverlay>>(new Set<PictureOverlay>())
const shownAtom = atom((get) => shownOverlay(get(wantedAtom)))

/** The one overlay that is shown of those that have something to show; the others wait. */
export function shownOverlay(wanted: ReadonlySet<PictureOverlay>): PictureOverlay | null {
  return PICTURE_OVERLAYS.find((overlay) => wanted.has(overlay)) ?? null
}

/** Returns whether this overlay is the one over the picture. */
export function usePictureOverlay(overlay: PictureOverlay, isWanted: boolean): boolean {
  const setWanted = useSetAtom(wantedAtom)
  const shown = useAtomValue(shownAtom)
  useLayoutEffect(() => {
    if (!isWanted) return
    setWanted((wanted) => new Set([...wanted, overlay]))
    return () => setWanted((wanted) => new Set([...wanted].filter((one) => one !== overlay)))
  }, [isWanted, overlay, setWanted])
  return shown === overlay
}
