import { stickerOf } from '#protocol/rules/stickers.ts'
import type { Mood } from './phrases.ts'
import type { Random } from './random.ts'

/** So many of a crowd's lines end in a picture of how it feels, and so many are a sticker alone. */
const EMOJI_SHARE = 0.08
const STICKER_SHARE = 0.04

interface Expressions {
  readonly emoji: readonly string[]
  /** Ids of our own set. */
  readonly stickers: readonly string[]
}

const EXPRESSIONS: Readonly<Record<Mood, Expressions>> = {
  open: { emoji: ['👀', '⚽', '😎'], stickers: ['cheer', 'steady'] },
  attack: { emoji: ['🔥', '💪', '🚀'], stickers: ['cheer', 'six'] },
  defence: { emoji: ['😅', '🧱', '😬'], stickers: ['steady', 'unreal'] },
  banter: { emoji: ['😂', '🤣', '🐶'], stickers: ['six', 'cheers', 'unreal'] },
  question: { emoji: ['🤔', '🤨', '👀'], stickers: ['whistle', 'unreal'] },
  'goal-for': { emoji: ['🎉', '🔥', '🥳'], stickers: ['goal', 'six', 'cheers'] },
  'goal-against': { emoji: ['😭', '💔', '😤'], stickers: ['crying', 'unreal'] },
  card: { emoji: ['😱', '🙄', '🤬'], stickers: ['yellow-card', 'red-card', 'whistle'] },
  break: { emoji: ['🍺', '☕', '🍗'], stickers: ['cheers', 'sleepy'] },
  before: { emoji: ['🙏', '📣', '💪'], stickers: ['cheer', 'cheers'] },
  ended: { emoji: ['👏', '🫡', '😴'], stickers: ['full-time', 'cheers'] },
  talk: { emoji: ['😊', '👍', '🌹'], stickers: ['six', 'cheer', 'cheers'] },
}

/** The sticker that a supporter sends in place of a line, now and then; null = words. */
export function stickerFor(random: Random, mood: Mood): string | null {
  return random.chance(STICKER_SHARE) ? random.pick(EXPRESSIONS[mood].stickers) : null
}

/** What is said: words, or a sticker, which in words is its name, as members' pages send it. */
export function saying(text: string, sticker: string | null): { readonly text: string; readonly sticker?: string } {
  return sticker === null ? { text } : { text: stickerOf(sticker)?.alt ?? text, sticker }
}

/** The line with how it is meant behind it, now and then. */
export function withEmoji(random: Random, mood: Mood, line: string): string {
  if (!random.chance(EMOJI_SHARE)) return line
  return line + random.pick(EXPRESSIONS[mood].emoji).repeat(random.pick([1, 1, 1, 2, 3]))
}
