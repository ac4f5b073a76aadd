import type { ContentKind } from '#protocol/endpoints/live.ts'
import type { Mood } from './phrases/phrase.ts'
import type { Random } from './random.ts'
import type { DemoTeam } from './teams.ts'
import { BASKETBALL } from './phrases/phrase.ts'
import { ESPORTS } from './phrases/phrase.ts'
import { FOOTBALL } from './phrases/phrase.ts'
import { MATCH } from './phrases/phrase.ts'
import { fitsMinute, type Phrase, type Phrases } from './phrases/phrase.ts'
import { TALK } from './phrases/phrase.ts'

export interface ChatterScene {
  /** The sport or kind of the room. */
  readonly kind: ContentKind
  readonly home: DemoTeam
  readonly away: DemoTeam
  /** Minute on the board; null while nothing is played. */
  readonly minute: number | null
  readonly homeScore: number
  readonly guestScore: number
}

const SLOT = /\{([队对人敌分比])\}/gu
const TRAILING_MARKS = /[！？。…～]+$/u
const ENDS_A_SENTENCE = /[！？。…～?!1-9]$/u

/**
 * One message of a supporter. Fitted to a recorded log of 16,000 live comments: ten characters on average, mostly
 * distinct, some with a repeated key.
 */
export function chatLine(random: Random, mood: Mood, scene: ChatterScene, side: 'home' | 'away'): string {
  const own = side === 'home' ? scene.home : scene.away
  const other = side === 'home' ? scene.away : scene.home
  const slots: Readonly<Record<string, string>> = {
    队: own.short,
    对: other.short,
    人: random.pick(own.players),
    敌: random.pick(other.players),
    分: String(Math.max(1, scene.minute ?? 1)),
    比: `${scene.homeScore}:${scene.guestScore}`,
  }
  const phrases = phrasesFor(scene.kind, mood, scene.minute)
  const phrase = (): string => random.pick(phrases).replace(SLOT, (_, slot: string) => slots[slot] ?? '')
  let line = phrase()
  if (/^哈+$/u.test(line)) return '哈'.repeat(random.between(3, 14))
  if (/^[16?？]+$/u.test(line)) return line
  if (line.length > 4 && random.chance(0.6)) line = random.pick(OPENINGS) + line
  if (line.length < 10 && random.chance(0.5)) line = `${line.replace(TRAILING_MARKS, '')}，${phrase()}`
  if (!ENDS_A_SENTENCE.test(line)) line += random.pick(ENDINGS)
  else if (line.endsWith('！')) line += '！'.repeat(random.between(0, 3))
  return line
}

/** Phrases per kind of room: those of all matches and those of its sport. */
const WORDS: Readonly<Record<ContentKind, readonly Phrases[]>> = {
  football: [MATCH, FOOTBALL],
  basketball: [MATCH, BASKETBALL],
  esports: [MATCH, ESPORTS],
  anchor: [TALK],
}

const textOf = (kind: ContentKind, mood: Mood): readonly Phrase[] => WORDS[kind].flatMap((words) => words[mood] ?? [])

/** The phrases for a kind, mood and minute (`null`: nothing is played). Falls back to banter. */
export function phrasesFor(kind: ContentKind, mood: Mood, minute: number | null): readonly string[] {
  const known = textOf(kind, mood)
  const words = known.length > 0 ? known : textOf(kind, 'banter')
  return words.filter((phrase) => fitsMinute(phrase, minute)).map(({ text }) => text)
}

/** All phrases with their placeholders. */
export const ALL_PHRASES: readonly string[] = [
  ...new Set(
    [MATCH, FOOTBALL, BASKETBALL, ESPORTS, TALK].flatMap((words) =>
      Object.values(words).flatMap((lines) => lines.map(({ text }) => text)),
    ),
  ),
]

/** Suffixes of messages; most are empty. */
export const ENDINGS: readonly string[] = [
  ...Array<string>(8).fill(''),
  '啊',
  '吧',
  '了',
  '！',
  '！！',
  '……',
  '哈哈',
  '哈哈哈',
  '，真的',
  '，我说的',
  '呢',
  '嘛',
  '～',
  '，稳',
]

/** Prefixes of messages; most are empty. */
export const OPENINGS: readonly string[] = [
  ...Array<string>(10).fill(''),
  '说真的，',
  '其实',
  '感觉',
  '我觉得',
  '话说',
  '刚看，',
  '不得不说，',
  '哎',
  '嗯，',
  '讲道理，',
]
