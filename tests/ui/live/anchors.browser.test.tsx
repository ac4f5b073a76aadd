import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { MatchCard } from '#features/live/MatchCard.tsx'
import { MatchFoot } from '#features/live/MatchFoot.tsx'
import { AnchorList } from '#features/match/AnchorList.tsx'
import { NOON } from '../support/feed-fixtures.ts'
import type { Mounted } from '../support/mount.tsx'
import { mount } from '../support/mount.tsx'
import { DETAIL } from '../support/room-fixtures.ts'

let mounted: Mounted | null = null

afterEach(() => mounted?.unmount())

/** Anchors with these statuses, named after them. */
function anchorsOf(statuses: readonly (0 | 1 | 2 | 3)[], screen_mode: 1 | 2 = 1) {
  return statuses.map((anchor_status, at) => ({
    ...DETAIL.match.anchor_list[0]!,
    anchorRoomId: `b-${screen_mode}-${at}`,
    anchor_nick: `主播${anchor_status}`,
    anchor_status,
    screen_mode,
  }))
}

const detailWith = (anchors: ReturnType<typeof anchorsOf>) => ({
  ...DETAIL,
  match: { ...DETAIL.match, anchor_list: anchors },
})

it('S4.1 S4.2 S4.3 shows a microphone for scheduled, live and away anchors, with their state', async () => {
  mounted = mount(<AnchorList detail={detailWith(anchorsOf([0, 1, 2, 3]))} />)
  await expect.element(page.getByRole('listitem').first()).toBeVisible()
  const rows = [...mounted.root.querySelectorAll('li')]
  expect(rows.map((row) => row.querySelector('b svg') !== null)).toEqual([true, true, true, false])
  expect(new Set(rows.map((row) => row.querySelector('span:not([role])')?.textContent)).size).toBeGreaterThan(1)
  expect(rows.filter((row) => row.querySelector('[data-live]') !== null)).toHaveLength(1)
})

it('S3.20 S4.33 lists horizontal pictures only', () => {
  mounted = mount(<AnchorList detail={detailWith([...anchorsOf([1], 2), ...anchorsOf([1, 1])])} />)
  expect(mounted.root.querySelectorAll('li')).toHaveLength(2)
})

it('S4.34 S3.20 shows three avatars of horizontal anchors on a card, and the number of the others', () => {
  const match = detailWith([...anchorsOf([1, 1, 1], 2), ...anchorsOf([1, 1, 1, 1, 1])]).match
  mounted = mount(
    <MemoryRouter>
      <MatchFoot match={match} stage="live" hasReminder={false} onReminder={() => {}} />
    </MemoryRouter>,
  )
  expect(mounted.root.querySelectorAll('img')).toHaveLength(3)
  expect(mounted.root.querySelector('small')?.textContent).toBe('+2')
  expect(mounted.root.textContent).toContain('等 5 位')
})

it('aligns the footer of a talk without avatars and text with the edge', () => {
  const match = { ...detailWith(anchorsOf([1])).match, kind: 'anchor' as const, viewers: 2_472 }
  mounted = mount(
    <MemoryRouter>
      <MatchFoot match={match} stage="live" hasReminder={false} onReminder={() => {}} />
    </MemoryRouter>,
  )
  const foot = mounted.root.firstElementChild
  const [people] = foot?.firstElementChild?.children ?? []
  expect(people?.textContent).toContain('2,472')
  expect(people?.getBoundingClientRect().left).toBe(foot?.getBoundingClientRect().left)
})

it.each(['before', 'first-half', 'ended'] as const)(
  'the names on a card (%s) are links above the one to the room',
  async (phase) => {
    const match = { ...DETAIL.match, clock: { phase, phaseStartedAt: NOON } }
    mounted = mount(
      <MemoryRouter>
        <ul>
          <MatchCard match={match} now={NOON} hasReminder={false} onReminder={() => {}} />
        </ul>
      </MemoryRouter>,
    )
    for (const [name, path] of [
      ['北港联', '/app/team/beigang'],
      ['南屿', '/app/team/nanyu'],
      ['海岸联赛', '/app/league/football'],
    ] as const) {
      const link = page.getByRole('link', { name, exact: true })
      await expect.element(link).toHaveAttribute('href', path)
      const { left, top, width, height } = link.element().getBoundingClientRect()
      expect(document.elementFromPoint(left + width / 2, top + height / 2)?.closest('a')).toBe(link.element())
    }
    await expect.element(page.getByRole('link', { name: /北港联 对 南屿/ })).toHaveAttribute('href', '/app/live/eid-1')
  },
)
