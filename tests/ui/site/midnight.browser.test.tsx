import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { GALLERY_MATCHES } from '#gallery/fixtures.ts'
import { Schedule } from '#features/live/Schedule.tsx'
import { boardOfMatches, sectionsOf } from '#features/sport/board.ts'
import { SportBoard } from '#app/pages/live/DayBoard.tsx'
import { SPORT_KINDS } from '#features/sport/requested-venue.ts'
import { SchedulePanel } from '#features/news/data/SchedulePanel.tsx'
import type { Mounted } from '../support/mount.tsx'
import { mount } from '../support/mount.tsx'
import { fixture, schedule } from '../support/news-fixtures.ts'

/** 22:00 in Shanghai. */
const NOW = Date.parse('2026-11-21T22:00:00+08:00')
const [TONIGHT, NIGHT] = [Date.parse('2026-11-21T23:30:00+08:00'), Date.parse('2026-11-22T00:15:00+08:00')]
const COMING = GALLERY_MATCHES.filter(({ kind, clock }) => kind === 'football' && clock.phase === 'before').slice(0, 1)
const MATCHES = [TONIGHT, NIGHT].flatMap((start) =>
  COMING.map((match) => ({
    ...match,
    eid: `m-${start}`,
    start_time: start,
    clock: { phase: 'before' as const, phaseStartedAt: start },
  })),
)
const FIXTURES = schedule('2026-11-21', [
  fixture({ eid: 'f-1', kickOffAt: Date.parse('2026-11-20T23:50:00+08:00'), stage: 'live', score: '101-99' }),
  fixture({ eid: 'f-2', kickOffAt: TONIGHT }),
  fixture({ eid: 'f-3', kickOffAt: NIGHT }),
])

let mounted: Mounted
afterEach(() => mounted.unmount())

function show(part: 'schedule' | 'panel' | 'board'): string[] {
  const response = { data: FIXTURES, failure: null, isLoading: false, retry: () => {} }
  mounted = mount(
    <MemoryRouter>
      {part === 'schedule' && <Schedule matches={MATCHES} now={NOW} reminders={new Set()} onReminder={() => {}} />}
      {part === 'panel' && (
        <SchedulePanel date="2026-11-21" onDateChange={() => {}} query={response} team="" now={NOW} />
      )}
      {part === 'board' && (
        <SportBoard sections={sectionsOf(boardOfMatches(MATCHES, NOW), SPORT_KINDS)} pathOf={() => '/'} />
      )}
    </MemoryRouter>,
  )
  return [...mounted.root.querySelectorAll('li')].map(({ firstElementChild }) => firstElementChild?.textContent ?? '')
}

describe.each([320, 390, 1280])('S9.16 matches after midnight in the list of today, %i px wide', (width) => {
  it.each(['schedule', 'panel', 'board'] as const)('show their date in the %s, uncut', async (part) => {
    await page.viewport(width, 844)
    const times = show(part)
    expect(times.some((text) => text.startsWith('23:30'))).toBe(true)
    expect(times.some((text) => text.startsWith('明天 00:15'))).toBe(true)
    if (part === 'panel') expect(times).toContain('11 月 20 日 23:50')
    expect(document.documentElement.scrollWidth).toBe(width)
    for (const row of mounted.root.querySelectorAll('li')) {
      const [first, second] = [...(part === 'board' ? row.firstElementChild! : row).children].map((cell) =>
        cell.getBoundingClientRect(),
      )
      const isBeside = Math.abs((first?.top ?? 0) - (second?.top ?? 0)) < (first?.height ?? 0)
      if (isBeside) expect(first?.right).toBeLessThanOrEqual(second?.left ?? 0)
      for (const { scrollWidth, clientWidth } of row.querySelectorAll('time, b')) {
        expect(scrollWidth).toBeLessThanOrEqual(clientWidth + 1)
      }
    }
  })
})
