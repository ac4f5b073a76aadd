import type { IngestProblem, IngestStateView, PublishedFormat } from '#protocol/console/rooms.ts'
import { BoundedMap } from '#protocol/bounded-map.ts'
import type { PublisherRule } from '../../matches/live/live-rooms.ts'
import { type FeedTag, plainTag } from '../live/feed-tag.ts'
import type { IngestServices } from './ingest-services.ts'
import { PublisherNotifier } from './publisher-notifier.ts'
import { PublisherMeter } from './publisher-meter.ts'
import { RtmpProcess } from './rtmp-process.ts'
import type { LiveFeed } from '../live/live-feed.ts'

/** Interval of the checks for silence and expired holds. */
export const CHECK_INTERVAL_MS = 250
/** A connection without data for this long counts as lost. With the interval above, On2 follows within 3 s (S4.3). */
export const SILENCE_MS = 2_000
/** After this time it is closed, so that its publisher can reconnect. */
const CUT_AFTER_MS = 6_000
/** Time that a room waits for a disconnected publisher before the demo takes over. */
export const HOLD_MS = 10 * 60_000
/** The same for a publisher that stopped, which may only have changed a setting. */
export const HOLD_AFTER_END_MS = 60_000
/** A publisher without a key frame for this long is ended. */
export const KEY_FRAME_LIMIT_MS = 30_000
/** Streams whose last problem and format are remembered. */
const MAX_PROBLEMS = 1_000

/** RTMP publishers: accepts them, shows them in their rooms, and notifies rooms of drops and returns (S4.1-S4.4). */
export class Ingest {
  readonly #services: IngestServices
  readonly #rtmp: RtmpProcess
  readonly #notifier: PublisherNotifier
  /** Publishers by connection. */
  readonly #broadcasts = new Map<string, Broadcast>()
  /** Streams without a publisher, and until when they wait for it. */
  readonly #waiting = new Map<string, number>()
  /** Why the last publisher of a stream was refused or disconnected. */
  readonly #problems = new BoundedMap<string, IngestProblem>(MAX_PROBLEMS)
  /** What the last publisher of a stream has sent. */
  readonly #formats = new BoundedMap<string, PublishedFormat>(MAX_PROBLEMS)
  #rules: ReadonlyMap<string, PublisherRule> = new Map()
  #timer: NodeJS.Timeout | null = null

