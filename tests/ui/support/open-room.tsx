import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { vi } from 'vitest'
import { page } from 'vitest/browser'
import { ShellLayout } from '#app/shell/ShellLayout.tsx'
import { RoomPage } from '#app/pages/live/RoomPage.tsx'
import '#app/room/RoomChat.tsx'
import '#app/room/RoomInvite.tsx'
import '#features/effects/RoomEffects.tsx'
import '#features/match/AnchorList.tsx'
import '#features/match/MatchBoard.tsx'
import '#ui/overlay/DialogBody.tsx'
import '#ui/overlay/MenuPopup.tsx'
import '#ui/overlay/PopoverPopup.tsx'
import '#ui/overlay/SheetBody.tsx'
import '#ui/overlay/ToastBoard.tsx'
import type { RoomSnapshot } from '#protocol/endpoints/chatroom.ts'
import type { Skin } from '#protocol/sites.ts'
import { SKIN_LAYOUT } from '#protocol/sites.ts'
import type { FeedMessage } from '#protocol/worker/feed.ts'
import { coinsAtom } from '#state/session/coins.ts'
import { connectionAtom } from '#state/data/connection.ts'
import { pagePump } from '#state/feed/feed-pump.ts'
import { sessionAtom } from '#state/session/session.ts'
import { siteAtom } from '#state/site/site.ts'
import { store } from '#state/store.ts'
import { transport } from '#tests/ui/support/fake-transport.ts'
import { NOON } from '#tests/ui/support/feed-fixtures.ts'
import type { Mounted } from '#tests/ui/support/mount.tsx'
import { frames, mount } from '#tests/ui/support/mount.tsx'
import { EVENING_BATCHES, MEMBER, ROOM, serveRoom } from '#tests/ui/support/room-fixtures.ts'

// Deferred code of a room; imported here to keep the load time out of the tests.

export interface RoomOptions {
  readonly skin?: Skin
  readonly width?: number
  readonly height?: number
  readonly isMember?: boolean
  readonly coins?: number
  readonly snapshot?: RoomSnapshot
  readonly messages?: readonly FeedMessage[]
}

let mounted: Mounted | null = null
let router: ReturnType<typeof createMemoryRouter> | null = null

/** The current path. */
export const here = () => `${router?.state.location.pathname}${router?.state.location.search}`

/** Navigates within the page. */
export const goTo = async (address: string) => router?.navigate(address)

/** Opens a path in the product's shell without waiting. */
export async function showPage(
  address: string,
  { skin = 'glow', width = 1280, height = 800, ...options }: RoomOptions = {},
) {
  const { isMember = true, coins = 12_680 } = options
  await page.viewport(width, height)
  store.set(siteAtom, { siteId: 5009, skin, layout: SKIN_LAYOUT[skin], currency: 'CNY', isDemo: false })
  store.set(connectionAtom, 'online')
  store.set(sessionAtom, isMember ? { member: MEMBER, expireAt: NOON + 3_600_000 } : null)
  store.set(coinsAtom, { confirmed: isMember ? coins : null, reserved: 0 })
  router = createMemoryRouter(
    [
      {
        element: <ShellLayout />,
        children: [
          { path: '/app/live/:eid', handle: { isRoom: true }, Component: RoomPage },
          { path: '*', element: <p>别的页面</p> },
        ],
      },
    ],
    { initialEntries: [address] },
  )
  mounted = mount(<RouterProvider router={router} />, skin)
}

// Frames cost nothing here, so every frame is rendered. The frame pace has its own tests.
Object.assign(pagePump, { now: () => 0 })

/** Opens a room with all its data and waits until it is rendered. */
export async function openRoomPage(options: RoomOptions = {}): Promise<void> {
  serveRoom(options.coins)
  await showPage('/app/live/eid-1', options)
  await enterRoom(options)
}

/** Enters the room of the current screen and waits until it is rendered. */
export async function enterRoom(options: RoomOptions = {}): Promise<void> {
  await vi.waitUntil(() => transport.room !== null, { timeout: 30_000 })
  const role = options.isMember === false ? 'anon' : 'member'
  transport.enter({ chatRoomNo: 'room-1', snapshot: options.snapshot ?? ROOM, role })
  for (const message of options.messages ?? EVENING_BATCHES) transport.send(message)
  // The chat is rendered after the video.
  await vi.waitUntil(() => document.querySelector('[role="log"]') !== null, { timeout: 30_000 })
  await frames(4)
}

export function closeRoom(): void {
  mounted?.unmount()
  mounted = null
  transport.calls.length = 0
  transport.sent.length = 0
  transport.applied.length = 0
  transport.now = NOON
  transport.responses = {}
  sessionStorage.clear()
  localStorage.removeItem('ui')
}
