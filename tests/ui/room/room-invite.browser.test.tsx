import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { success } from '#protocol/result.ts'
import { sessionAtom } from '#state/session/session.ts'
import { store } from '#state/store.ts'
import { transport } from '../support/fake-transport.ts'
import { NOON } from '../support/feed-fixtures.ts'
import { closeRoom, openRoomPage } from '../support/open-room.tsx'
import { MEMBER } from '../support/room-fixtures.ts'

afterEach(() => closeRoom())

const asked = () => transport.calls.filter(({ name }) => name === 'site.shortUrl').map(({ params }) => params)

async function openInvite(options: { isMember: boolean; width: number; height: number }) {
  await openRoomPage(options)
  transport.responses['site.shortUrl'] = () => success({ shortUrl: '/s/Ab3dE_f-9z' })
  transport.responses['invite.link'] = () =>
    success({ url: '/app/home?i_code=7kq2m9xa&r_code=p3v8wd', i_code: '7kq2m9xa', r_code: 'p3v8wd' })
  await userEvent.click(page.getByRole('button', { name: '邀请好友' }))
}

it('S1.21 S7.35 the invitation shows score, QR code and short link, with the codes of the member', async () => {
  await openInvite({ isMember: true, width: 1280, height: 800 })
  const sheet = page.getByRole('dialog', { name: '邀请好友' })
  await expect.element(sheet.getByRole('img', { name: /二维码/ })).toBeVisible()
  await expect.element(sheet).toHaveTextContent(/北港联.*2 : 1.*南屿.*扫码观看/)
  await expect.element(sheet.getByRole('textbox', { name: '邀请链接' })).toHaveValue(`${location.origin}/s/Ab3dE_f-9z`)
  expect(asked()).toEqual([{ url: '/app/live/eid-1?i_code=7kq2m9xa&r_code=p3v8wd' }])
})

it('S1.21 the invitation of a visitor has the plain link of the room, also on a phone', async () => {
  await openInvite({ isMember: false, width: 390, height: 844 })
  await expect.element(page.getByRole('textbox', { name: '邀请链接' })).toBeVisible()
  expect(asked()).toEqual([{ url: '/app/live/eid-1' }])
  expect(transport.calls.some(({ name }) => name === 'invite.link')).toBe(false)
})

it('S6.10 a member who is excluded from activities shares the plain link', async () => {
  await openRoomPage({ width: 1280, height: 800 })
  store.set(sessionAtom, { member: { ...MEMBER, tags: ['ACT_BLACK'] }, expireAt: NOON + 3_600_000 })
  transport.responses['site.shortUrl'] = () => success({ shortUrl: '/s/Ab3dE_f-9z' })
  await userEvent.click(page.getByRole('button', { name: '邀请好友' }))
  await expect.element(page.getByRole('textbox', { name: '邀请链接' })).toBeVisible()
  expect(asked()).toEqual([{ url: '/app/live/eid-1' }])
  expect(transport.calls.some(({ name }) => name === 'invite.link')).toBe(false)
})
