import type { StreamSource } from '#protocol/endpoints/live.ts'
import type { PlayerStats } from '#state/room/player-stats.ts'
import type { FlvEngine } from '#state/site/ui-preferences.ts'
import { Figures } from './figures.ts'
import { SourceSupervisor } from './source/source-supervisor.ts'
import type { Picture } from './player-state.ts'
import { type Audience, Rest } from './rest.ts'
import { Starter, type StarterOptions } from './source/starter.ts'

interface StreamOptions extends StarterOptions {
  readonly still: HTMLCanvasElement
  /** Null when no source is connected. */
  readonly onStats: (stats: PlayerStats | null) => void
}

const STATS_INTERVAL_MS = 1_000

/** The stream of a player: its sources and the state of the connection. */
export class Stream {
  readonly #options: StreamOptions
  readonly #supervisor: SourceSupervisor
  readonly #starter: Starter
  readonly #figures = new Figures()
  readonly #rest: Rest
  readonly #abort = new AbortController()
  readonly #statsTimer: number
  #sources: readonly StreamSource[] | null = null
  /** The selected source; null is the first one. A replacement during an outage is not a selection. */
  #chosenSource: string | null = null

  constructor(options: StreamOptions) {
    const { video, still, view } = options
    this.#options = options
    this.#starter = new Starter(options)
    this.#rest = new Rest(
      () => this.#close(),
      () => this.open(),
    )
    this.#supervisor = new SourceSupervisor(video, {
      onStatus: () => view.draw(),
      onReady: () => this.#ready(),
      onFirstFrame: (milliseconds) => this.#firstFrame(milliseconds),
      onHeights: (heights) => view.draw({}, { heights }),
      onLeave: () => view.draw({}, { hasStill: copyFrame(video, still) || view.state.hasStill }),
      onSetBack: () => this.#starter.startIfWanted(),
      onChecked: (result) => {
        this.#figures.onCheck(result)
        this.#starter.onCheck(result.isPaused)
        view.draw({ isStill: result.isStill })
        if (this.#supervisor.quality.hasRecovered() || result.hasStalled) this.#supervisor.adjustQuality()
      },
    })
    this.#supervisor.flv.wish = view.sessionState.flvEngine
    this.#supervisor.quality.wanted = view.state.quality
    this.#supervisor.quality.watch(() => this.#supervisor.adjustQuality(), this.#abort.signal)
    this.#statsTimer = window.setInterval(() => this.#report(), STATS_INTERVAL_MS)
  }

  get status(): SourceSupervisor['status'] {
    return this.#supervisor.status
  }

  /** Applies the state of the room; unknown sources (null) are ignored. */
  follow(picture: Picture, known: readonly StreamSource[] | null): void {
    const { view } = this.#options
    const sources = known ?? this.#sources
    const plan = planSources(
      { picture: view.sessionState.picture, sources: this.#sources },
      { picture, sources },
      this.#supervisor.sourceId,
    )
    this.#sources = sources
    view.draw({ picture })
    if (plan === 'renew') this.#supervisor.setSources(sources ?? [])
    else if (plan === 'open') this.open()
    else if (plan === 'close') this.#leave()
  }

  /** Reconnects now to the selected source. */
  open(): void {
    if (this.#options.view.sessionState.picture !== 'live' || !this.#sources || this.#rest.isResting) return
    this.#supervisor.open(this.#sources, this.#chosenSource)
  }

  choose(sourceId: string | null): void {
    this.#chosenSource = sourceId
  }

  /** The next source. */
  next(): string | null {
    return this.#supervisor.next()?.id ?? null
  }

  /** Runs a scheduled retry now if the stream is needed. */
  retryNow(): void {
    if (this.#options.view.sessionState.picture === 'live' && !this.#rest.isResting) this.#supervisor.retryNow()
  }

  /** Starts playback now or when connected. After a pause a change of the source interrupts nothing. */
  start(wasPaused: boolean): void {
    if (wasPaused) this.#supervisor.goBack()
    if (this.#supervisor.connection?.engine) void this.#starter.start()
  }

  /** Changes the FLV library; an open FLV source is reopened with it. */
  setFlvEngine(flvEngine: FlvEngine): void {
    this.#supervisor.flv.wish = flvEngine
    this.#options.view.draw({ flvEngine })
    const source = this.#supervisor.connection?.source
    if (source?.kind === 'flv') this.#supervisor.open(this.#sources ?? [source], source.id)
  }

  /** Changes the quality to this height; null is automatic. */
  setQuality(quality: number | null): void {
    this.#supervisor.quality.wanted = quality
    this.#options.view.draw({}, { quality })
    this.#supervisor.adjustQuality()
  }

  /** Closes the stream while it is not needed. */
  setAudience(audience: Audience): void {
    this.#rest.setAudience(audience)
  }

  close(): void {
    this.#abort.abort()
    this.#starter.close()
    window.clearInterval(this.#statsTimer)
    this.#rest.stop()
    this.#close()
  }

  #close(): void {
    this.#supervisor.close()
    this.#report()
  }

  #leave(): void {
    this.#close()
    this.#options.view.draw({ hasShown: false }, { hasStill: false })
  }

  #ready(): void {
    this.#figures.connected()
    this.#report() // a connection may fail before the next statistics
    this.#starter.startIfWanted()
  }

  #firstFrame(milliseconds: number): void {
    this.#figures.firstFrame(milliseconds)
    this.#options.view.draw({ hasShown: true, isStill: false }, { hasStill: false })
    this.#report()
  }

  #report(): void {
    const { onStats, video } = this.#options
    onStats(this.#supervisor.connection?.engine ? this.#figures.read(video, this.#supervisor) : null)
  }
}

/** Video state and sources of the room; null while the sources are not loaded. */
export interface RoomVideo {
  readonly picture: Picture
  readonly sources: readonly StreamSource[] | null
}

/**
 * Effect of a change of the room. `nothing`: none. `renew`: new URLs for later connections. `open`, `close`: the
 * stream.
 */
type SourcesPlan = 'nothing' | 'renew' | 'open' | 'close'

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
/** A source without its signature: a new one concerns later connections only. */
const unsigned = (source: StreamSource) => ({ ...source, url: source.url.split('?', 1)[0] })

/** Pure. `sourceId` is the playing source, which stays until the room removes or changes it. */
export function planSources(before: RoomVideo, now: RoomVideo, sourceId: string | null): SourcesPlan {
  if (now.sources === null) return 'nothing'
  const wasLive = before.picture === 'live' && before.sources !== null
  const isLive = now.picture === 'live'
  if (wasLive === isLive && isSame(now.sources, before.sources)) return 'nothing'
  if (!isLive) return 'close'
  const present = before.sources?.find((source) => source.id === sourceId)
  const isRetained = present !== undefined && now.sources.some((source) => isSame(unsigned(source), unsigned(present)))
  return wasLive && isRetained ? 'renew' : 'open'
}

/**
 * Copies the current frame to the canvas and shows it, at once, so that it covers the video while it is reloaded. Only used when a connection
 * changes, because reading frames increases the memory of every engine.
 */
function copyFrame(video: HTMLVideoElement, canvas: HTMLCanvasElement): boolean {
  if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || video.videoWidth === 0) return false
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  const context = canvas.getContext('2d')
  try {
    context?.drawImage(video, 0, 0)
  } catch {
    return false // a frame of another origin that must not be read
  }
  canvas.hidden = context === null
  return context !== null
}
