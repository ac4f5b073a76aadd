import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { MediaCounters } from './counters.ts'
import { addFlvRoute, FlvSockets } from './flv-routes.ts'
import { addHlsRoutes } from './hls-routes.ts'
import { createLiveSource } from './live-source.ts'
import type { MediaQuery } from './media-query.ts'
import { isStreamName, type StreamState } from './streams.ts'
import { WaitingRoom } from './waiting-room.ts'

export interface MediaOptions {
  /** Folder that holds `demo.flv`. */
  readonly clipDirectory: string
  readonly now: () => number
  /** Which streams exist and who may watch them; everybody and everything when absent. */
  readonly authorize?: (streamName: string, query: MediaQuery) => boolean
  readonly log: { warn: (details: object, message: string) => void }
  /** FLV viewers at once; the next one is answered 503. */
  readonly maxViewers?: number
}

export interface MediaServer {
  /** Takes a WebSocket upgrade of `/media/:stream.flv`; false when the path is not below `/media/`. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean
  /** The anchor drops (`false`: viewers are ended, the stream answers 404) or returns (`true`: a new epoch). */
  setPublishing(streamName: string, on: boolean): void
  stateOf(streamName: string): StreamState
  readonly counters: Readonly<MediaCounters>
  /** Ends all viewers and held requests. */
  close(): void
}

const MAX_VIEWERS = 2_000

/** Adds the live video to a server: `/media/:stream.flv` over HTTP and WebSocket, and LL-HLS below `/media/:stream/`. */
export function registerMedia(app: FastifyInstance, options: MediaOptions): MediaServer {
  const { streams, flv, hls, counters } = createLiveSource({
    ...options,
    onCut: (stream) => options.log.warn({ stream }, 'FLV viewer cut: it does not read'),
  })
  const waiting = new WaitingRoom(options.now)
  const openStream = (name: string, query: MediaQuery): StreamState | null => {
    if (!isStreamName(name) || !(options.authorize?.(name, query) ?? true)) return null
    const state = streams.stateOf(name)
    return state.publishing ? state : null
  }
  const routes = { fanOut: flv, maxViewers: options.maxViewers ?? MAX_VIEWERS, openStream }
  addFlvRoute(app, routes)
  addHlsRoutes(app, { source: hls, now: options.now, waiting, counters, openStream })
  const sockets = new FlvSockets(routes)
  const close = (): void => {
    waiting.close()
    flv.dropAll()
  }
  app.addHook('preClose', async () => close())
  return {
    handleUpgrade: (request, socket, head) => sockets.handleUpgrade(request, socket, head),
    setPublishing(streamName, on) {
      if (streams.setPublishing(streamName, on) && !on) flv.endStream(streamName)
    },
    stateOf: (streamName) => streams.stateOf(streamName),
    counters,
    close,
  }
}
