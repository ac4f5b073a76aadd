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

/** Parses one phrase per line. A prefix such as `[65-90]` limits the minutes; `[0-]` requires a running match. */
export function phrases(lines: string): readonly Phrase[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const { spans, text } = TIMED.exec(line.trim())?.groups ?? {}
      return { text: text ?? line.trim(), spans: spans?.split(',').map(spanOf) ?? [] }
    })
}

/** True if a phrase fits a minute; `null` means that nothing is played. */
export function fitsMinute({ spans }: Phrase, minute: number | null): boolean {
  if (spans.length === 0) return true
  return minute !== null && spans.some(([from, to]) => from <= minute && minute <= to)
}
