import { useAtomValue } from 'jotai'
import { et } from '#lib/messages/entries.ts'
import { FollowedList } from '#features/follow/FollowedList.tsx'
import { RecentRooms } from '#features/follow/RecentRooms.tsx'
import { roomPath } from '#lib/room-path.ts'
import { balanceAtom } from '#state/session/coins.ts'
import { loginPath } from '#state/session/login-path.ts'
import { sessionAtom } from '#state/session/session.ts'
import { siteAtom } from '#state/site/site.ts'
import { Page } from '#ui/Page.tsx'
import { InstallEntry } from '#features/install/InstallEntry.tsx'
import { AccountEntries, HelpEntries, PublicEntries } from './mine/MineEntries.tsx'
import styles from './MinePage.module.css'
import { MineHead } from '#features/mine/MineHead.tsx'
import { MineSettings } from '#features/mine/MineSettings.tsx'
import { SignOut } from '#features/mine/SignOut.tsx'
import { useDocumentTitle } from '../route/use-document-title.ts'
import { useMatchData } from '#features/live/use-match-data.ts'

/**
 * `/app/mine`: overview, entries and preferences of a member; sign-in and public entries for a visitor. The entries are a
 * menu at the side on a desktop and tiles below the overview on a phone.
 */
export function MinePage() {
  const session = useAtomValue(sessionAtom)
  const coins = useAtomValue(balanceAtom)
  const { skin } = useAtomValue(siteAtom)
  useDocumentTitle(et('mine.page'))
  return (
    <Page>
      <div className={styles.layout}>
        <div className={styles.head}>
          <MineHead member={session && session.member} coins={coins} signInPath={loginPath(skin, '/app/mine')} />
        </div>
        <nav className={styles.menu} aria-label={et('mine.menu')}>
          {session !== undefined && <AccountEntries isMember={session !== null} />}
          {session !== undefined && <PublicEntries isMember={session !== null} />}
          <HelpEntries />
        </nav>
        <div className={styles.content}>
          {session && <FollowsAndVisits key={session.member.userId} />}
          <InstallEntry />
          <MineSettings />
          {session && <SignOut />}
        </div>
      </div>
    </Page>
  )
}

/** Followed anchors and teams, and recent rooms. */
function FollowsAndVisits() {
  const { everything, now } = useMatchData('football')
  const places = { matches: everything, now, roomPath }
  return (
    <>
      <FollowedList {...places} />
      <RecentRooms {...places} />
    </>
  )
}
