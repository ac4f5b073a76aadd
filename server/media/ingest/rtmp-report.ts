import type { FeedTag } from '../live/feed-tag.ts'

/** Reports of the RTMP process. `id` is the connection of a publisher. */
export type RtmpReport =
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'alive' }
  | {
      readonly kind: 'refused'
      readonly stream: string
      readonly reason: string
      readonly problem: 'key' | 'busy' | null
    }
  /** A connection that has not published; `settled` when it has, or has ended. */
  | { readonly kind: 'waiting'; readonly connection: number; readonly address: string }
  | { readonly kind: 'settled'; readonly connection: number }
  | { readonly kind: 'publish'; readonly id: string; readonly stream: string; readonly address: string }
  /** Frames of several publishers in order of arrival; `ids` by the number in their headers. */
  | { readonly kind: 'tags'; readonly ids: readonly string[]; readonly frames: Buffer }
  /** `hasEnded`: the publisher stopped deliberately. */
  | { readonly kind: 'gone'; readonly id: string; readonly hasEnded: boolean }

const KINDS: Readonly<Record<number, FeedTag['kind']>> = { 8: 'audio', 9: 'video', 18: 'script' }
/** Number of the publisher (1 byte), type (1), time (4), size (4). */
const FRAME_HEADER_BYTES = 10

/** The frames of each publisher, by connection. Their bodies share the buffer of the report. */
export function tagsOf({ ids, frames }: Extract<RtmpReport, { kind: 'tags' }>): Map<string, FeedTag[]> {
  const found = new Map(ids.map((id): [string, FeedTag[]] => [id, []]))
  for (let at = 0; at < frames.length;) {
    const start = at + FRAME_HEADER_BYTES
    const end = start + frames.readUInt32BE(at + 6)
    const kind = KINDS[frames.readUInt8(at + 1)]
    const tags = found.get(ids[frames.readUInt8(at)] ?? '')
    if (kind !== undefined) tags?.push({ kind, time: frames.readUInt32BE(at + 2), body: frames.subarray(start, end) })
    at = end
  }
  return found
}
