import { type RefObject, useCallback } from 'react'

/** Opens and closes the small window of the browser; null where there is none. */
export function usePictureInPicture(video: RefObject<HTMLVideoElement | null>): (() => void) | null {
  const toggle = useCallback(() => {
    const isOpen = document.pictureInPictureElement === video.current && video.current !== null
    const change = isOpen ? document.exitPictureInPicture() : video.current?.requestPictureInPicture()
    change?.catch(() => undefined) // refused before the first frame: nothing to do
  }, [video])
  return document.pictureInPictureEnabled ? toggle : null
}
