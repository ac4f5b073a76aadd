import { describe, expect, it } from 'vitest'
import type { ContentKind } from '#protocol/endpoints/live.ts'
import { ALL_PHRASES, chatLine, fittingPhrases } from '#server/demo/world/chatter.ts'
import { saying, stickerFor, withEmoji } from '#server/demo/world/expressions.ts'
import { BASKETBALL } from '#server/demo/world/phrases/phrase.ts'
import { ESPORTS } from '#server/demo/world/phrases/phrase.ts'
import { fitsMinute, MOODS, type Phrases, parsePhrase } from '#server/demo/world/phrases/phrase.ts'
import { TALK } from '#server/demo/world/phrases/phrase.ts'
import { createRandom } from '#server/demo/world/random.ts'
import { TEAMS } from '#server/demo/world/teams.ts'
import { TEMPO } from '#server/demo/world/tempo.ts'
import { FOREIGN_WORDS, saysAtAnotherTime } from './words-support.ts'

const KINDS = ['football', 'basketball', 'esports', 'anchor'] as const
const textsOf = (words: Phrases): string[] => Object.values(words).flatMap((lines) => lines.map(({ text }) => text))

/** `null` (no match), then every minute that the clock of this sport can show. */
const minutesOf = (kind: ContentKind): readonly (number | null)[] => [
  null,
  ...Array.from({ length: (kind === 'anchor' ? 60 : TEMPO[kind].halfMinutes * 2) + 1 }, (_, minute) => minute),
]

describe('the phrases of demo viewers', () => {
  it('are numerous in every mood and at every minute of every sport', () => {
    expect(textsOf(BASKETBALL).length).toBeGreaterThanOrEqual(40)
    expect(textsOf(ESPORTS).length).toBeGreaterThanOrEqual(40)
    expect(textsOf(TALK).length).toBeGreaterThanOrEqual(30)
    expect(textsOf(TALK).filter((text) => text.includes('{'))).toEqual([])
    for (const kind of KINDS) {
      expect(
        new Set(MOODS.flatMap((mood) => fittingPhrases(kind, mood, 20, null).map(({ text }) => text))).size,
      ).toBeGreaterThanOrEqual(50)
      for (const mood of MOODS) {
        for (const minute of minutesOf(kind))
          expect(fittingPhrases(kind, mood, minute, null).length).toBeGreaterThanOrEqual(10)
      }
    }
  })

  it('contain a minute only while a match is played', () => {
    for (const kind of KINDS) {
      for (const mood of MOODS)
        expect(fittingPhrases(kind, mood, null, null).filter(({ text }) => text.includes('{分}'))).toEqual([])
    }
    expect(ALL_PHRASES.some((text) => text.includes('{分}'))).toBe(true)
  })

  it('are limited to the minutes in which they are true', () => {
    const [always, early, ends, played] = ['稳', '[0-12] 前期稳住', '[42-44,86-90] 补时几分钟', '[0-] 几比几'].map(
      (line) => parsePhrase(line),
    )
    const fitting = (phrase = always) => [null, 0, 12, 13, 43, 45, 90].filter((minute) => fitsMinute(phrase!, minute))
    expect(fitting(always)).toEqual([null, 0, 12, 13, 43, 45, 90])
    expect(fitting(early)).toEqual([0, 12])
    expect(fitting(ends)).toEqual([43, 90])
    expect(fitting(played)).toEqual([0, 12, 13, 43, 45, 90])
    expect(ends?.text).toBe('补时几分钟')
  })

  it.each(KINDS)('name no other sport and no other time in a %s room, for any seed and mood', (kind) => {
    const [home, away] = TEAMS[kind === 'anchor' ? 'football' : kind]
    const sentences = Array.from({ length: 40 }, (_, seed) => createRandom(seed)).flatMap((random) =>
      MOODS.flatMap((mood) =>
        Array.from({ length: 25 }, () => {
          const minute = random.pick(minutesOf(kind))
          const scene = { kind, home: home!, away: away!, minute, homeScore: 2, guestScore: 1 }
          const line = chatLine(random, mood, scene, random.pick(['home', 'away']))
          const { text } = saying(withEmoji(random, mood, kind, line), stickerFor(random, mood, kind))
          return { kind, minute, text }
        }),
      ),
    )
    expect(sentences.filter(({ text }) => FOREIGN_WORDS[kind].test(text))).toEqual([])
    expect(sentences.filter(saysAtAnotherTime)).toEqual([])
    if (kind === 'anchor') {
      const names = new RegExp([home!, away!].flatMap(({ short, players }) => [short, ...players]).join('|'), 'u')
      expect(sentences.filter(({ text }) => names.test(text))).toEqual([])
    }
  })
})
