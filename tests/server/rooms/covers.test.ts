import { existsSync, readdirSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { CONTENT_KINDS } from '#protocol/endpoints/live.ts'
import type { Match } from '#server/matches/match.ts'
import { COVER_INTERVAL_MS, coverOf, COVERS } from '#server/calls/room/live.ts'

const ART = new URL('../../../public/art/', import.meta.url)
const NOW = Date.UTC(2026, 10, 21, 12)

function matchOf(eid: string, kind: Match['fixture']['kind'], more: object = {}): Match {
  return { fixture: { eid, kind }, state: { anchorStatus: 1 }, ...more } as Match
}

describe('the cover of a live room', () => {
  it.each(CONTENT_KINDS)('is an existing picture at any moment: %s', (kind) => {
    const seen = new Set(
      Array.from({ length: COVERS * 2 }, (_, step) => coverOf(matchOf('2001', kind), NOW + step * COVER_INTERVAL_MS)),
    )
    expect(seen.size).toBe(COVERS)
    for (const path of seen) expect(existsSync(new URL(path.replace('/art/', ''), ART)), path).toBe(true)
  })

  it('stays for an interval and differs between rooms of a kind', () => {
    const covers = ['2001', '2002', '2003'].map((eid) => coverOf(matchOf(eid, 'football'), NOW))
    expect(new Set(covers).size).toBe(3)
    expect(coverOf(matchOf('2001', 'football'), NOW + 1_000)).toBe(covers[0])
  })

  it.each([0, 2, 3])('is empty without a picture: status %i', (anchorStatus) => {
    expect(coverOf(matchOf('2001', 'football', { state: { anchorStatus } }), NOW)).toBe('')
  })

  it('is empty if a publisher sends another picture than the clip', () => {
    expect(coverOf(matchOf('2001', 'football', { hasPublisher: true }), NOW)).toBe('')
  })

  it('has at most 25 kB, and all together at most 1.5 MB', () => {
    const sizes = readdirSync(ART)
      .filter((name) => name.startsWith('cover-'))
      .map((name) => statSync(new URL(name, ART)).size)
    expect(sizes).toHaveLength(COVERS * CONTENT_KINDS.length)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(25_000)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(1_500_000)
  })
})
