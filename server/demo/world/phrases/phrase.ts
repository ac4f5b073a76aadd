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
}

export type Phrases = Readonly<Partial<Record<Mood, readonly Phrase[]>>>

const TIMED = /^\[(?<spans>[\d,-]+)\] (?<text>.+)$/u

function spanOf(text: string): readonly [number, number] {
  const [from, to] = text.split('-')
  return [Number(from), to ? Number(to) : Infinity]
}

/** Parses phrases by mood. A prefix such as `[65-90]` limits the minutes; `[0-]` requires a running match. */
function parsePhrases(byMood: Readonly<Record<string, readonly string[]>>): Phrases {
  return Object.fromEntries(Object.entries(byMood).map(([mood, lines]) => [mood, lines.map(parsePhrase)]))
}

/** Parses a phrase with its minutes. */
export function parsePhrase(line: string): Phrase {
  const { spans, text } = TIMED.exec(line)?.groups ?? {}
  return { text: text ?? line, spans: spans?.split(',').map(spanOf) ?? [] }
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
