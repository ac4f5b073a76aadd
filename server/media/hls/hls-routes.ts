import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AddressCounter } from '../../net/address-counter.ts'
import { firstSegment, growingSegment, partSpan, PARTS_PER_SEGMENT } from './hls-timing.ts'
import type { Qualities } from '../clip.ts'
import { hlsPlaylist, masterPlaylist } from './hls-playlist.ts'
import type { HlsSource } from './hls-source.ts'
import type { FeedSegments, SegmentPosition } from '../live/feed-segments.ts'
import type { LiveFeed } from '../live/live-feed.ts'
import type { MediaCounters } from '../counters.ts'
import { type MediaQuery, readCount, readQuery, searchOf, suffixOf } from '../media-query.ts'
import { NOT_RATE_LIMITED } from '../route-config.ts'
import type { StreamState } from '../streams.ts'
import type { WaitingRoom } from '../waiting-room.ts'

interface HlsRoutes {
  readonly qualitiesOf: (streamName: string) => Qualities
  /** Null for a quality that the stream does not have. */
  readonly sourceOf: (streamName: string, height: number) => HlsSource | null
  readonly now: () => number
  readonly waiting: WaitingRoom
  readonly counters: MediaCounters
  readonly places: AddressCounter
  readonly addressOf: (request: IncomingMessage) => string
  /** State of the stream; null if it may not be watched or is not published. */
  readonly openStream: (name: string, query: MediaQuery) => StreamState | null
  /** False for blocked viewers. */
  readonly mayWatch: (request: IncomingMessage, query: MediaQuery) => boolean
  /** The query of the entries of a playlist with this query: the same for all viewers, because caches share them. */
  readonly entryQuery: (name: string, query: MediaQuery) => MediaQuery
  /** The publisher of the stream; null for the clip. */
  readonly feedOf: (name: string) => LiveFeed | null
}

type Call = { stream: string; query: MediaQuery; file: string; height?: string }

/** A call for a file of one quality. */
type QualityCall = Call & { source: HlsSource }

const KNOWN_FILE = /\.(?:m3u8|mp4|m4s)$/
const FRAGMENT = /^(\d{1,15})(?:\.(\d))?\.m4s$/

/** Time that a blocking playlist request waits for (`_HLS_msn`, `_HLS_part`); null if they are invalid. */
function awaited(routes: HlsRoutes, { source: { clip }, query }: QualityCall, since: number): number | null {
  const msn = readCount(query['_HLS_msn'])
  const part = readCount(query['_HLS_part'])
  const first = Math.max(firstSegment(since), 0)
  if (msn === undefined) {
    if (part !== undefined) return null
    const isGrowing = first >= growingSegment(routes.now())
    return isGrowing ? partSpan(clip, first, 0).to : 0
  }
  if (msn === null || part === null || msn > growingSegment(routes.now()) + 2) return null
  const index = part ?? PARTS_PER_SEGMENT - 1
  const ahead = Math.floor(index / PARTS_PER_SEGMENT)
  if (ahead > 1) return null
  return partSpan(clip, Math.max(msn, first) + ahead, index % PARTS_PER_SEGMENT).to
}

async function playlistResponse(routes: HlsRoutes, call: QualityCall): Promise<HlsResponse> {
  const { stream, query, source } = call
  const before = routes.openStream(stream, query)
  if (!before) return NOT_FOUND
  const time = awaited(routes, call, before.since)
  if (time === null) return { status: 400 }
  if (!(await routes.waiting.until(time))) return { status: 503 }
  const state = routes.openStream(stream, query)
  const suffix = suffixOf(routes.entryQuery(stream, query))
  const body = state && hlsPlaylist(source.clip, routes.now(), state.since, suffix)
  return body ? { status: 200, type: PLAYLIST_TYPE, cache: 'no-store', body } : NOT_FOUND
}

async function fragmentResponse(routes: HlsRoutes, call: QualityCall): Promise<HlsResponse> {
  const { stream, query, file, source } = call
  const state = routes.openStream(stream, query)
  const match = FRAGMENT.exec(file)
  if (!state || !match) return NOT_FOUND
  const segment = Number(match[1])
  const found = (body: Buffer): HlsResponse => ({ status: 200, type: MEDIA_TYPE, cache: 'max-age=60', body })
  if (match[2] === undefined) {
    const body = source.segment(segment, routes.now(), state.since)
    return body ? found(body) : NOT_FOUND
  }
  const part = Number(match[2])
  const time = source.readyAt(segment, part, routes.now(), state.since)
  if (time === null) return NOT_FOUND
  if (!(await routes.waiting.until(time))) return { status: 503 }
  return routes.openStream(stream, query)?.epoch === state.epoch ? found(source.part(segment, part)) : NOT_FOUND
}

