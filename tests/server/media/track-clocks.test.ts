import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  BACK_MS,
  BELIEVED_OFFSET_MS,
  leaps,
  MAX_OFFSET_MS,
  nextPicture,
  nextSound,
  silenceDue,
  type SoundClock,
  startPicture,
} from '#server/media/live/track-clocks.ts'

const FRAME_MS = 1024 / 48
const PICTURE_MS = 40

/** Plays a stream of `seconds` whose tags get their times from the given functions. */
function run(seconds: number, pictureTime: (at: number) => number, soundTime: (at: number) => number) {
  let picture = startPicture(Math.round(pictureTime(0)), PICTURE_MS)
  let sound: SoundClock | null = null
  let soundsSince = 0
  let nextSoundAt = 0
  const played: { at: number; out: number; lead: number }[] = []
  const kinds: string[] = []
  for (let at = 0; at < seconds * 1000; at += PICTURE_MS) {
    if (at > 0) picture = nextPicture(picture, Math.round(pictureTime(at)), PICTURE_MS)
    soundsSince = 0
    for (; nextSoundAt < at + PICTURE_MS; nextSoundAt += FRAME_MS) {
      const reference = { out: picture.out, offset: picture.offset, soundsSince }
      const step = nextSound(sound, Math.round(soundTime(nextSoundAt)), reference, FRAME_MS)
      sound = step.clock
      soundsSince += 1
      kinds.push(step.kind)
      if (step.kind === 'play') {
        const { out } = step.clock
        played.push({ at: nextSoundAt, out, lead: out - nextSoundAt - (picture.out - at) })
      }
    }
  }
  return { played, kinds }
}

describe('the clocks of a publisher', () => {
  it('keep sound and picture together for any constant offset up to 10 s, and never run backwards', () => {
    const offset = fc.integer({ min: -MAX_OFFSET_MS + 100, max: MAX_OFFSET_MS - 100 })
    const start = fc.integer({ min: 0, max: 2 ** 31 })
    fc.assert(
      fc.property(offset, start, (offset, start) => {
        const { played } = run(
          6,
          (at) => start + 20_000 + at,
          (at) => start + 20_000 + offset + at,
        )
        const believed = Math.abs(offset) <= BELIEVED_OFFSET_MS
        for (const { lead } of played.slice(-50)) expect(Math.abs(lead - (believed ? offset : 0))).toBeLessThan(60)
        expect(played.every(({ out }, index) => out > (played[index - 1]?.out ?? -1))).toBe(true)
        expect(played.length).toBeGreaterThan(200)
      }),
      { numRuns: 60 },
    )
  })

  it('end a publisher whose tracks are further apart', () => {
    const { kinds } = run(
      4,
      (at) => at,
      (at) => at + MAX_OFFSET_MS + 1_000,
    )
    expect(kinds).toContain('apart')
    expect(kinds).not.toContain('play')
  })

  it('keep a sound that drifts within 0.4 s of the picture in small steps', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.9, max: 1.1, noNaN: true }), (speed) => {
        const { played } = run(
          40,
          (at) => at,
          (at) => at * speed,
        )
        for (const { lead } of played) expect(Math.abs(lead)).toBeLessThan(400)
        const steps = played.map(({ out }, index) => out - (played[index - 1]?.out ?? out - FRAME_MS))
        expect(Math.max(...steps)).toBeLessThan(40)
      }),
      { numRuns: 20 },
    )
  })

  it('never run backwards, whatever times are sent', () => {
    const times = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 2 ** 32 - 1 })), { maxLength: 80 })
    const close = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 12_000 })), { maxLength: 80 })
    fc.assert(
      fc.property(fc.oneof(times, close), (tags) => {
        let picture = startPicture(5_000, PICTURE_MS)
        let sound: SoundClock | null = null
        let lastSound = -1
        for (const [isPicture, time] of tags) {
          if (isPicture) {
            if (leaps(picture, time)) return
            const next = nextPicture(picture, time, PICTURE_MS)
            expect(next.out).toBeGreaterThanOrEqual(picture.out)
            picture = next
            continue
          }
          const step = nextSound(sound, time, { out: picture.out, offset: picture.offset, soundsSince: 0 }, FRAME_MS)
          sound = step.clock
          if (step.kind !== 'play') continue
          expect(step.clock.out).toBeGreaterThan(lastSound)
          expect(step.clock.out).toBeLessThanOrEqual(picture.out + MAX_OFFSET_MS)
          lastSound = step.clock.out
        }
      }),
    )
  })

  it('remove a step back of the picture that is no new timeline', () => {
    const before = nextPicture(startPicture(1_000, PICTURE_MS), 1_040, PICTURE_MS)
    expect(leaps(before, 1_040 - BACK_MS)).toBe(false)
    expect(nextPicture(before, 140, PICTURE_MS)).toMatchObject({ out: 80, raw: 140 })
    expect(leaps(before, 1_040 - BACK_MS - 1)).toBe(true)
  })

  it('fill missing sound up to the picture without a gap or an overlap', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), fc.integer({ min: -2_000, max: 5_000 }), (soundOut, ahead) => {
        const state = { frameMs: FRAME_MS, normalLead: 0, isFilling: false }
        const times = silenceDue(soundOut, soundOut + ahead, state)
        expect(times.length > 0).toBe(ahead >= 700)
        const all = [soundOut, ...times]
        for (const [index, time] of times.entries()) {
          expect(Math.abs(time - (all[index] ?? 0) - FRAME_MS)).toBeLessThan(1.01)
          expect(time).toBeLessThanOrEqual(soundOut + ahead)
        }
      }),
    )
  })
})
