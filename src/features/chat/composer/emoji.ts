import tables from './emoji.json' with { type: 'json' }

export type EmojiGroupKey = keyof typeof tables

export interface EmojiGroup {
  readonly key: EmojiGroupKey
  readonly emoji: readonly string[]
}

/** Keywords by emoji; the first is its name. */
const KEYWORDS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.values(tables)
    .flat()
    .map((entry) => entry.split(' '))
    .map(([emoji = '', ...keywords]) => [emoji, keywords]),
)

/** The emoji of the panel, in groups. */
export const EMOJI_GROUPS: readonly EmojiGroup[] = (['faces', 'hands', 'match', 'things'] as const).map((key) => ({
  key,
  emoji: tables[key].map((entry) => entry.split(' ')[0] ?? ''),
}))

/** Returns the name of an emoji; an unknown one is returned unchanged. */
export function emojiName(emoji: string): string {
  return KEYWORDS.get(emoji)?.[0] ?? emoji
}

/** Returns the emoji for a Chinese keyword: exact matches first, then partial ones. */
export function findEmoji(query: string): readonly string[] {
  const wanted = query.trim().toLowerCase()
  if (wanted === '') return []
  const found = [...KEYWORDS].filter(
    ([emoji, keywords]) => emoji === wanted || keywords.some((keyword) => keyword.includes(wanted)),
  )
  const isExact = ([, keywords]: readonly [string, readonly string[]]) => keywords.includes(wanted)
  return [...found.filter(isExact), ...found.filter((entry) => !isExact(entry))].map(([emoji]) => emoji)
}
