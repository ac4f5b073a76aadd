import { describe, expect, it } from 'vitest'
import { marketKindLabel, marketLabel, selectionLabel } from '#lib/match/market-labels.ts'
import { BET_SPORTS, lineLabel, MARKET_OUTCOMES, MARKETS_OF } from '#protocol/sports/market-keys.ts'

describe('S1.7 labels of markets', () => {
  it('names quarter lines from the point of view of the side', () => {
    const lines = [-3, -1, 0, 1, 2, 5].map((line) => [
      lineLabel({ kind: 'handicap', line }, 'home'),
      lineLabel({ kind: 'handicap', line }, 'away'),
    ])
    expect(lines).toEqual([
      ['-0.5/1', '+0.5/1'],
      ['-0/0.5', '+0/0.5'],
      ['0', '0'],
      ['+0/0.5', '-0/0.5'],
      ['+0.5', '-0.5'],
      ['+1/1.5', '-1/1.5'],
    ])
  })

  it('names totals', () => {
    expect(selectionLabel({ kind: 'total', line: 11 }, 'over')).toBe('大 2.5/3')
    expect(selectionLabel({ kind: 'total', line: 850 }, 'under')).toBe('小 212.5')
    expect(selectionLabel({ kind: 'total', line: 12 }, 'under')).toBe('小 3')
  })

  it('names selections by side or by team', () => {
    const teams = { home: '海港城', away: '北山' }
    expect(selectionLabel({ kind: 'handicap', line: -3 }, 'home')).toBe('主 -0.5/1')
    expect(selectionLabel({ kind: 'handicap', line: -3 }, 'away', teams)).toBe('北山 +0.5/1')
    expect(selectionLabel({ kind: 'winner', line: 0 }, 'draw', teams)).toBe('平局')
    expect(selectionLabel({ kind: 'correct-score', line: 0 }, '1-0', teams)).toBe('1-0')
    expect(selectionLabel({ kind: 'next-goal', line: 3 }, 'none', teams)).toBe('无进球')
    expect(selectionLabel({ kind: 'parity', line: 0 }, 'odd', teams)).toBe('单')
  })

  it('names markets by sport', () => {
    expect(marketLabel('football', { kind: 'next-goal', line: 3 })).toBe('下一球：第 3 球')
    expect(marketLabel('football', { kind: 'period-winner', line: 1 })).toBe('上半场独赢')
    expect(marketLabel('basketball', { kind: 'period-winner', line: 2 })).toBe('第 2 节独赢')
    expect(marketLabel('esports', { kind: 'handicap', line: -6 })).toBe('让局')
    for (const sport of BET_SPORTS) {
      const names = MARKETS_OF[sport].map((kind) => marketKindLabel(sport, kind))
      expect(new Set(names).size).toBe(names.length)
    }
  })

  it('names every outcome', () => {
    for (const outcome of [...Object.values(MARKET_OUTCOMES).flat(), 'other']) {
      expect(selectionLabel({ kind: 'winner', line: 0 }, outcome)).toMatch(/\p{Script=Han}/u)
    }
  })
})
