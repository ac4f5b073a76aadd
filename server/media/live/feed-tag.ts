/** One message of a publisher as in FLV. `time` in milliseconds of the publisher's clock. */
export interface FeedTag {
  readonly kind: 'audio' | 'video' | 'script'
  readonly time: number
  readonly body: Buffer
}

/** Role of a message. `unfit`: browsers cannot play it, with the reason. */
export type FeedRole =
  | { readonly role: 'config' | 'key' | 'inter' | 'sound' | 'metadata' | 'nothing' }
  | { readonly role: 'unfit'; readonly reason: string }

const AVC = 7
const AAC = 10

function videoRole(body: Buffer): FeedRole {
  const first = body[0] ?? 0
  const isExtended = first >= 0x80 // Enhanced RTMP: HEVC, VP9, AV1.
  if (isExtended || (first & 15) !== AVC) return { role: 'unfit', reason: 'its picture is not H.264' }
  if (body[1] === 0) return { role: 'config' }
  if (body[1] !== 1 || body.length <= 5) return { role: 'nothing' }
  return { role: first >> 4 === 1 ? 'key' : 'inter' }
}

function audioRole(body: Buffer): FeedRole {
  if ((body[0] ?? 0) >> 4 !== AAC) return { role: 'unfit', reason: 'its sound is not AAC' }
  if (body.length <= 2) return { role: 'nothing' }
  return { role: body[1] === 0 ? 'config' : 'sound' }
}

/** Classifies a message. Never throws. */
export function roleOf({ kind, body }: FeedTag): FeedRole {
  if (body.length < 2) return { role: 'nothing' }
  if (kind === 'video') return videoRole(body)
  return kind === 'audio' ? audioRole(body) : { role: 'metadata' }
}
