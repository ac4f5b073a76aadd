import { describe, expect, it } from 'vitest'
import { chatTextLength, chatTextProblem, cleanChatText } from '#protocol/rules/chat-text.ts'
import { UP_EVENTS } from '#protocol/room/client-events.ts'
import { STICKERS } from '#protocol/rules/stickers.ts'
import { crowdVipLevel, nickname } from '#server/demo/world/audience.ts'
import { chatLine } from '#server/demo/world/chatter.ts'
import { saying, stickerFor, withEmoji } from '#server/demo/world/expressions.ts'
import { type Mood, MOODS } from '#server/demo/world/phrases/phrase.ts'
import { createRandom } from '#server/demo/world/random.ts'
import { TEAMS } from '#server/demo/world/teams.ts'

const [home, away] = TEAMS.football
const scene = { kind: 'football' as const, home: home!, away: away!, minute: 67, homeScore: 2, guestScore: 1 }

/** Messages about matches of all six teams, at every minute, in most moods. */
function sample(count: number): string[] {
  const random = createRandom(7)
  const playing: Mood[] = [
    'open',
    'open',
    'attack',
    'defence',
    'banter',
    'banter',
    'question',
    'goal-for',
    'goal-against',
  ]
  return Array.from({ length: count }, (_, index) => {
    const teams = TEAMS.football
    const evening = {
      ...scene,
      home: teams[index % 6]!,
      away: teams[(index + 1 + (index % 5)) % 6]!,
      minute: random.between(1, 90),
      homeScore: random.between(0, 3),
    }
    return chatLine(random, random.pick(playing), evening, random.chance(0.6) ? 'home' : 'away')
  })
}

describe('demo chat messages', () => {
  it('are the same for the same seed', () => {
    expect(sample(50)).toEqual(sample(50))
  })

  it('resemble the recorded log: about ten characters, mostly distinct', () => {
    const lines = sample(16_000)
    const mean = lines.reduce((sum, line) => sum + Array.from(line).length, 0) / lines.length
    expect(mean).toBeGreaterThan(8)
    expect(mean).toBeLessThan(13)
    // Below the recorded log (0.6): no line joins two sentences at random.
    expect(new Set(lines).size / lines.length).toBeGreaterThan(0.4)
  })

  it('leave no placeholder and pass the rules for chat text', () => {
    const random = createRandom(11)
    for (const mood of MOODS) {
      for (let index = 0; index < 300; index += 1) {
        const line = chatLine(random, mood, scene, index % 2 ? 'home' : 'away')
        expect(line).not.toMatch(/[{}]/)
        expect(cleanChatText(line)).toBe(line)
        expect(chatTextProblem(line)).toBeNull()
      }
    }
  })

  it('sometimes end with an emoji or are a sticker of the set', () => {
    const random = createRandom(7)
    const drawn = Array.from({ length: 12_000 }, (_, index) => {
      const mood = MOODS[index % MOODS.length] ?? 'open'
      return { sticker: stickerFor(random, mood, 'football'), line: withEmoji(random, mood, 'football', '好球') }
    })
    const stickers = drawn.flatMap(({ sticker }) => sticker ?? [])
    expect(stickers.length / drawn.length).toBeGreaterThan(0.02)
    expect(stickers.length / drawn.length).toBeLessThan(0.08)
    expect(new Set(stickers)).toEqual(new Set(STICKERS.map(({ id }) => id)))
    // The demo viewers follow the rules of the socket, which refuses a sticker without text.
    for (const { line, sticker } of drawn.slice(0, 1_000)) {
      const event = { chatRoomNo: 'r2001', cid: 'c-12345678', ...saying(line, sticker) }
      expect(UP_EVENTS.say.parse(event)).toEqual(event)
    }
    const lines = drawn.map(({ line }) => line).filter((line) => line !== '好球')
    expect(lines.length / drawn.length).toBeGreaterThan(0.04)
    for (const line of lines) {
      expect(cleanChatText(line)).toBe(line)
      expect(chatTextLength(line)).toBeLessThanOrEqual(2 + 3)
    }
  })

  it('have senders with short names and mostly low VIP levels', () => {
    const random = createRandom(3)
    const levels = Array.from({ length: 5_000 }, () => crowdVipLevel(random))
    expect(levels.filter((level) => level <= 4).length / levels.length).toBeGreaterThan(0.8)
    expect(Math.max(...levels)).toBeLessThanOrEqual(10)
    for (let index = 0; index < 500; index += 1) expect(Array.from(nickname(random)).length).toBeLessThanOrEqual(12)
  })
})
