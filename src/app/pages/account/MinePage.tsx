import { useAtomValue } from 'jotai'
import { entriesText } from '#messages/zh/entries.ts'
import { FollowedList } from '#features/follow/FollowedList.tsx'
import { RecentRooms } from '#features/follow/RecentRooms.tsx'
import { roomPath } from '#lib/room-path.ts'
import { balanceAtom } from '#state/session/coins.ts'
import { sessionAtom } from '#state/session/session.ts'
import { Page } from '#ui/page/Page.tsx'
import { InstallEntry } from '#features/install/InstallEntry.tsx'
import { AccountEntries, HelpEntries, PublicEntries } from './MineEntries.tsx'
import styles from './MinePage.module.css'
import { MineHead } from '#features/mine/MineHead.tsx'
import { MineSettings } from '#features/mine/MineSettings.tsx'
import { SignOut } from '#features/mine/SignOut.tsx'
import { MemberOnly } from '../../route/MemberOnly.tsx'
import { useDocumentTitle } from '../../route/use-document-title.ts'
import { useMatchData } from '#features/live/use-match-data.ts'

/**
 * `/app/mine`: overview, entries and preferences of a member. The entries are a menu at the side on a desktop and tiles
 * below the overview on a phone.
 */
export function MinePage() {
  useDocumentTitle(entriesText('mine.page'))
  return (
    <MemberOnly isEarly>
      <Mine />
    </MemberOnly>
  )
}

function Mine() {
  const session = useAtomValue(sessionAtom)
  const coins = useAtomValue(balanceAtom)
  return (
    <Page>
      <div className={styles.layout}>
        <div className={styles.head}>
          <MineHead member={session?.member} coins={coins} />
        </div>
        <nav className={styles.menu} aria-label={entriesText('mine.menu')}>
          <AccountEntries />
          <PublicEntries />
          <HelpEntries />
        </nav>
        <div className={styles.content}>
          <FollowsAndVisits key={session?.member.userId} isRestoring={!session} />
          <InstallEntry />
          <MineSettings />
          {session && <SignOut />}
        </div>
      </div>
    </Page>
  )
}

/** Followed anchors and teams, and recent rooms once the session is restored. */
function FollowsAndVisits({ isRestoring }: { readonly isRestoring: boolean }) {
  const { everything, now } = useMatchData('football')
  const places = { matches: everything, now, roomPath }
  return (
    <>
      <FollowedList {...places} />
      {!isRestoring && <RecentRooms {...places} />}
    </>
  )
}
