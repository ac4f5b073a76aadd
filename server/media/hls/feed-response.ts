import { type Answer, MEDIA_TYPE, NOT_FOUND, PLAYLIST_TYPE } from './hls-response.ts'
import type { LiveFeed } from '../live/live-feed.ts'
import { type MediaQuery, suffixOf } from '../media-query.ts'

/**
 * HLS of a publisher: playlist, initialization segment and segments, from memory. A playlist request with low-latency
 * directives comes from a player that still follows the clip; it is refused, so that the player restarts.
 */
export function feedResponse(feed: LiveFeed, call: { file: string; query: MediaQuery }): Answer {
  if (call.file === 'index.m3u8') {
    if (call.query['_HLS_msn'] !== undefined) return NOT_FOUND
    const body = feed.segments?.playlist(suffixOf(call.query))
    return body == null ? NOT_FOUND : { status: 200, type: PLAYLIST_TYPE, cache: 'no-store', body }
  }
  const body = feed.segments?.file(call.file)
  const cache = call.file.endsWith('.m4s') ? 'max-age=60' : 'no-store' // The format may change within the second of its name.
  return body == null ? NOT_FOUND : { status: 200, type: MEDIA_TYPE, cache, body }
}