  constructor(services: IngestServices) {
    this.#services = services
    this.#notifier = new PublisherNotifier(services)
    this.#rtmp = new RtmpProcess({
      ...services,
      onPublish: (id, stream) => this.#welcome(id, stream),
      onTags: (id, tags) => this.#broadcasts.get(id)?.receive(tags),
      onStopped: (id, hasEnded) => this.#leave(id, hasEnded ? HOLD_AFTER_END_MS : HOLD_MS),
      onRefused: (stream, problem) => problem && this.#problems.set(stream, problem),
      onLost: () => [...this.#broadcasts.keys()].forEach((id) => this.#leave(id, HOLD_MS)),
    })
  }

  /** Port for publishers; null while closed. */
  get port(): number | null {
    return this.#rtmp.port
  }

  /** The address that publishers enter as server; '' while closed. */
  get address(): string {
    const { publicHost = '127.0.0.1' } = this.#services
    return this.port === null ? '' : `rtmp://${publicHost}:${this.port}/live`
  }

  /** Sets the keys and limits of streams. Disconnects publishers whose key or stream is no longer valid. */
  setRules(rules: ReadonlyMap<string, PublisherRule>): void {
    const before = this.#rules
    this.#rules = rules
    this.#rtmp.setKeyHashes(new Map([...rules].map(([stream, { keyHash }]) => [stream, keyHash])))
    for (const [id, { stream }] of this.#broadcasts) {
      const rule = before.get(stream)
      if (rule && rules.get(stream)?.keyHash !== rule.keyHash) this.#rtmp.drop(id)
    }
  }

  /** States of all streams that have a publisher, wait for one, or have refused one. */
  states(): Record<string, IngestStateView> {
    const published = [...this.#broadcasts.values()].map(({ stream }) => stream)
    const refused = [...this.#rules.keys()].filter((stream) => this.#problems.has(stream))
    const names = new Set([...published, ...this.#waiting.keys(), ...refused])
    return Object.fromEntries([...names].map((stream) => [stream, this.stateOf(stream)]))
  }

  /** What is known about the publisher of a stream. */
  stateOf(stream: string): IngestStateView {
    const broadcast = [...this.#broadcasts.values()].find((one) => one.stream === stream)
    return {
      state: broadcast?.isOnAir ? 'live' : this.#waiting.has(stream) ? 'lost' : 'none',
      ...(broadcast?.figures ?? NO_FIGURES),
      problem: this.#problems.get(stream) ?? null,
      format: broadcast?.format ?? this.#formats.get(stream) ?? null,
    }
  }

  /** Process id of the RTMP process. */
  get pid(): number | null {
    return this.#rtmp.pid
  }

  /** Opens the port. Rooms that had a publisher when the server stopped wait for it instead of showing the clip. */
  async start(): Promise<void> {
    const { published, isStream, now, lease } = this.#services
    for (const stream of published.read().filter((name) => isStream(name))) this.#lose(stream, now() + HOLD_MS)
    await this.#notifier.settled()
    await lease?.claim()
    await this.#rtmp.start()
    // The others learn the address. It is repeated.
    await lease?.report().catch(() => null)
    this.#timer = setInterval(() => this.check(), CHECK_INTERVAL_MS)
    this.#timer.unref()
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer)
    await this.#services.lease?.release()
    this.#broadcasts.clear()
    await this.#rtmp.stop()
    await this.#notifier.settled()
  }

  /**
   * Detects silent publishers, ends expired holds, and notifies rooms of unreported changes. Called four times a
   * second.
   */
  check(): void {
    const now = this.#services.now()
    const mayPublish = this.#services.lease?.isOwner ?? true
    for (const [id, broadcast] of this.#broadcasts) {
      const { meter, stream } = broadcast
      if (now - broadcast.lastFrameAt >= CUT_AFTER_MS || !mayPublish) this.#rtmp.drop(id)
      if (meter.isOverLimit) this.#cut(id, 'bitrate', 'it sends more than its anchor may')
      if (now - (meter.keyArrivedAt ?? broadcast.since) >= KEY_FRAME_LIMIT_MS) {
        if (meter.pictureArrivedAt === null) this.#cut(id, 'soundOnly', 'it sends no picture')
        else this.#cut(id, 'keyFrames', 'it has sent no key frame for 30 s')
      }
      // Sound alone does not count: viewers would see a frozen picture.
      const pictureMs = now - (meter.pictureArrivedAt ?? now)
      if (pictureMs >= SILENCE_MS && broadcast.pause()) this.#lose(stream, now + HOLD_MS)
    }
    for (const [stream, until] of this.#waiting) {
      if (now >= until) this.#release(stream)
    }
    this.#notifier.check()
  }

  /** Returns why the publisher is refused; null if it is welcome. */
  #welcome(id: string, stream: string): string | null {
    const { media, isStream, now } = this.#services
    if (!isStream(stream)) return 'there is no such room'
    const feed = media.openFeed(stream, {
      onReady: () => {
        if (this.#broadcasts.get(id)?.isCut !== false) return
        media.attach(feed)
        this.#show(id)
      },
      onUnfit: (problem, detail) => this.#cut(id, problem, detail),
    })
    const maxKbps = this.#rules.get(stream)?.maxKbps ?? Number.POSITIVE_INFINITY
    this.#broadcasts.set(id, new Broadcast(stream, feed, { now, meter: new PublisherMeter(maxKbps, now) }))
    return null
  }

  /**
   * Ends a publisher. Its room shows what it has shown before: the clip, or the poster of a lost publisher for which it
   * still waits.
   */
  #cut(id: string, problem: IngestProblem, reason: string): void {
    const broadcast = this.#broadcasts.get(id)
    if (!broadcast || broadcast.isCut) return
    const { stream, awaitedUntil } = broadcast
    broadcast.isCut = true
    this.#services.log.warn({ stream, problem, reason, ...broadcast.format }, 'a publisher was cut')
    this.#problems.set(stream, problem)
    this.#rtmp.drop(id)
    if (!broadcast.pause()) return
    if (awaitedUntil === null) this.#release(stream)
    else this.#lose(stream, awaitedUntil)
  }

  #show(id: string): void {
    const broadcast = this.#broadcasts.get(id)
    if (!broadcast || broadcast.isOnAir) return
    const { stream } = broadcast
    broadcast.isOnAir = true
    broadcast.awaitedUntil ??= this.#waiting.get(stream) ?? null
    this.#waiting.delete(stream)
    this.#problems.delete(stream)
    this.#services.published.add(stream)
    this.#services.log.info({ stream, ...broadcast.format }, 'a publisher is on air')
    this.#notifier.notify(stream, 'live')
  }

  #leave(id: string, holdMs: number): void {
    const broadcast = this.#broadcasts.get(id)
    this.#broadcasts.delete(id)
    if (!broadcast) return
    this.#formats.set(broadcast.stream, { ...broadcast.format, keyFrameAgeMs: null })
    this.#services.log.info({ stream: broadcast.stream, ...broadcast.format }, 'a publisher has ended')
    if (broadcast.pause()) this.#lose(broadcast.stream, this.#services.now() + holdMs)
  }

  #lose(stream: string, until: number): void {
    this.#services.log.info({ stream }, 'a publisher has disconnected')
    this.#waiting.set(stream, until)
    this.#notifier.notify(stream, 'gone')
  }

  #release(stream: string): void {
    this.#waiting.delete(stream)
    this.#services.published.remove(stream)
    this.#services.media.detach(stream)
    this.#notifier.notify(stream, null)
  }
}

