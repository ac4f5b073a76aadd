import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import type { AddressCounter } from '../../net/address-counter.ts'
import { refuseUpgrade, resetWebSocket } from '../../net/tcp-connections.ts'
import type { MediaCounters } from '../counters.ts'
import type { FlvViewer, ViewerSink } from './flv-viewer.ts'
import { type MediaQuery, readQuery, searchOf } from '../media-query.ts'
import { NOT_RATE_LIMITED } from '../route-config.ts'
import type { StreamState } from '../streams.ts'

interface FlvRoutes {
  readonly fanOut: {
    add(stream: string, sink: ViewerSink, height: number | null): FlvViewer
    remove(viewer: FlvViewer): void
  }
  readonly counters: Readonly<MediaCounters>
  readonly maxViewers: number
  readonly viewers: AddressCounter
  readonly addressOf: (request: IncomingMessage) => string
  readonly openStream: (name: string, query: MediaQuery) => StreamState | null
  /** False for a quality that the stream does not have; null is the largest one. */
  readonly hasQuality: (name: string, height: number | null) => boolean
  /** False for blocked viewers. */
  readonly mayWatch: (request: IncomingMessage, query: MediaQuery) => boolean
  /** The open connections of viewers. */
  readonly connections: Set<FlvConnection>
}

/** An open connection of a viewer. */
export interface FlvConnection {
  readonly request: IncomingMessage
  readonly sink: ViewerSink
}

/** Closes the connections of viewers who were blocked since they connected. */
export function recheckViewers({ connections, mayWatch }: Pick<FlvRoutes, 'connections' | 'mayWatch'>): void {
  for (const { request, sink } of connections) if (!mayWatch(request, queryOf(request))) sink.destroy()
}

/** Viewers send nothing; one that sends more than a few bytes is closed. */
const MAX_VIEWER_MESSAGE_BYTES = 1024
/** A viewer that does not read the close message is dropped after this time. */
const CLOSE_LIMIT_MS = 10_000
/** `NAME.flv`, or `NAME.HEIGHT.flv` for one quality. */
const FILE = /^([^/.]+)(?:\.([1-9]\d{0,4}))?\.flv$/
const WEBSOCKET_PATH = /^\/media\/([^/?]+)$/

/** A stream in the quality of this height; null is the largest one. */
interface WantedStream {
  readonly name: string
  readonly height: number | null
}

function wantedStream(file: string | undefined): WantedStream | null {
  const [, name, height] = FILE.exec(file ?? '') ?? []
  return name === undefined ? null : { name, height: height === undefined ? null : Number(height) }
}

/** 200 if this stream may be watched now, else the status of the refusal. */
function admit(routes: FlvRoutes, wanted: WantedStream | null, request: IncomingMessage): 200 | 404 | 503 {
  const query = queryOf(request)
  if (wanted === null || !routes.openStream(wanted.name, query) || !routes.mayWatch(request, query)) return 404
  if (!routes.hasQuality(wanted.name, wanted.height)) return 404
  const hasRoom = routes.counters.viewers < routes.maxViewers && routes.viewers.hasRoom(routes.addressOf(request))
  return hasRoom ? 200 : 503
}

function queryOf({ url = '' }: IncomingMessage): MediaQuery {
  return readQuery(searchOf(url))
}

/** Registers a viewer. Call the returned function when its connection has closed. */
function enter(routes: FlvRoutes, wanted: WantedStream, request: IncomingMessage, sink: ViewerSink): () => void {
  const releaseViewer = routes.viewers.take(routes.addressOf(request))
  const viewer = routes.fanOut.add(wanted.name, sink, wanted.height)
  const connection = { request, sink }
  routes.connections.add(connection)
  return () => {
    routes.connections.delete(connection)
    releaseViewer()
    routes.fanOut.remove(viewer)
  }
}

function responseSink(response: ServerResponse): ViewerSink {
  return {
    bufferedBytes: () => response.writableLength,
    write: (bytes) => void response.write(bytes),
    close: () => {
      response.setTimeout(CLOSE_LIMIT_MS, () => response.destroy())
      response.end()
    },
    destroy: () => void (response.socket ? response.socket.resetAndDestroy() : response.destroy()),
  }
}

function socketSink(socket: WebSocket): ViewerSink {
  return {
    bufferedBytes: () => socket.bufferedAmount,
    write: (bytes) => socket.send(bytes, { binary: true }),
    close: () => socket.close(1000),
    destroy: () => resetWebSocket(socket),
  }
}

/** Adds `/media/:stream.flv` and `/media/:stream.:height.flv`, endless HTTP responses. */
export function addFlvRoute(app: FastifyInstance, routes: FlvRoutes): void {
  app.get(
    '/media/:file',
    { exposeHeadRoute: false, config: NOT_RATE_LIMITED },
    (request: FastifyRequest<{ Params: { file: string } }>, reply) => {
      const wanted = wantedStream(request.params.file)
      const status = admit(routes, wanted, request.raw)
      if (wanted === null || status !== 200) return reply.code(status).header('cache-control', 'no-store').send()
      reply.hijack()
      const response = reply.raw
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) response.setHeader(name, value)
      }
      response.writeHead(200, { 'content-type': 'video/x-flv', 'cache-control': 'no-store' })
      response.setTimeout(0) // `FlvViewer` closes viewers that do not read; a viewer that waits for a key frame stays.
      const leave = enter(routes, wanted, request.raw, responseSink(response))
      response.on('error', () => response.destroy())
      response.once('close', leave)
      return reply
    },
  )
}

const SERVER_OPTIONS = {
  noServer: true,
  clientTracking: false,
  perMessageDeflate: false,
  maxPayload: MAX_VIEWER_MESSAGE_BYTES,
  closeTimeout: CLOSE_LIMIT_MS,
}

/** The WebSocket variant of {@link addFlvRoute}. `handleUpgrade` returns false for paths outside of `/media/`. */
export class FlvSockets {
  readonly #routes: FlvRoutes
  readonly #server = new WebSocketServer(SERVER_OPTIONS)

  constructor(routes: FlvRoutes) {
    this.#routes = routes
  }

  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    const url = request.url ?? ''
    const path = url.split('?', 1)[0] ?? ''
    if (!path.startsWith('/media/')) return false
    const wanted = wantedStream(WEBSOCKET_PATH.exec(path)?.[1])
    const status = admit(this.#routes, wanted, request)
    if (status !== 200) refuseUpgrade(socket, status)
    else if (wanted !== null)
      this.#server.handleUpgrade(request, socket, head, (webSocket) => this.#serve(wanted, request, webSocket))
    return true
  }

  #serve(wanted: WantedStream, request: IncomingMessage, socket: WebSocket): void {
    const leave = enter(this.#routes, wanted, request, socketSink(socket))
    socket.on('error', () => socket.terminate())
    socket.once('close', leave)
  }
}
