import type { ContentKind } from '#protocol/endpoints/live.ts'
import { BASKETBALL } from './basketball.ts'
import { ESPORTS } from './esports.ts'
import { FOOTBALL } from './football.ts'
import { MATCH } from './match.ts'
import { fitsMinute, type Mood, type Phrase, type Phrases } from './phrase.ts'
import { TALK } from './talk.ts'

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
