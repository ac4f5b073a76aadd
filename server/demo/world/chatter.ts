import type { ContentKind } from '#protocol/endpoints/live.ts'
import type { Mood } from './phrases/phrase.ts'
import type { Random } from './random.ts'
import { squadOf } from './squads.ts'
import type { DemoTeam } from './teams.ts'
import { BASKETBALL } from './phrases/phrase.ts'
import { ESPORTS } from './phrases/phrase.ts'
import { FOOTBALL } from './phrases/phrase.ts'
import { MATCH } from './phrases/phrase.ts'
import { fitsMinute, type Phrase, type Phrases, type Standing, standingOf } from './phrases/phrase.ts'
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
  /** Players who can be talked about now; by default the starters. */
  readonly names?: { readonly home: readonly string[]; readonly away: readonly string[] }
}

const SLOT = /\{([队对人敌分比])\}/gu
const TRAILING_MARKS = /[！？。…～]+$/u
const STARTS_WITH_A_CALL = /^(?:哈|啊|[进来快别笑老谢])|加油/u
const ENDS_IN_A_PARTICLE = /[啊吧了呢嘛呀哎吗的]$/u
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
    人: random.pick(scene.names?.[side] ?? namesOf(own)),
    敌: random.pick(scene.names?.[side === 'home' ? 'away' : 'home'] ?? namesOf(other)),
    分: String(Math.max(1, scene.minute ?? 1)),
    比: `${scene.homeScore}:${scene.guestScore}`,
  }
  const lead = (scene.homeScore - scene.guestScore) * (side === 'home' ? 1 : -1)
  const phrases = fittingPhrases(scene.kind, mood, scene.minute, scene.minute === null ? null : standingOf(lead))
  const { text, isQuestion } = random.pick(phrases)
  const line = text.replace(SLOT, (_, slot: string) => slots[slot] ?? '')
  if (/^哈+$/u.test(line)) return '哈'.repeat(random.between(3, 14))
  if (/^[16?？]+$/u.test(line)) return line
  return isQuestion ? questionOf(random, line) : statementOf(random, line, ABOUT_PLAY.has(mood))
}

function namesOf({ key }: DemoTeam): string[] {
  return squadOf(key).starters.map(({ name }) => name)
}

/** A question has no second sentence. Most people leave out the question mark. */
function questionOf(random: Random, line: string): string {
  return line.replace(TRAILING_MARKS, '') + random.pick(QUESTION_MARKS)
}

/** A statement with a closing word, or one about the play with an opening and an aside. */
function statementOf(random: Random, sentence: string, isAboutPlay: boolean): string {
  let line = sentence
  if (isAboutPlay && line.length > 4 && !STARTS_WITH_A_CALL.test(line)) line = random.pick(OPENINGS) + line
  if (ENDS_A_SENTENCE.test(line)) return line.endsWith('！') ? line + '！'.repeat(random.between(0, 3)) : line
  if (isAboutPlay && line.length < 12 && random.chance(0.5)) return `${line}，${random.pick(ASIDES)}`
  return ENDS_IN_A_PARTICLE.test(line) ? line : line + random.pick(ENDINGS)
}

/** Phrases per kind of room: those of all matches and those of its sport. */
const WORDS: Readonly<Record<ContentKind, readonly Phrases[]>> = {
  football: [MATCH, FOOTBALL],
  basketball: [MATCH, BASKETBALL],
  esports: [MATCH, ESPORTS],
  anchor: [TALK],
}

const textOf = (kind: ContentKind, mood: Mood): readonly Phrase[] => WORDS[kind].flatMap((words) => words[mood] ?? [])

/** The phrases for a kind, mood, minute and standing. Falls back to banter. A standing of null admits any. */
export function fittingPhrases(
  kind: ContentKind,
  mood: Mood,
  minute: number | null,
  standing: Standing | null,
): readonly Phrase[] {
  const known = textOf(kind, mood)
  const words = known.length > 0 ? known : textOf(kind, 'banter')
  return words.filter(
    (phrase) =>
      fitsMinute(phrase, minute) && (standing === null || phrase.standing === null || phrase.standing === standing),
  )
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
const ENDINGS: readonly string[] = [
  ...Array<string>(8).fill(''),
  '啊',
  '！',
  '！！',
  '……',
  '哈哈',
  '哈哈哈',
  '～',
  '，真的',
  '，我说的',
]

const QUESTION_MARKS = ['', '', '？', '？', '？？', '啊？']

/** Short second sentences that fit any statement about a match. */
const ASIDES: readonly string[] = [
  '真的',
  '我说的',
  '没毛病',
  '截图为证',
  '记下来了',
  '不服不行',
  '我先说了',
  '这话我放这',
  '信我',
  '你们细品',
  '不接受反驳',
  '我看得真真的',
  '谁懂啊',
  '服气',
  '值回票价',
  '回放再看一遍',
  '我站起来了',
  '绝了',
  '没得说',
  '有点意思',
  '我都看笑了',
  '今天没白来',
  '手心都是汗',
  '嗓子都喊哑了',
]

/** Topics whose statements may have an opening and an aside. The others have at most a closing word. */
const ABOUT_PLAY: ReadonlySet<Mood> = new Set(['open', 'attack', 'defence', 'goal-for', 'goal-against', 'card'])

/** Prefixes of messages; most are empty. */
const OPENINGS: readonly string[] = [
  ...Array<string>(10).fill(''),
  '说真的，',
  '不得不说，',
  '哎，',
  '嗯，',
  '讲道理，',
  '哈哈，',
  '好家伙，',
]
