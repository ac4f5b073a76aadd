import { HANDS, MATCH } from './emoji-match.ts'
import { FACES, THINGS } from './emoji-moods.ts'

export type EmojiGroupKey = 'faces' | 'hands' | 'match' | 'things'

export interface EmojiGroup {
  readonly key: EmojiGroupKey
  readonly emoji: readonly string[]
}

/** `😀 大笑 开心|...`: an emoji, its name, and more words by which it is found. */
function parse(table: string): Map<string, readonly string[]> {
  return new Map(
    table
      .split(/[|\n]/)
      .map((entry) => entry.trim().split(' '))
      .flatMap(([emoji, ...words]): [string, string[]][] => (emoji ? [[emoji, words]] : [])),
  )
}

const TABLES: readonly [EmojiGroupKey, Map<string, readonly string[]>][] = [
  ['faces', parse(FACES)],
  ['hands', parse(HANDS)],
  ['match', parse(MATCH)],
  ['things', parse(THINGS)],
]

const WORDS: ReadonlyMap<string, readonly string[]> = new Map(TABLES.flatMap(([, words]) => [...words]))

/** All emoji of the panel, in groups. */
export const EMOJI_GROUPS: readonly EmojiGroup[] = TABLES.map(([key, words]) => ({ key, emoji: [...words.keys()] }))

/** What an emoji is called; an unknown one is its own name. */
export function emojiName(emoji: string): string {
  return WORDS.get(emoji)?.[0] ?? emoji
}

/** Emoji for Chinese words: those whose word is meant first, then those where it is part of one. */
export function findEmoji(query: string): readonly string[] {
  const wanted = query.trim().toLowerCase()
  if (wanted === '') return []
  const found = [...WORDS].filter(([emoji, words]) => emoji === wanted || words.some((word) => word.includes(wanted)))
  const isExact = ([, words]: readonly [string, readonly string[]]) => words.includes(wanted)
  return [...found.filter(isExact), ...found.filter((entry) => !isExact(entry))].map(([emoji]) => emoji)
}
