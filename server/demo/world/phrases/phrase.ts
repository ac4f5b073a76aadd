import basketball from './basketball.json' with { type: 'json' }
import esports from './esports.json' with { type: 'json' }
import football from './football.json' with { type: 'json' }
import match from './match.json' with { type: 'json' }
import talk from './talk.json' with { type: 'json' }

/** Topics of the crowd. */
export const MOODS = [
  'open',
  'attack',
  'defence',
  'banter',
  'question',
  'goal-for',
  'goal-against',
  'card',
  'break',
  'before',
  'ended',
  'talk',
] as const
export type Mood = (typeof MOODS)[number]

/**
 * One phrase. `{队}` own side, `{对}` other side, `{人}` an own player, `{敌}` an opposing player, `{分}` minute, `{比}`
 * score.
 */
export interface Phrase {
  readonly text: string
  /** Minute ranges (inclusive) in which the phrase is true; empty for any minute. */
  readonly spans: readonly (readonly [from: number, to: number])[]
  /** Score of the speaker's team for which the phrase is true; null for any. */
  readonly standing: Standing | null
  /** A question is used alone: no opening, no second sentence, no closing word. */
  readonly isQuestion: boolean
}

/** Standing of a side: ahead, behind or level. */
export type Standing = '领先' | '落后' | '平局'

/** The standing of a side with this many points more than the other. */
export function standingOf(lead: number): Standing {
  return lead > 0 ? '领先' : lead < 0 ? '落后' : '平局'
}

const QUESTION = /[？?]$|吗|谁|什么|怎么(?!就进了|又|没人)|哪|几[个点级号]?|多少|多久|是不是|好了没|该换|了没/u
/** Words of a question within statements. */
const STATEMENT = /谁防得住|谁先|谁见|看谁|就看|几个回合|今天谁手热|几个就|几分钟|哪年|隔壁/u

export type Phrases = Readonly<Partial<Record<Mood, readonly Phrase[]>>>

const TAGGED = /^\[(?<spans>[\d,-]*)(?<standing>领先|落后|平局)?\] (?<text>.+)$/u

function spanOf(text: string): readonly [number, number] {
  const [from, to] = text.split('-')
  return [Number(from), to ? Number(to) : Infinity]
}

/**
 * Parses phrases by mood. A prefix such as `[65-90]` limits the minutes, `[0-]` requires a running match, `[落后]` or
 * `[0-75落后]` a standing.
 */
function parsePhrases(byMood: Readonly<Record<string, readonly string[]>>): Phrases {
  return Object.fromEntries(
    Object.entries(byMood).map(([mood, lines]) => [mood, lines.map((line) => parsePhrase(line, mood === 'question'))]),
  )
}

/** Parses a phrase with its tags. */
export function parsePhrase(line: string, isQuestion = false): Phrase {
  const { spans, standing, text = line } = TAGGED.exec(line)?.groups ?? {}
  return {
    text,
    spans: spans ? spans.split(',').map(spanOf) : [],
    standing: (standing as Standing | undefined) ?? null,
    isQuestion: isQuestion || (QUESTION.test(text) && !STATEMENT.test(text)),
  }
}

/** Phrases of any match, of one kind of sport only, and of talk shows (without sides, players, score and minute). */
export const MATCH = parsePhrases(match)
export const FOOTBALL = parsePhrases(football)
export const BASKETBALL = parsePhrases(basketball)
export const ESPORTS = parsePhrases(esports)
export const TALK = parsePhrases(talk)

/** True if a phrase fits a minute; `null` means that nothing is played. */
export function fitsMinute({ spans }: Phrase, minute: number | null): boolean {
  if (spans.length === 0) return true
  return minute !== null && spans.some(([from, to]) => from <= minute && minute <= to)
}
