import { afterEach, describe, expect, it } from 'vitest'
import { matchNowAtom } from '#state/room/room-match.ts'
import { PictureScore } from '#features/match/PictureScore.tsx'
import { mount } from '../support/mount.tsx'
import { batch, change } from '../support/feed-fixtures.ts'
import { closeRoom, openRoomPage } from '../support/open-room.tsx'
import { transport } from '../support/fake-transport.ts'
import { DETAIL } from '../support/room-fixtures.ts'
import { store } from '#state/store.ts'

afterEach(() => closeRoom())

const board = () => document.querySelector<HTMLElement>('[data-video] [class*="board"][aria-hidden]')

describe('the scoreboard in the picture', () => {
  it('shows the score of the match and follows it, hidden from assistive technology', async () => {
    await openRoomPage({ width: 1280 })
    await expect.poll(() => board()?.textContent).toMatch(/北港联2-1南屿\d+′/u)
    transport.send(batch([], { changes: [change('status', { homeScore: 3 })] }))
    await expect.poll(() => board()?.textContent).toContain('3-1')
  })

  it.each([390, 1280])('fits names of 24 wide characters and scores of three digits at %i pixels', async (width) => {
    await openRoomPage({ width })
    const now = store.get(matchNowAtom)!
    expect(now.clock.phase).not.toBe('ended')
    const match = { ...DETAIL.match, team1: '队'.repeat(24), team2: '名'.repeat(24) }
    transport.send(batch([], { changes: [change('status', { homeScore: 123, guestScore: 118 })] }))
    const shown = mount(
      <section data-video="playing" style={{ position: 'relative', width: `${width}px`, height: '220px' }}>
        <PictureScore match={match} isBelowLink={width < 1024} />
      </section>,
    )
    await expect.poll(() => shown.root.textContent).toContain('123-118')
    const box = shown.root.querySelector('[aria-hidden]')!.getBoundingClientRect()
    expect(box.width).toBeGreaterThan(80)
    expect(box.width).toBeLessThanOrEqual(width * 0.6)
    expect((box.width * box.height) / ((width * (width * 9)) / 16)).toBeLessThan(0.08)
    shown.unmount()
  })
})
