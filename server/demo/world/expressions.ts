import type { ContentKind } from '#protocol/endpoints/live.ts'
import { stickerOf } from '#protocol/rules/stickers.ts'
import type { Mood } from './phrases/phrase.ts'
import type { Random } from './random.ts'

/** Share of messages that end in an emoji, and share that are a sticker only. */
const EMOJI_SHARE = 0.08
const STICKER_SHARE = 0.04

interface Expressions {
  readonly emoji: readonly string[]
  /** Ids of our own stickers. */
  readonly stickers: readonly string[]
}

const EXPRESSIONS: Readonly<Record<Mood, Expressions>> = {
  open: { emoji: ['👀', '😎'], stickers: ['cheer', 'steady'] },
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

/** Additional emoji per sport. */
const GAME_EMOJI: Readonly<Partial<Record<ContentKind, readonly string[]>>> = {
  football: ['⚽'],
  basketball: ['🏀'],
  esports: ['🎮'],
}

/** Stickers that do not fit a kind of room. */
const OUT_OF_PLACE: Readonly<Partial<Record<ContentKind, readonly string[]>>> = {
  basketball: ['goal', 'red-card', 'yellow-card'],
  esports: ['goal', 'red-card', 'yellow-card', 'whistle'],
  anchor: ['goal', 'red-card', 'yellow-card', 'whistle', 'full-time'],
}

/** Returns a sticker to send instead of text now and then; null for text. */
export function stickerFor(random: Random, mood: Mood, kind: ContentKind): string | null {
  if (!random.chance(STICKER_SHARE)) return null
  const stickers = EXPRESSIONS[mood].stickers.filter((id) => !OUT_OF_PLACE[kind]?.includes(id))
  return stickers.length > 0 ? random.pick(stickers) : null
}

/** The message: text, or a sticker with its name as text, as the page sends it. */
export function saying(text: string, sticker: string | null): { readonly text: string; readonly sticker?: string } {
  return sticker === null ? { text } : { text: stickerOf(sticker)?.alt ?? text, sticker }
}

/** Appends an emoji to a message now and then. */
export function withEmoji(random: Random, mood: Mood, kind: ContentKind, line: string): string {
  if (!random.chance(EMOJI_SHARE)) return line
  const emoji = [...EXPRESSIONS[mood].emoji, ...((mood === 'open' && GAME_EMOJI[kind]) || [])]
  return line + random.pick(emoji).repeat(random.pick([1, 1, 1, 2, 3]))
}
