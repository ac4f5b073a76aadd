import type { StreamSource } from '#protocol/endpoints/live.ts'

/** Enough for two sources of each of 16 origins and of this server. */
const TENS = ['', '十', '二十', '三十']
const ONES = ['', '一', '二', '三', '四', '五', '六', '七', '八', '九']

/** 线路一, 线路二 … 线路三十四. */
function nameOf(ordinal: number): string {
  return `线路${TENS[Math.floor(ordinal / 10)] ?? ''}${ONES[ordinal % 10] ?? ''}`
}

/**
 * The sources of a stream in the order in which players try them: FLV, then HLS, of this server and of each other video
 * origin (S9.13). Sources of this server are paths. `query` is the signature of the stream, or ''. `heights`: the qualities
 * of the stream if it has several.
 */
export function streamSources(
  anchorRoomId: string,
  videoOrigins: readonly string[],
  query = '',
  heights: readonly number[] = [],
): StreamSource[] {
  const qualities = heights.length > 1 && { heights: [...heights] }
  return ['', ...videoOrigins].flatMap((origin, index): StreamSource[] => {
    const suffix = index === 0 ? '' : `-${index + 1}`
    const media = `${origin}/media/${anchorRoomId}`
    return [
      { id: `flv${suffix}`, name: nameOf(index * 2 + 1), kind: 'flv', url: `${media}.flv${query}`, ...qualities },
      { id: `hls${suffix}`, name: nameOf(index * 2 + 2), kind: 'hls', url: `${media}/index.m3u8${query}` },
    ]
  })
}
