/** A frame that was rendered: epoch milliseconds of its display, and the width of the picture. */
export type ShownFrame = readonly [at: number, width: number]

/** Runs in the page before its first script. `framesProbe.since(epochMs)` returns the frames shown since then. */
export const FRAMES_PROBE = `(() => {
  const shown = []
  const follow = (video) => {
    const note = (now, { expectedDisplayTime, width }) => {
      shown.push([Date.now() + Math.max(0, expectedDisplayTime - performance.now()), width])
      if (shown.length > 1000) shown.shift()
      video.requestVideoFrameCallback(note)
    }
    video.requestVideoFrameCallback(note)
  }
  const finder = new MutationObserver(() => {
    const video = document.querySelector('[data-video] video')
    if (!video) return
    finder.disconnect()
    follow(video)
  })
  finder.observe(document, { childList: true, subtree: true })
  window.framesProbe = { since: (from) => shown.filter(([at]) => at >= from) }
})()`
