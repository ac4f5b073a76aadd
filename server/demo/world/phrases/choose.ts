import type { ContentKind } from '#protocol/endpoints/live.ts'
import { BASKETBALL } from './basketball.ts'
import { ESPORTS } from './esports.ts'
import { FOOTBALL } from './football.ts'
import { MATCH } from './match.ts'
import { fitsMinute, type Mood, type Phrase, type Phrases } from './phrase.ts'
import { TALK } from './talk.ts'

/** What is said in a room of each kind: a match has the words of every match and those of its own game. */
const WORDS: Readonly<Record<ContentKind, readonly Phrases[]>> = {
  football: [MATCH, FOOTBALL],
  basketball: [MATCH, BASKETBALL],
  esports: [MATCH, ESPORTS],
  anchor: [TALK],
}

const wordsOf = (kind: ContentKind, mood: Mood): readonly Phrase[] => WORDS[kind].flatMap((words) => words[mood] ?? [])

/** What may be said in a room of a kind at a minute of the board (`null` = nothing is played); banter where a mood is not known. */
export function phrasesFor(kind: ContentKind, mood: Mood, minute: number | null): readonly string[] {
  const known = wordsOf(kind, mood)
  const words = known.length > 0 ? known : wordsOf(kind, 'banter')
  return words.filter((phrase) => fitsMinute(phrase, minute)).map(({ text }) => text)
}

/** Every phrase of every room, slots open. */
export const ALL_PHRASES: readonly string[] = [
  ...new Set(
    [MATCH, FOOTBALL, BASKETBALL, ESPORTS, TALK].flatMap((words) =>
      Object.values(words).flatMap((lines) => lines.map(({ text }) => text)),
    ),
  ),
]
