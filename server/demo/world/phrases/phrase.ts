/** What somebody in the crowd speaks about. */
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
 * One line of the crowd. `{队}` own side, `{对}` the other side, `{人}` a player of the own side, `{敌}` one of the other,
 * `{分}` the minute, `{比}` the score.
 */
export interface Phrase {
  readonly text: string
  /** The minutes on the board, both included, within which it is true; none = whenever its mood is. */
  readonly spans: readonly (readonly [from: number, to: number])[]
}

export type Phrases = Readonly<Partial<Record<Mood, readonly Phrase[]>>>

const TIMED = /^\[(?<spans>[\d,-]+)\] (?<text>.+)$/u

function spanOf(text: string): readonly [number, number] {
  const [from, to] = text.split('-')
  return [Number(from), to ? Number(to) : Infinity]
}

/** Reads one phrase a line. `[65-90]` before it says when it is true, `[0-]` that something must be played at all. */
export function phrases(lines: string): readonly Phrase[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const { spans, text } = TIMED.exec(line.trim())?.groups ?? {}
      return { text: text ?? line.trim(), spans: spans?.split(',').map(spanOf) ?? [] }
    })
}

/** Whether a phrase is true at a minute of the board; `null` = nothing is played. */
export function fitsMinute({ spans }: Phrase, minute: number | null): boolean {
  if (spans.length === 0) return true
  return minute !== null && spans.some(([from, to]) => from <= minute && minute <= to)
}
