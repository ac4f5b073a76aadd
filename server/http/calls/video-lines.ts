import type { StreamSource } from '#protocol/endpoints/live.ts'

/** Enough for two lines of each of the 16 origins that an operator may name, and the own ones. */
const TENS = ['', '十', '二十', '三十']
const ONES = ['', '一', '二', '三', '四', '五', '六', '七', '八', '九']

/** 线路一, 线路二 … 线路三十四. */
function nameOf(ordinal: number): string {
  return `线路${TENS[Math.floor(ordinal / 10)] ?? ''}${ONES[ordinal % 10] ?? ''}`
}

/**
 * The lines of a stream in the order in which they are tried: FLV first, HLS where that does not go, of this origin and
 * then of each of the other video origins (S9.13). The own addresses are paths.
 */
export function videoLines(anchorRoomId: string, videoOrigins: readonly string[]): StreamSource[] {
  return ['', ...videoOrigins].flatMap((origin, index): StreamSource[] => {
    const suffix = index === 0 ? '' : `-${index + 1}`
    const media = `${origin}/media/${anchorRoomId}`
    return [
      { id: `flv${suffix}`, name: nameOf(index * 2 + 1), kind: 'flv', url: `${media}.flv` },
      { id: `hls${suffix}`, name: nameOf(index * 2 + 2), kind: 'hls', url: `${media}/index.m3u8` },
    ]
  })
}
