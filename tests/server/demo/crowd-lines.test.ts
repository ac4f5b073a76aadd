import { describe, expect, it } from 'vitest'
import { CONTENT_KINDS } from '#protocol/endpoints/live.ts'
import { chatLine, type ChatterScene } from '#server/demo/world/chatter.ts'
import { MOODS, parsePhrase } from '#server/demo/world/phrases/phrase.ts'
import { createRandom } from '#server/demo/world/random.ts'
import { TEAMS } from '#server/demo/world/teams.ts'

/** Lines of every kind of room, mood and side at a score. */
function linesAt(homeScore: number, guestScore: number, side: 'home' | 'away'): string[] {
  const random = createRandom(homeScore * 10 + guestScore)
  return CONTENT_KINDS.flatMap((kind) =>
    MOODS.flatMap((mood) =>
      Array.from({ length: 120 }, () => {
        const [home, away] = TEAMS[kind === 'anchor' ? 'football' : kind]
        const scene: ChatterScene = { kind, home: home!, away: away!, minute: 30, homeScore, guestScore }
        return chatLine(random, mood, scene, side)
      }),
    ),
  )
}

describe('a line of a demo viewer', () => {
  it('has no opening before a question', () => {
    const questions = linesAt(1, 1, 'home').filter((line) => /[？?]$/u.test(line))
    expect(questions.length).toBeGreaterThan(100)
    expect(questions.filter((line) => /^(?:哈哈|说真的|不得不说|哎|嗯|讲道理|好家伙)/u.test(line))).toEqual([])
  })

  it('does not say a sentence twice', () => {
    const doubled = linesAt(2, 1, 'home').filter((line) => {
      const parts = line.split(/[，！？。…～\s]+/u).filter((part) => part.length > 2)
      return new Set(parts).size < parts.length
    })
    expect(doubled).toEqual([])
  })

  it('calls for an equalizer only from the side that is behind', () => {
    const late = /扳回来|一个回合追|压力来了|还有时间/u
    expect(linesAt(2, 0, 'home').filter((line) => late.test(line))).toEqual([])
    expect(linesAt(2, 0, 'away').some((line) => late.test(line))).toBe(true)
  })

  it('is limited by minutes and standing', () => {
    expect(parsePhrase('[0-75落后] 没事')).toMatchObject({ text: '没事', spans: [[0, 75]], standing: '落后' })
    expect(parsePhrase('[领先] 稳了')).toMatchObject({ text: '稳了', spans: [], standing: '领先' })
    expect(parsePhrase('谁进的')).toMatchObject({ isQuestion: true, standing: null })
  })
})
