/**
 * Copies the picture that is on the screen now to the canvas, so that it can stay while the video element is loaded anew.
 * Only done when a connection changes: reading frames regularly makes every engine's memory grow.
 */
export function keepFrame(video: HTMLVideoElement, canvas: HTMLCanvasElement): boolean {
  if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || video.videoWidth === 0) return false
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  const context = canvas.getContext('2d')
  try {
    context?.drawImage(video, 0, 0)
  } catch {
    return false // a frame of another origin that may not be read
  }
  return context !== null
}