const NO_FIGURES = { since: null, kbps: 0, keyFrameMs: null, droppedFrames: null }

/** The connection of a publisher and its feed. */
class Broadcast {
  readonly stream: string
  /** True while viewers see it. */
  isOnAir = false
  /** True once it was ended by the server; what it sends after that is ignored. */
  isCut = false
  /** Until when the room waited for its lost publisher when this one came; null if it did not. */
  awaitedUntil: number | null = null
  readonly meter: PublisherMeter
  /** When it connected, epoch milliseconds. */
  readonly since: number
  readonly #feed: LiveFeed
  readonly #now: () => number
  #lastFrameAt: number

  constructor(
    stream: string,
    feed: LiveFeed,
    { now, meter }: { readonly now: () => number; readonly meter: PublisherMeter },
  ) {
    this.stream = stream
    this.meter = meter
    this.since = now()
    this.#feed = feed
    this.#now = now
    this.#lastFrameAt = now()
  }

  /** Time of the last frame. */
  get lastFrameAt(): number {
    return this.#lastFrameAt
  }

  get figures(): Pick<IngestStateView, keyof typeof NO_FIGURES> {
    const { kbps, keyFrameMs, droppedFrames } = this.meter
    return { since: this.since, kbps, keyFrameMs, droppedFrames }
  }

  /** What it sends. */
  get format(): PublishedFormat {
    const { soundCorrectionMs, driftMs, isSilent, extraTags } = this.#feed
    return { ...this.meter.format, soundCorrectionMs, driftMs, isSilent, extraTags }
  }

  receive(received: readonly FeedTag[]): void {
    if (this.isCut) return
    const tags = received.map((tag) => plainTag(tag))
    this.#lastFrameAt = this.#now()
    for (const tag of tags) this.meter.take(tag)
    this.#feed.push(tags)
  }

  /** Takes it off the air until its next key frame. Returns false if it was not on the air. */
  pause(): boolean {
    if (!this.isOnAir) return false
    this.isOnAir = false
    this.#feed.pause()
    return true
  }
}
