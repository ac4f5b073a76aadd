import { playerMessages } from '#lib/messages/player.ts'
import { STRIP } from '../../../scripts/clip/marks.mjs'

/** What the page noted of its player. Times without a name are milliseconds of performance.now(). */
export interface VideoReport {
  /** The first element with data-video came into the document. */
  readonly roomAt: number | null
  /** The player knew its line: its media element was given a source. */
  readonly sourceAt: number | null
  /** A person chose a line. */
  readonly chosenAt: number | null
  /** First frame of the room, or of the chosen line. */
  readonly firstFrameAt: number | null
  /** Everything from here on counts from that first frame. How long each pause from `waiting` to `playing` took. */
  readonly stallMs: readonly number[]
  /** A pause that has not ended. */
  readonly isWaiting: boolean
  /** How often data-video became each of its values. */
  readonly states: Readonly<Record<string, number>>
  /** Epoch milliseconds at which a frame is on the screen, and the brightness of the strip's cells in it. */
  readonly samples: readonly (readonly [shownAt: number, levels: readonly number[]])[]
  readonly frames: number
  readonly dropped: number
  readonly isHidden: boolean
}

/** Reading pixels back makes every engine's memory grow: no more often than this. */
export const SAMPLE_INTERVAL_MS = 2_000

/**
 * Runs in the page, from before its first script. `videoProbe.report()` gives a VideoReport; `videoProbe.sample()` begins
 * to read the strip. A frame counts as shown at the time for which the browser expects it on the screen.
 */
export const VIDEO_PROBE = `(() => {
  const strip = ${JSON.stringify(STRIP)}
  const noted = { roomAt: null, sourceAt: null, chosenAt: null, firstFrameAt: null }
  let player = null
  let video = null
  let counts = null
  let samples = []

  const restart = () => {
    noted.firstFrameAt = null
    samples = []
  }
  const awaitFirstFrame = () => video.requestVideoFrameCallback((now) => {
    noted.firstFrameAt = now
    const { totalVideoFrames, droppedVideoFrames } = video.getVideoPlaybackQuality()
    counts = { stallMs: [], waitingSince: null, states: {}, total: totalVideoFrames, dropped: droppedVideoFrames }
  })

  const follow = (found) => {
    player = found
    video = found.querySelector('video')
    noted.roomAt = performance.now()
    video.addEventListener('loadstart', () => { noted.sourceAt ??= performance.now() })
    awaitFirstFrame()
    video.addEventListener('waiting', () => { if (counts) counts.waitingSince ??= performance.now() })
    video.addEventListener('playing', () => {
      if (!counts || counts.waitingSince === null) return
      counts.stallMs.push(performance.now() - counts.waitingSince)
      counts.waitingSince = null
    })
    new MutationObserver(() => {
      const state = player.dataset.video
      if (counts) counts.states[state] = (counts.states[state] ?? 0) + 1
    }).observe(player, { attributeFilter: ['data-video'] })
  }
  const finder = new MutationObserver(() => {
    const found = document.querySelector('[data-video]')
    if (!found) return
    finder.disconnect()
    follow(found)
  })
  finder.observe(document, { childList: true, subtree: true })

  document.addEventListener('click', (event) => {
    if (noted.chosenAt !== null || !event.target.closest('[aria-label="${playerMessages.line}"] [role="radio"]')) return
    noted.chosenAt = event.timeStamp
    counts = null
    restart()
    // frames of the line before cannot come after this: it has left the element
    video.addEventListener('loadedmetadata', awaitFirstFrame, { once: true })
  }, { capture: true })

  const canvas = document.createElement('canvas')
  canvas.width = strip.cells * strip.cellWidth
  canvas.height = strip.height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const read = (now, { expectedDisplayTime }) => {
    const shownAt = Date.now() + Math.max(0, expectedDisplayTime - performance.now())
    context.drawImage(video, strip.x, strip.y, canvas.width, canvas.height, 0, 0, canvas.width, canvas.height)
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
    const levels = Array.from({ length: strip.cells }, (_, cell) => {
      const x = cell * strip.cellWidth + (strip.cellWidth >> 1)
      const row = canvas.width * (strip.height >> 1)
      return (data[(row + x - 1) * 4 + 1] + data[(row + x) * 4 + 1]) / 2
    })
    samples.push([shownAt, levels])
  }

  window.videoProbe = {
    sample() {
      const look = () => { video.requestVideoFrameCallback(read) }
      look()
      setInterval(look, ${SAMPLE_INTERVAL_MS})
    },
    report() {
      const quality = video?.getVideoPlaybackQuality()
      return {
        ...noted,
        stallMs: counts?.stallMs ?? [],
        isWaiting: (counts?.waitingSince ?? null) !== null,
        states: counts?.states ?? {},
        samples,
        frames: quality && counts ? quality.totalVideoFrames - counts.total : 0,
        dropped: quality && counts ? quality.droppedVideoFrames - counts.dropped : 0,
        isHidden: document.hidden,
      }
    },
  }
})()`
