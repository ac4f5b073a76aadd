/** A sticker: a picture at `/art/sticker-<id>.svg` and its alternative text. */
export interface Sticker {
  readonly id: string
  readonly alt: string
}

/** All stickers, in the order of the panel. The server refuses other ids. */
export const STICKERS: readonly Sticker[] = [
  { id: 'cheer', alt: '加油' },
  { id: 'goal', alt: '进球' },
  { id: 'unreal', alt: '离谱' },
  { id: 'steady', alt: '稳了' },
  { id: 'crying', alt: '哭了' },
  { id: 'whistle', alt: '吹哨' },
  { id: 'red-card', alt: '红牌' },
  { id: 'yellow-card', alt: '黄牌' },
  { id: 'cheers', alt: '干杯' },
  { id: 'sleepy', alt: '困了' },
  { id: 'six', alt: '666' },
  { id: 'full-time', alt: '终场' },
]

const BY_ID: ReadonlyMap<string, Sticker> = new Map(STICKERS.map((sticker) => [sticker.id, sticker]))

export function stickerOf(id: string): Sticker | undefined {
  return BY_ID.get(id)
}

/** Path of a sticker's picture, or null for an unknown id. */
export function stickerPath(id: string): string | null {
  return BY_ID.has(id) ? `/art/sticker-${id}.svg` : null
}
