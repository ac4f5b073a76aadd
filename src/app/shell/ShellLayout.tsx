import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { Outlet, useLocation, useMatches, useNavigate } from 'react-router-dom'
import { remindersAtom } from '#features/live/reminders.ts'
import { watchAnnouncements } from '#state/site/announcements.ts'
import { balanceAtom } from '#state/session/coins.ts'
import { connectionAtom } from '#state/data/connection.ts'
import { loginPath } from '#state/session/login-path.ts'
import { sessionAtom } from '#state/session/session.ts'
import { unreadMessagesAtom, unreadTotalAtom, watchUnread } from '#state/session/unread.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { siteAtom } from '#state/site/site.ts'
import { watchSiteChanges } from '#state/site/site-room.ts'
import type { MiniPlayerProps } from '#features/player/MiniPlayer.tsx'
import { miniRoomAtom } from '#state/room/player-stats.ts'
import { later } from '#ui/state/later.tsx'
import { lazyPart } from '#ui/state/lazy-part.tsx'
import { searchPath } from '#state/site/nav-path.ts'
import { useNotices } from '#features/notice/use-notices.ts'
import type { RouteHandle } from '../route/route-handle.ts'
import { Shell } from './Shell.tsx'
import type { ShellData } from './shell-data.ts'
import { useSignOut } from '#state/session/use-sign-out.ts'
import { useSkin } from '#state/site/use-skin.ts'

/** Loaded with the first reminder. */
const ReminderToasts = later(async () => (await import('#features/live/ReminderToasts.tsx')).ReminderToasts)

/** Loaded if the viewer wants it. */
const SystemTheme = later(async () => (await import('#features/mine/SystemTheme.tsx')).SystemTheme)

/** Loaded when a viewer leaves a playing room. */
const MiniPlayer = lazyPart<MiniPlayerProps>(async () => (await import('#features/player/MiniPlayer.tsx')).MiniPlayer, {
  Missing: () => null,
})

const AgeGate = later(async () => (await import('#features/auth/AgeGate.tsx')).AgeGate)
/** Live rooms and games (Annex I). */
const ADULT_AREA = /^\/app\/(?:live|live-casino|sports|egame|game)(?:\/|$)/

/** The shell around the screen of a route. */
export function ShellLayout() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const isRoom = useMatches().some((match) => (match.handle as RouteHandle | undefined)?.isRoom)
  const session = useAtomValue(sessionAtom)
  const coins = useAtomValue(balanceAtom)
  const connection = useAtomValue(connectionAtom)
  const site = useAtomValue(siteAtom)
  const [miniRoom, setMiniRoom] = useAtom(miniRoomAtom)
  const hasReminders = useAtomValue(remindersAtom).size > 0
  const notices = useNotices()
  useEffect(watchAnnouncements, [])
  useEffect(watchSiteChanges, [])
  useEffect(watchUnread, [])
  const messages = useAtomValue(unreadMessagesAtom)
  const unreadCount = notices.unreadCount + (messages ? messages.public + messages.private + messages.notice : 0)
  const setUnreadTotal = useSetAtom(unreadTotalAtom)
  const isMember = Boolean(session)
  useEffect(() => setUnreadTotal(isMember ? unreadCount : 0), [setUnreadTotal, isMember, unreadCount])
  const setSkin = useSkin()[1]
  const [{ followsSystem, isOfAge }, changePreferences] = useAtom(uiPreferencesAtom)
  const data: ShellData = {
    member: session && { ...session.member, coins },
    connection,
    isDemo: site.isDemo,
    skin: site.skin,
    signInPath: loginPath(site.skin, pathname + search),
    notices,
    unreadCount,
    onSkinChange(skin) {
      changePreferences({ followsSystem: false })
      setSkin(skin)
    },
    onSignOut: useSignOut(),
    query: new URLSearchParams(search).get('q') ?? '',
    onSearch: (query) => void navigate(searchPath(query)),
  }
  return (
    <>
      <Shell data={data} isRoom={isRoom}>
        <Outlet />
      </Shell>
      {miniRoom !== null && !isRoom && <MiniPlayer room={miniRoom} onClose={() => setMiniRoom(null)} />}
      {followsSystem && site.isDemo && <SystemTheme />}
      {hasReminders && <ReminderToasts />}
      {session === null && !isOfAge && ADULT_AREA.test(pathname) && <AgeGate />}
    </>
  )
}
