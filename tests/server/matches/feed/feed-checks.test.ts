import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkBoard, CONFIRM_MS, documentDoubt, type Board, type Doubt } from '#server/matches/feed/feed-checks.ts'

const NOW = Date.UTC(2026, 10, 21, 4)
const PHASES = ['before', 'first-half', 'half-time', 'second-half', 'ended'] as const

const board = (homeScore: number, guestScore: number, clock: Partial<Board['clock']> = {}): Board => ({
  homeScore,
  guestScore,
  clock: { phase: 'second-half', phaseStartedAt: NOW - 600_000, ...clock },
})
const reasonsOf = (known: Board | null, reported: Board) =>
  checkBoard('football', known, reported, [], NOW).doubts.map(({ reason }) => reason)

describe('the check of a reported board', () => {
  it.each([
    ['score-back', board(2, 0), board(1, 0)],
    ['score-jump', board(0, 0), board(9, 0)],
    ['phase-back', board(0, 0), board(0, 0, { phase: 'first-half' })],
    ['time-jump', board(0, 0), board(0, 0, { phaseStartedAt: NOW - 1_800_000 })],
    ['time-jump', board(0, 0), board(0, 0, { phase: 'ended', phaseStartedAt: NOW - 1_800_000 })],
    ['time-ahead', board(0, 0), board(0, 0, { phase: 'ended', phaseStartedAt: NOW + 600_000 })],
  ])('holds back a %s', (reason, known, reported) => {
    const checked = checkBoard('football', known, reported, [], NOW)
    expect(checked).toEqual({ board: known, doubts: [expect.objectContaining({ reason, since: NOW })] })
  })

  it('accepts goals, the next phase and small corrections of the clock', () => {
    expect(reasonsOf(board(1, 0), board(2, 1))).toEqual([])
    expect(reasonsOf(board(1, 0), board(1, 0, { phase: 'ended', phaseStartedAt: NOW }))).toEqual([])
    expect(reasonsOf(board(1, 0), board(1, 0, { phaseStartedAt: NOW - 630_000 }))).toEqual([])
  })

  it('applies a new score while it holds the clock back', () => {
    const { board: next } = checkBoard('football', board(0, 0), board(1, 0, { phaseStartedAt: 0 }), [], NOW)
    expect(next).toEqual(board(1, 0))
  })

  it('holds the end of a match back while its score is in doubt', () => {
    const known = board(2, 1)
    const reported = board(1, 1, { phase: 'ended', phaseStartedAt: NOW })
    const first = checkBoard('football', known, reported, [], NOW)
    expect(first).toEqual({ board: known, doubts: [expect.objectContaining({ reason: 'score-back' })] })
    const confirmed = checkBoard('football', first.board, reported, first.doubts, NOW + CONFIRM_MS)
    expect(confirmed).toEqual({ board: reported, doubts: [] })
  })

  it('applies the next period while it holds the score back', () => {
    const known = board(2, 1, { phase: 'half-time' })
    const { board: next } = checkBoard('football', known, board(1, 1), [], NOW)
    expect(next).toEqual(board(2, 1))
  })

  it('never shows a start in the future, even at the first sight of a match', () => {
    const reported = board(0, 0, { phaseStartedAt: NOW + 3_600_000 })
    let doubts: readonly Doubt[] = []
    for (let now = NOW; now < NOW + 10 * CONFIRM_MS; now += CONFIRM_MS) {
      const checked = checkBoard('football', null, reported, doubts, now)
      ;({ doubts } = checked)
      expect(checked.board.clock.phaseStartedAt).toBeLessThanOrEqual(now)
      expect(doubts).toHaveLength(1)
    }
  })

  it('applies a suspicious value only after it was repeated for the whole time', () => {
    const goals = fc.nat({ max: 4 })
    const clock = fc.record({
      phase: fc.constantFrom(...PHASES),
      phaseStartedAt: fc.integer({ min: NOW - 7_200_000, max: NOW + 7_200_000 }),
    })
    const report = fc.record({ homeScore: goals, guestScore: goals, clock })
    const reads = fc.array(fc.tuple(report, fc.integer({ min: 1_000, max: 30_000 })), { minLength: 2, maxLength: 30 })
    fc.assert(
      fc.property(reads, (list) => {
        let now = NOW
        let known: Board | null = null
        let doubts: readonly Doubt[] = []
        const seen: { at: number; score: string }[] = []
        for (const [reported, pause] of list) {
          now += pause
          const score = `${reported.homeScore}:${reported.guestScore}`
          const last = seen.at(-1)
          seen.push({ at: last?.score === score ? last.at : now, score })
          const before: Board | null = known
          const checked = checkBoard('football', before, reported, doubts, now)
          const hasFallen = before && checked.board.homeScore < before.homeScore && before.clock.phase !== 'before'
          if (hasFallen) expect(now - (seen.at(-1)?.at ?? now)).toBeGreaterThanOrEqual(CONFIRM_MS)
          known = checked.board
          doubts = checked.doubts
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('the check of a document', () => {
  it('refuses an older one and one from the future', () => {
    expect(documentDoubt(NOW - 1, NOW, NOW)).toBe('older')
    expect(documentDoubt(NOW + 600_000, null, NOW)).toBe('ahead')
    expect(documentDoubt(NOW, NOW, NOW)).toBeNull()
  })
})
