export interface ViewerEvents {
  /** The page came to the front or went to the back, or the network returned. */
  readonly onReturn: () => void
  /** The small window was opened or closed. */
  readonly onWindow: () => void
  /**
   * Media keys and the small window press pause and play on the element itself. Browsers also pause a hidden picture that
   * makes no sound, and play it on when it is seen again.
   */
  readonly onPressed: (wantsPlay: boolean) => void
}

/** Whether the picture stands in the browser's small window. */
export function isInWindow(video: HTMLVideoElement): boolean {
  return document.pictureInPictureElement === video
}

/** What viewer and browser do beside the player's own controls, until the signal ends it. */
export function watchViewer(video: HTMLVideoElement, events: ViewerEvents, signal: AbortSignal): void {
  const { onReturn, onWindow, onPressed } = events
  document.addEventListener('visibilitychange', onReturn, { signal })
  window.addEventListener('online', onReturn, { signal })
  video.addEventListener('enterpictureinpicture', onWindow, { signal })
  video.addEventListener('leavepictureinpicture', onWindow, { signal })
  video.addEventListener('pause', () => onPressed(false), { signal })
  video.addEventListener('play', () => onPressed(true), { signal })
}
