import { MINUTE_MS } from '#protocol/time.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { success } from '#protocol/result.ts'
import type { RoomSnapshot } from '#protocol/endpoints/chatroom.ts'
import { kickoffOf } from '#state/room/room-match.ts'
import { transport } from '../support/fake-transport.ts'
import { batch, change, NOON } from '../support/feed-fixtures.ts'
import { closeRoom, openRoomPage } from '../support/open-room.tsx'
import { DETAIL } from '../support/room-fixtures.ts'

const asked = () => transport.calls.filter(({ name }) => name === 'live.detail').length
const shown = () => document.body.textContent
const happens = (status: Partial<Pick<RoomSnapshot, 'clock' | 'anchorStatus'>>) =>
  transport.send(batch([], { changes: [change('status', status)] }))
/** 今晚 20:07, on the server's clock. */
const NEXT = { phase: 'before', phaseStartedAt: NOON + 7 * MINUTE_MS } as const

afterEach(() => {
  closeRoom()
  vi.restoreAllMocks()
})

describe('a room that stays open after its match', () => {
  it('shows when the next match begins, and refetches it once at a random time', async () => {
    await openRoomPage()
    vi.spyOn(Math, 'random').mockReturnValue(0)
    happens({ clock: { phase: 'ended', phaseStartedAt: NOON }, anchorStatus: 3 })
    await expect.poll(shown).toContain('已结束')
    const before = asked()
    transport.responses['live.detail'] = () =>
      success({ ...DETAIL, round: '第 13 轮', match: { ...DETAIL.match, start_time: NEXT.phaseStartedAt } })
    happens({ clock: NEXT, anchorStatus: 0 })
    await expect.poll(shown).toContain('今晚 20:07')
    await expect.poll(shown).toContain('第 13 轮')
    expect(asked()).toBe(before + 1)
  })

  it('names the next match of its teams, which has another room, after the end', async () => {
    await openRoomPage()
    const next = { ...DETAIL.match, eid: 'eid-9', team1: '江城', team2: '南屿', clock: NEXT }
    const later = { ...next, eid: 'eid-10', start_time: next.start_time + 60 * MINUTE_MS }
    const other = { ...next, eid: 'eid-11', team2: '雁门', start_time: 0 }
    const list = [other, later, next].map((match) => ({ ...match, odds: null }))
    transport.responses['live.popularList'] = () => success({ list, total: 3, pageNum: 1, pageSize: 20 })
    happens({ clock: { phase: 'ended', phaseStartedAt: NOON }, anchorStatus: 3 })
    const link = page.getByRole('link', { name: /下一场/u })
    await expect.element(link).toHaveTextContent('江城 对 南屿')
    await expect.element(link).toHaveAttribute('href', '/app/live/eid-9')
    expect(link.elements()).toHaveLength(1)
  })

  it('refetches a stale match in the foreground', async () => {
    await openRoomPage()
    const before = asked()
    transport.now += 4 * MINUTE_MS
    document.dispatchEvent(new Event('visibilitychange'))
    expect(asked()).toBe(before)
    transport.now += 2 * MINUTE_MS
    document.dispatchEvent(new Event('visibilitychange'))
    await expect.poll(asked).toBe(before + 1)
  })

  it('S4.1 shows the current anchor status of the room', async () => {
    await openRoomPage()
    await page.getByRole('tab', { name: '主播' }).click()
    const own = () => document.querySelector('li:has([data-live]), li:has(svg.lucide-mic)')
    await expect.poll(() => own()?.textContent).toContain('楚楚讲球')
    happens({ anchorStatus: 3 })
    await expect.poll(() => own()?.textContent).not.toContain('楚楚讲球')
  })

  it("takes the kickoff from the match, or from the room's clock before kickoff", () => {
    expect(kickoffOf(DETAIL, { clock: NEXT })).toBe(NEXT.phaseStartedAt)
    expect(kickoffOf(DETAIL, DETAIL.match)).toBe(DETAIL.match.start_time)
  })
})
