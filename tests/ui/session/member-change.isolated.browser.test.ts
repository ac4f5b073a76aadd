import { afterAll, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { applyMessages, roomOpened } from '#state/feed/apply-batch.ts'
import { addOutgoing } from '#state/feed/outgoing.ts'
import { feedAtom } from '#state/feed/feed-atoms.ts'
import { removeDataOnMemberChange } from '#state/room/room-session.ts'
import { sessionAtom } from '#state/session/session.ts'
import { startState } from '#state/start.ts'
import { store } from '#state/store.ts'
import { transport } from '../support/fake-transport.ts'
import { batch, NOON, textRow } from '../support/feed-fixtures.ts'
import { frames } from '../support/mount.tsx'
import { closeRoom, openRoomPage } from '../support/open-room.tsx'
import { MEMBER } from '../support/room-fixtures.ts'

const signIn = (userId: string) => store.set(sessionAtom, { member: { ...MEMBER, userId }, expireAt: NOON + 3_600_000 })

/** A room with a sent message and a draft of the member. */
function speak(): void {
  const mine = textRow(1, '我说的', { isMine: true })
  const messages = { cid: 'cid-0001', text: '稳住', reply: null }
  store.set(feedAtom, (feed) => addOutgoing(applyMessages(roomOpened(feed, 'room-1'), [batch([mine])]), messages))
}

const isOwn = () => {
  const { items, outgoing: own } = store.get(feedAtom)
  return own.length > 0 || items.some((item) => item.type === 'row' && item.row.isMine)
}

afterAll(() => {
  store.set(sessionAtom, null)
  store.set(feedAtom, (feed) => roomOpened(feed, 'room-1'))
})

it("removes a member's data from the feed after a change of member and after signing out", () => {
  store.set(sessionAtom, null)
  const stop = removeDataOnMemberChange()
  signIn('u-first')
  speak()
  signIn('u-first')
  expect(isOwn()).toBe(true)
  signIn('u-next')
  expect(isOwn()).toBe(false)
  speak()
  store.set(sessionAtom, null)
  expect(isOwn()).toBe(false)
  stop()
})

it('keeps the feed of a visitor who signs in', () => {
  store.set(sessionAtom, null)
  const stop = removeDataOnMemberChange()
  speak()
  const before = store.get(feedAtom)
  signIn('u-first')
  expect(store.get(feedAtom)).toBe(before)
  stop()
})

it('keeps a draft for its author after signing in again, but not for another member', async () => {
  const box = page.getByRole('textbox', { name: /说点什么/ })
  await startState()
  signIn('u-first')
  await openRoomPage({ messages: [] })
  signIn('u-first')
  await box.fill('写到一半')
  await frames(2)
  store.set(sessionAtom, null)
  signIn('u-first')
  await expect.element(box).toHaveValue('写到一半')
  transport.send(batch([textRow(1, '我说的', { isMine: true })]))
  await frames(2)
  expect(isOwn()).toBe(true)
  signIn('u-next')
  await expect.element(box).toHaveValue('')
  expect(isOwn()).toBe(false)
  await frames(2)
  expect(sessionStorage.getItem('draft:room-1')).toBeNull()
  closeRoom()
})