async function response(routes: HlsRoutes, call: Call): Promise<HlsResponse> {
  const feed = routes.feedOf(call.stream)
  if (feed && !routes.openStream(call.stream, call.query)) return NOT_FOUND
  // A call for a quality comes from a player that still follows the clip. It is refused, so that the player restarts.
  if (feed && call.height !== undefined) return NOT_FOUND
  if (feed) return feedResponse(routes, feed, call)
  if (call.height === undefined) return call.file === 'index.m3u8' ? masterResponse(routes, call) : NOT_FOUND
  const height = readCount(call.height)
  const source = height == null ? null : routes.sourceOf(call.stream, height)
  if (!source) return NOT_FOUND
  if (call.file === 'index.m3u8') return playlistResponse(routes, { ...call, source })
  if (call.file !== 'init.mp4') return fragmentResponse(routes, { ...call, source })
  if (!routes.openStream(call.stream, call.query)) return NOT_FOUND
  return { status: 200, type: MEDIA_TYPE, cache: 'max-age=60', body: source.init }
}

/** The URLs of the qualities have the query of the viewer, whom operators may block. */
function masterResponse(routes: HlsRoutes, { stream, query }: Call): HlsResponse {
  if (!routes.openStream(stream, query)) return NOT_FOUND
  const body = masterPlaylist(routes.qualitiesOf(stream), suffixOf(query))
  return { status: 200, type: PLAYLIST_TYPE, cache: 'no-store', body }
}

/**
 * Adds `/media/:stream/index.m3u8`, the master playlist of the clip or the media playlist of a publisher, and the files of
 * each quality below `/media/:stream/:height/`: `index.m3u8`, `init.mp4`, `<segment>.m4s` and `<segment>.<part>.m4s`.
 */
export function addHlsRoutes(app: FastifyInstance, routes: HlsRoutes): void {
  const handle = async (
    request: FastifyRequest<{ Params: { stream: string; height?: string; file: string } }>,
    reply: FastifyReply,
  ) => {
    const query = readQuery(searchOf(request.url))
    const call = { ...request.params, query }
    const refuse = (status: number) => reply.code(status).header('cache-control', 'no-store').send()
    if (!KNOWN_FILE.test(call.file) || !routes.openStream(call.stream, query)) return refuse(404)
    if (!routes.mayWatch(request.raw, query)) return refuse(404)
    const address = routes.addressOf(request.raw)
    if (!routes.places.hasRoom(address)) return refuse(503)
    reply.raw.once('close', routes.places.take(address)) // Set when the response is read or has failed.
    const result = await response(routes, call)
    if (result.status !== 200) return refuse(result.status)
    routes.counters.bytes += Buffer.byteLength(result.body)
    return reply.type(result.type).header('cache-control', result.cache).send(result.body)
  }
  app.get('/media/:stream/:file', { config: NOT_RATE_LIMITED }, handle)
  app.get('/media/:stream/:height/:file', { config: NOT_RATE_LIMITED }, handle)
}

/** LL-HLS of a publisher: playlist, initialization segment, segments and parts, from memory. */
async function feedResponse(routes: HlsRoutes, feed: LiveFeed, call: Call): Promise<HlsResponse> {
  const { segments } = feed
  if (!segments) return NOT_FOUND
  const isPlaylist = call.file === 'index.m3u8'
  const position = isPlaylist ? awaitedOfFeed(segments, call.query) : segments.awaited(call.file)
  if (position === 'invalid') return { status: 400 }
  if (position) {
    const isReady = (): boolean => segments.hasReached(position)
    if (!(await routes.waiting.untilReady(isReady, (check) => segments.subscribe(check)))) return { status: 503 }
    // It has ended or paused meanwhile.
    if (feed.segments !== segments || !routes.openStream(call.stream, call.query)) return NOT_FOUND
  }
  if (isPlaylist) {
    const body = segments.playlist(suffixOf(routes.entryQuery(call.stream, call.query)))
    return body === null ? NOT_FOUND : { status: 200, type: PLAYLIST_TYPE, cache: 'no-store', body }
  }
  const body = segments.file(call.file)
  const cache = call.file.endsWith('.m4s') ? 'max-age=60' : 'no-store' // The format may change within the second of its name.
  return body === null ? NOT_FOUND : { status: 200, type: MEDIA_TYPE, cache, body }
}

/** What a playlist request waits for (`_HLS_msn`, `_HLS_part`): the first part without them. */
function awaitedOfFeed(segments: FeedSegments, query: MediaQuery): SegmentPosition | 'invalid' {
  const segment = readCount(query['_HLS_msn'])
  const part = readCount(query['_HLS_part'])
  const { first, lastSegment } = segments.range
  if (segment === undefined) return part === undefined ? first : 'invalid'
  if (segment === null || part === null || segment > lastSegment) return 'invalid'
  return { segment, part: part ?? null }
}

/** Response of an HLS request. `cache` is the value of Cache-Control. */
type HlsResponse = { status: 200; type: string; cache: string; body: Buffer | string } | { status: 400 | 404 | 503 }

const NOT_FOUND: HlsResponse = { status: 404 }
const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl'
const MEDIA_TYPE = 'video/mp4'
