import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Tracks } from '#features/danmaku/tracks.ts'
import { danmakuTrackCount, defaultDanmaku, DEFAULT_DANMAKU, readDanmaku } from '#state/room/danmaku-settings.ts'
import { readUiPreferences } from '#state/site/ui-preferences.ts'

interface Line {
  readonly track: number
  readonly at: number
  readonly width: number
  readonly duration: number
}

/** Left edge of a message at a time. */
function leftOf({ at, width, duration }: Line, stage: number, now: number): number {
  return stage - ((now - at) / duration) * (stage + width)
}

function overlaps(one: Line, other: Line, stage: number): boolean {
  const from = Math.max(one.at, other.at)
  const to = Math.min(one.at + one.duration, other.at + other.duration)
  for (let step = 0; step <= 40; step += 1) {
    const now = from + ((to - from) * step) / 40
    if (to < from) return false
    const left = leftOf(one, stage, now)
    const otherLeft = leftOf(other, stage, now)
    if (left < otherLeft + other.width - 0.01 && otherLeft < left + one.width - 0.01) return true
  }
  return false
}

describe('danmaku tracks', () => {
  it('messages of any length and speed never overlap on a track', () => {
    const offers = fc.array(
      fc.record({
        wait: fc.integer({ min: 0, max: 900 }),
        width: fc.integer({ min: 10, max: 1_600 }),
        duration: fc.constantFrom(6_000, 8_000, 11_000),
      }),
      { minLength: 2, maxLength: 60 },
    )
    fc.assert(
      fc.property(
        fc.integer({ min: 200, max: 1_600 }),
        fc.integer({ min: 1, max: 6 }),
        offers,
        (stage, count, given) => {
          const tracks = new Tracks(count, stage)
          const shown: Line[] = []
          let now = 0
          for (const { wait, width, duration } of given) {
            now += wait
            const track = tracks.take(width, duration, now)
            if (track !== null) shown.push({ track, at: now, width, duration })
          }
          for (const one of shown)
            for (const other of shown)
              if (one !== other && one.track === other.track) expect(overlaps(one, other, stage)).toBe(false)
          expect(shown.length).toBeGreaterThan(0)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('a track is free at the time that it returns', () => {
    const tracks = new Tracks(1, 800)
    expect(tracks.take(400, 8_000, 1_000)).toBe(0)
    expect(tracks.take(400, 8_000, 1_100)).toBeNull()
    const soonest = tracks.soonest(400, 8_000)
    expect(tracks.take(400, 8_000, soonest - 1)).toBeNull()
    expect(tracks.take(400, 8_000, soonest)).toBe(0)
  })

  it('a desktop has three tracks, a phone two, and as many as fit if configured', () => {
    expect(danmakuTrackCount(DEFAULT_DANMAKU, { width: 888, height: 500 })).toBe(3)
    expect(danmakuTrackCount(DEFAULT_DANMAKU, { width: 390, height: 219 })).toBe(2)
    expect(danmakuTrackCount({ ...DEFAULT_DANMAKU, area: 'full' }, { width: 888, height: 500 })).toBe(17)
    expect(danmakuTrackCount(DEFAULT_DANMAKU, { width: 300, height: 10 })).toBe(1)
  })

  it('a weak device starts with fewer messages, and stored settings are kept', () => {
    expect(defaultDanmaku({ isLowMotion: false })).toEqual(DEFAULT_DANMAKU)
    const few = defaultDanmaku({ isLowMotion: true })
    expect(few).toEqual({ ...DEFAULT_DANMAKU, density: 'sparse' })
    expect(readUiPreferences(null, few).danmaku).toEqual(few)
    const chosen = JSON.stringify({ danmaku: { ...DEFAULT_DANMAKU, density: 'dense' } })
    expect(readUiPreferences(chosen, few).danmaku.density).toBe('dense')
  })

  it('Annex F parses stored settings field by field, with defaults for invalid ones', () => {
    expect(readDanmaku('{')).toEqual(DEFAULT_DANMAKU)
    expect(readDanmaku({ opacity: 7, area: 'everywhere', speed: 'fast', size: null })).toEqual({
      ...DEFAULT_DANMAKU,
      speed: 'fast',
    })
    fc.assert(
      fc.property(fc.jsonValue(), (stored) => {
        const { danmaku, shows } = readUiPreferences(JSON.stringify({ danmaku: stored, shows: stored }))
        expect(danmaku.opacity).toBeGreaterThanOrEqual(0.3)
        expect(Object.values(shows).every((value) => typeof value === 'boolean')).toBe(true)
      }),
    )
  })
})
