import { type RefObject, useCallback, useEffect, useState } from 'react'

/** Rotates phones to landscape where supported; TypeScript's types lack `lock`. */
async function lockLandscape(): Promise<void> {
  const orientation: unknown = window.screen.orientation
  const hasLock = typeof orientation === 'object' && orientation !== null && 'lock' in orientation
  if (!hasLock || typeof orientation.lock !== 'function') return
  await Promise.resolve(Reflect.apply(orientation.lock, orientation, ['landscape'])).catch(() => undefined)
}

/** iPhones support full screen for the video element only. */
function enterNative(video: HTMLVideoElement | null): void {
  if (video && 'webkitEnterFullscreen' in video && typeof video.webkitEnterFullscreen === 'function') {
    Reflect.apply(video.webkitEnterFullscreen, video, [])
  }
}

interface FullScreen {
  readonly isFull: boolean
  readonly toggle: () => void
}

/**
 * Full screen of the player with danmaku and controls, or, with `isOfPage`, of the whole page, whose layout then gives the
 * screen to the picture.
 */
export function useFullScreen(
  root: RefObject<HTMLElement | null>,
  video: RefObject<HTMLVideoElement | null>,
  isOfPage: boolean,
): FullScreen {
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const onChange = (): void => {
      const element = isOfPage ? document.documentElement : root.current
      setFull(document.fullscreenElement !== null && document.fullscreenElement === element)
    }
    onChange()
    document.addEventListener('fullscreenchange', onChange)
    return () => document.removeEventListener('fullscreenchange', onChange)
  }, [root, isOfPage])
  const toggle = useCallback(() => {
    const element = isOfPage ? document.documentElement : root.current
    if (document.fullscreenElement) void document.exitFullscreen()
    else if (element && document.fullscreenEnabled) {
      element.requestFullscreen().then(lockLandscape, () => enterNative(video.current))
    } else enterNative(video.current)
  }, [root, video, isOfPage])
  return { isFull, toggle }
}
