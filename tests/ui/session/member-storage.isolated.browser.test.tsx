import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { SignOut } from '#features/mine/SignOut.tsx'
import { sessionAtom } from '#state/session/session.ts'
import { startState } from '#state/start.ts'
import { store } from '#state/store.ts'
import { NOON } from '../support/feed-fixtures.ts'
import { mount, type Mounted } from '../support/mount.tsx'
import { MEMBER } from '../support/room-fixtures.ts'

/** Keys of the tab that say nothing about a member. */
const IMPERSONAL = { site: '5015', reloadedAt: '1', closedFloats: '["f-1"]', errCount: '1' }
const UNFINISHED = { 'draft:room-1': '{"text":"写到一半"}', [`unsent:room-1:${MEMBER.userId}`]: '[]' }
/** `reality-check` was a key of earlier versions; a later one may add others. */
const PERSONAL = {
  [`reality-check:${MEMBER.userId}`]: '1',
  scroll: '[]',
  depositLimitsSkipped: MEMBER.userId,
  visit: '{}',
}

let mounted: Mounted | null = null
afterEach(() => {
  mounted?.unmount()
  mounted = null
  sessionStorage.clear()
  store.set(sessionAtom, null)
})

async function signedIn(): Promise<void> {
  await startState()
  store.set(sessionAtom, { member: MEMBER, expireAt: NOON + 3_600_000 })
  for (const [key, value] of Object.entries({ ...IMPERSONAL, ...UNFINISHED, ...PERSONAL }))
    sessionStorage.setItem(key, value)
}

const stored = () => Object.keys(sessionStorage).toSorted()
const keys = (...parts: object[]) => parts.flatMap((part) => Object.keys(part)).toSorted()

it('a sign-out leaves nothing of the member in the storage of the tab', async () => {
  await signedIn()
  mounted = mount(<SignOut />)
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect.poll(stored).toEqual(keys(IMPERSONAL))
})

it('a sign-out in another tab leaves nothing of the member either', async () => {
  await signedIn()
  const other = new BroadcastChannel('grandstand-sign-out')
  other.postMessage(MEMBER.userId)
  await expect.poll(stored).toEqual(keys(IMPERSONAL))
  other.close()
})

it('decision 95 the end of a session by the server leaves unfinished messages for their author', async () => {
  await signedIn()
  store.set(sessionAtom, null)
  expect(stored()).toEqual(keys(IMPERSONAL, UNFINISHED))
})
