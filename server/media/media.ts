import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { addressKey } from '../config/address.ts'
import { AddressCounter } from '../net/address-counter.ts'
import type { MediaCounters } from './counters.ts'
import { FeedSwitch } from './live/feed-switch.ts'
import { addFlvRoute, type FlvConnection, FlvSockets, recheckViewers } from './flv/flv-routes.ts'
import { addHlsRoutes } from './hls/hls-routes.ts'
import { type FeedEvents, LiveFeed } from './live/live-feed.ts'
import type { MediaQuery } from './media-query.ts'
import { isStreamName, type StreamState, Streams } from './streams.ts'
import { WaitingRoom } from './waiting-room.ts'
import { join } from 'node:path'
import { type Clip, type ClipName, qualityOf, type Qualities, readClips } from './clip.ts'
import { FlvFanOut } from './flv/flv-fan-out.ts'
import { HlsSource } from './hls/hls-source.ts'
import { existsSync } from 'node:fs'
import type { Logger } from '../config/log.ts'
import { PROJECT_ROOT } from '../config/project-root.ts'
import { StartError } from '../config/start-error.ts'

export interface MediaOptions {
  /** Folder of the clips, one per kind of room. */
  readonly clipDirectory: string
  /** The clip of a stream; football by default. */
  readonly clipOf?: (streamName: string) => ClipName | null
  readonly now: () => number
  /** Which streams exist and who may watch them; all by default. */
  readonly authorize?: (streamName: string, query: MediaQuery) => boolean
  /** False for viewers whom operators have blocked; nobody is by default. */
  readonly mayWatch?: (request: IncomingMessage, query: MediaQuery) => boolean
  /** The query of the entries of a playlist; that of the playlist by default. */
  readonly entryQuery?: (streamName: string, query: MediaQuery) => MediaQuery
  readonly log: { warn: (details: object, message: string) => void }
  /** Maximum number of FLV viewers; further ones get 503. */
  readonly maxViewers?: number
  /** The key that limits of one address count by; the peer address by default. */
  readonly addressOf?: (request: IncomingMessage) => string
}

export interface MediaServer {
  /** Handles a WebSocket upgrade of `/media/:stream.flv`. Returns false for paths outside of `/media/`. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean
  /** The anchor drops (`false`: viewers are closed, the stream returns 404) or returns (`true`: a new epoch). */
  setPublishing(streamName: string, on: boolean): void
  stateOf(streamName: string): StreamState
  /** Creates a feed for a publisher, invisible until {@link attach}. */
  openFeed(streamName: string, events: FeedEvents): LiveFeed
  /** Shows this feed instead of the clip. Viewers reconnect (a new epoch). */
  attach(feed: LiveFeed): void
  /** Shows the clip again. */
  detach(streamName: string): void
  readonly counters: Readonly<MediaCounters>
  /** Closes the FLV connections of viewers who may not watch any more. */
  recheck(): void
  /** Closes all viewers and waiting requests. */
  close(): void
}

const MAX_VIEWERS = 2_000
/** Per address, as many as room sockets: FLV viewers and HLS responses in progress. */
const MAX_VIEWERS_OF_ADDRESS = 256
const MAX_RESPONSES_PER_ADDRESS = 256

/**
 * Adds live video to a server: `/media/:stream.flv` over HTTP and WebSocket, and LL-HLS under `/media/:stream/`, each in
 * all qualities.
 */
