import { playerText } from '#messages/zh/player.ts'
import { STRIP } from '../../../scripts/clip/marks.mjs'
import { WIDTH } from '../../../scripts/clip/stage.mjs'

/** Recorded by the page. Times are milliseconds of performance.now() unless named. */
export interface VideoReport {
  /** The first element with data-video was mounted. */
  readonly roomAt: number | null
  /** The media element got its source. */
  readonly sourceAt: number | null
  /** A source was selected. */
  readonly chosenAt: number | null
  /** First frame after entering, or of the selected source. */
  readonly firstFrameAt: number | null
  /** From here on counted from that first frame. Durations from `waiting` to `playing`. */
  readonly stallMs: readonly number[]
  /** A stall that has not ended. */
  readonly isWaiting: boolean
  /** Number of changes of data-video to each value. */
  readonly states: Readonly<Record<string, number>>
  /** Epoch milliseconds at which a frame is rendered, and the brightness of its counter cells. */
  readonly samples: readonly (readonly [shownAt: number, levels: readonly number[]])[]
  readonly frames: number
  readonly dropped: number
  readonly isHidden: boolean
}

/** Minimum interval, because reading pixels increases the memory of every engine. */
export const SAMPLE_INTERVAL_MS = 2_000

/**
 * Runs in the page before its first script. `videoProbe.report()` returns a VideoReport; `videoProbe.sample()` starts
 * sampling. A frame counts as shown at its expected display time.
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
    if (noted.chosenAt !== null || !event.target.closest('[aria-label="${playerText('source')}"] [role="radio"]')) return
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
    const scale = video.videoWidth / ${WIDTH}
    const [left, top, width, height] = [strip.x, strip.y, canvas.width, canvas.height].map((units) => units * scale)
    context.drawImage(video, left, top, width, height, 0, 0, canvas.width, canvas.height)
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
