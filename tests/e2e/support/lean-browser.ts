/**
 * Removes APIs that Safari on an iPhone lacks: full-screen elements, Media Source, idle callbacks and others. Runs
 * before the scripts of the page.
 */
export function leaveOut(): void {
  const missing: readonly (readonly [owner: object, names: readonly string[]])[] = [
    [document, ['fullscreenElement', 'exitFullscreen', 'fullscreenEnabled', 'fullscreen', 'startViewTransition']],
    [document, ['pictureInPictureElement', 'exitPictureInPicture', 'pictureInPictureEnabled']],
    [Element.prototype, ['requestFullscreen', 'checkVisibility']],
    [HTMLVideoElement.prototype, ['requestPictureInPicture']],
    [window, ['MediaSource', 'ManagedMediaSource', 'SourceBuffer', 'requestIdleCallback', 'cancelIdleCallback']],
    [window, ['scheduler', 'trustedTypes', 'Notification', 'navigation', 'onscrollend']],
    [navigator, ['connection', 'deviceMemory', 'keyboard', 'userActivation', 'vibrate', 'wakeLock', 'mediaSession']],
    [screen, ['orientation']],
    [performance, ['memory']],
  ]
  for (const [owner, names] of missing) {
    for (const name of names) {
      for (let place: object | null = owner; place !== null; place = Object.getPrototypeOf(place) as object | null) {
        Reflect.deleteProperty(place, name)
      }
    }
  }
}
