import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { success } from '#protocol/result.ts'
import { sessionAtom } from '#state/session/session.ts'
import { store } from '#state/store.ts'
import { transport } from '../support/fake-transport.ts'
import { NOON } from '../support/feed-fixtures.ts'
import { frames } from '../support/mount.tsx'
import { closeRoom, openRoomPage } from '../support/open-room.tsx'
import { MEMBER, ROOM } from '../support/room-fixtures.ts'

afterEach(() => closeRoom())

/** Notices of the worker about another tab. */
const signOut = () => store.set(sessionAtom, null)
const signIn = () => store.set(sessionAtom, { member: MEMBER, expireAt: NOON + 3_600_000 })

it('S7.49 the sent messages of a member are removed from a room when another tab signs out', async () => {
  await openRoomPage()
  const history = page.getByRole('dialog', { name: '我送出的礼物' })
  await page.getByRole('group', { name: '礼物' }).getByRole('button', { name: '战鼓 99 金币' }).click()
  await page.getByRole('button', { name: '我的记录' }).click()
  await expect.element(history).toBeVisible()
  signOut()
  await expect.element(history).not.toBeInTheDocument()
  signIn()
  await frames(4)
  expect(history.elements()).toEqual([])
})

it('S7.49 S6.7 the administration of a room is removed when another tab signs out', async () => {
  await openRoomPage({ snapshot: { ...ROOM, admins: [MEMBER.userId] } })
  const row = { id: '1', at: NOON, byName: '房管阿岩', memberName: null, count: null, until: null }
  transport.responses['chatroom.audit'] = () => success({ list: [{ ...row, action: 'pin', text: '文明观赛' }] })
  await page.getByRole('button', { name: '房管', exact: true }).click()
  await page.getByRole('menuitem', { name: '操作记录', exact: true }).click()
  const audit = page.getByRole('dialog', { name: '操作记录' })
  await expect.element(audit.getByText('置顶：文明观赛')).toBeVisible()
  signOut()
  await expect.element(audit).not.toBeInTheDocument()
  signIn()
  await frames(4)
  expect(audit.elements()).toEqual([])
})
