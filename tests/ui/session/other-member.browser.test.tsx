import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { failure, success } from '#protocol/result.ts'
import { AccountEntries } from '#app/pages/account/MineEntries.tsx'
import { InvitePage } from '#app/pages/account/InvitePage.tsx'
import { RoomInvite } from '#app/room/RoomInvite.tsx'
import { roomEntered, roomOpened } from '#state/feed/apply-batch.ts'
import { EMPTY_FEED } from '#state/feed/feed-state.ts'
import { feedAtom } from '#state/feed/feed-atoms.ts'
import { sessionAtom } from '#state/session/session.ts'
import { store } from '#state/store.ts'
import { transport } from '../support/fake-transport.ts'
import { NOON, SNAPSHOT } from '../support/feed-fixtures.ts'
import type { Mounted } from '../support/mount.tsx'
import { mount } from '../support/mount.tsx'
import { DETAIL, MEMBER } from '../support/room-fixtures.ts'

let mounted: Mounted

/** Changes the member without a sign-out. */
function enter(userId: string, code: string): void {
  transport.responses['invite.link'] = () =>
    success({ url: `/app/home?i_code=${code}&r_code=${code}`, i_code: code, r_code: code })
  store.set(sessionAtom, { member: { ...MEMBER, userId }, expireAt: NOON + 3_600_000 })
}

beforeEach(async () => {
  await page.viewport(1280, 800)
  transport.now = NOON
  transport.calls.length = 0
  transport.responses = { 'site.shortUrl': () => failure(10000, '网络异常') }
  enter('u-a', 'aaaaaaaa')
})
afterEach(() => {
  mounted.unmount()
  transport.responses = {}
  store.set(sessionAtom, null)
})

const link = page.getByRole('textbox', { name: '邀请链接' })

it('S1.21 the invitation page is that of the signed-in member', async () => {
  mounted = mount(
    <MemoryRouter>
      <InvitePage />
    </MemoryRouter>,
  )
  await expect.element(page.getByText('AAAAAAAA', { exact: true })).toBeVisible()
  enter('u-b', 'bbbbbbbb')
  await expect.element(page.getByText('BBBBBBBB', { exact: true })).toBeVisible()
  await expect.element(link).toHaveValue(`${location.origin}/app/home?i_code=bbbbbbbb&r_code=bbbbbbbb`)
  expect(page.getByText('AAAAAAAA').elements()).toEqual([])
})

it('S1.21 the link of a room has the codes of the signed-in member, and none for a visitor', async () => {
  store.set(feedAtom, roomEntered(roomOpened(EMPTY_FEED, 'r'), { chatRoomNo: 'r', snapshot: SNAPSHOT, role: 'member' }))
  mounted = mount(<RoomInvite detail={DETAIL} />)
  await expect.element(link).toHaveValue(expect.stringContaining('aaaaaaaa'))
  enter('u-b', 'bbbbbbbb')
  await expect.element(link).toHaveValue(expect.stringContaining('bbbbbbbb'))
  store.set(sessionAtom, null)
  await expect.element(link).toHaveValue(expect.not.stringContaining('_code'))
})

it('the gift history is loaded again for the next member', async () => {
  const reads = () => transport.calls.filter(({ name }) => name === 'gift.history').length
  mounted = mount(
    <MemoryRouter>
      <AccountEntries />
    </MemoryRouter>,
  )
  await userEvent.click(page.getByRole('button', { name: '打开' }))
  await expect.poll(reads).toBe(1)
  enter('u-b', 'bbbbbbbb')
  await expect.poll(reads).toBe(2)
})