export function registerMedia(app: FastifyInstance, options: MediaOptions): MediaServer {
  const onCut = (stream: string): void => options.log.warn({ stream }, 'FLV viewer cut: it does not read')
  const { now } = options
  const { streams, flv, qualitiesOf, hlsOf, counters } = createLiveSource({ ...options, onCut })
  const waiting = new WaitingRoom(now)
  const fanOut = new FeedSwitch(flv, streams)
  const openStream = (name: string, query: MediaQuery): StreamState | null => {
    if (!isStreamName(name) || !(options.authorize?.(name, query) ?? true)) return null
    const state = streams.stateOf(name)
    return state.publishing && fanOut.isReady(name) ? state : null
  }
  const feedOf = (name: string): LiveFeed | null => fanOut.feedOf(name)
  const addressOf = options.addressOf ?? ((request) => addressKey(request.socket.remoteAddress ?? ''))
  const mayWatch = options.mayWatch ?? (() => true)
  const common = { counters, addressOf, openStream, mayWatch }
  const routes = {
    ...common,
    fanOut,
    hasQuality: (name: string, height: number | null) =>
      feedOf(name) !== null || qualityOf(qualitiesOf(name), height) !== null,
    maxViewers: options.maxViewers ?? MAX_VIEWERS,
    viewers: new AddressCounter(MAX_VIEWERS_OF_ADDRESS),
    connections: new Set<FlvConnection>(),
  }
  addFlvRoute(app, routes)
  const entryQuery = options.entryQuery ?? ((_name, query) => query)
  const places = new AddressCounter(MAX_RESPONSES_PER_ADDRESS)
  addHlsRoutes(app, { ...common, qualitiesOf, sourceOf: hlsOf, now, waiting, places, entryQuery, feedOf })
  const sockets = new FlvSockets(routes)
  const close = (): void => {
    waiting.close()
    fanOut.dropAll()
  }
  app.addHook('preClose', async () => close())
  return {
    handleUpgrade: (request, socket, head) => sockets.handleUpgrade(request, socket, head),
    setPublishing(streamName, on) {
      if (streams.setPublishing(streamName, on) && !on) fanOut.endStream(streamName)
    },
    stateOf: (streamName) => streams.stateOf(streamName),
    openFeed: (stream, events) => new LiveFeed({ stream, now, counters, onCut }, events),
    attach: (feed) => fanOut.attach(feed),
    detach: (streamName) => fanOut.detach(streamName),
    counters,
    recheck: () => recheckViewers(routes),
    close,
  }
}

/** One clip per kind of room and one clock, three ways to watch, any number of stream names. */
interface LiveSource {
  readonly streams: Streams
  readonly flv: FlvFanOut
  readonly qualitiesOf: (streamName: string) => Qualities
  /** Null for an unknown height. */
  readonly hlsOf: (streamName: string, height: number) => HlsSource | null
  readonly counters: MediaCounters
}

/**
 * Creates endless live streams from the clips in `clipDirectory`. Media time is `now()` (epoch ms).
 *
 * @throws an error with one line that names the clip of football if it is missing or unusable; with another unusable clip
 *   the requests for its streams fail
 */
export function createLiveSource(options: {
  clipDirectory: string
  clipOf?: (streamName: string) => ClipName | null
  now: () => number
  onCut: (streamName: string) => void
}): LiveSource {
  const clips = readClips(options.clipDirectory)
  const qualitiesOf = (stream: string): Qualities => clips[options.clipOf?.(stream) ?? 'football']
  const clipFor = (stream: string, height: number | null): Clip => {
    const qualities = qualitiesOf(stream)
    return qualityOf(qualities, height) ?? qualities[0]
  }
  const sources = new Map<Clip, HlsSource>()
  const hlsSource = (clip: Clip): HlsSource => {
    const source = sources.get(clip) ?? new HlsSource(clip)
    sources.set(clip, source)
    return source
  }
  const counters: MediaCounters = { viewers: 0, bytes: 0, cut: 0 }
  return {
    streams: new Streams(options.now),
    flv: new FlvFanOut(clipFor, options.now, counters, options.onCut),
    qualitiesOf,
    hlsOf: (stream, height) => {
      const clip = qualityOf(qualitiesOf(stream), height)
      return clip && hlsSource(clip)
    },
    counters,
  }
}

/**
 * Adds video of the demo clips from the source or build folder. A name without a clip is no stream.
 *
 * @throws StartError if the clip cannot be used
 */
export function openMedia(
  http: FastifyInstance,
  services: {
    log: Logger
    now: () => number
    clipOf: (name: string) => ClipName | null
    addressOf: (request: IncomingMessage) => string
    /** False for a query that does not permit this stream. */
    isPermitted: (name: string, query: MediaQuery) => boolean
    mayWatch: (request: IncomingMessage, query: MediaQuery) => boolean
    entryQuery: (name: string, query: MediaQuery) => MediaQuery
  },
): MediaServer {
  const folders = [join(PROJECT_ROOT, 'public/live'), join(PROJECT_ROOT, 'dist/client/live')]
  try {
    const clipDirectory = folders.find((folder) => existsSync(folder)) ?? folders[0] ?? ''
    const authorize = (name: string, query: MediaQuery): boolean =>
      services.clipOf(name) !== null && services.isPermitted(name, query)
    return registerMedia(http, { ...services, clipDirectory, authorize })
  } catch (error) {
    throw new StartError(`The demo clips cannot be used: ${error instanceof Error ? error.message : 'unknown'}`)
  }
}
