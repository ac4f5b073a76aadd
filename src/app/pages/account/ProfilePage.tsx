import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { entriesText } from '#messages/zh/entries.ts'
import { profileText } from '#messages/zh/profile.ts'
import { AddressPanel } from '#features/profile/AddressPanel.tsx'
import { AvatarPanel } from '#features/profile/AvatarPanel.tsx'
import { MaterialPanel } from '#features/profile/MaterialPanel.tsx'
import { NicknamePanel } from '#features/profile/NicknamePanel.tsx'
import { memberAtom } from '#state/session/session.ts'
import { BackLink } from '#ui/button/BackLink.tsx'
import { useSettled } from '#ui/hooks/use-settled.ts'
import { Page } from '#ui/page/Page.tsx'
import { PageHead } from '#ui/page/PageHead.tsx'
import { MemberOnly } from '../../route/MemberOnly.tsx'
import { useDocumentTitle } from '../../route/use-document-title.ts'
import styles from './ProfilePage.module.css'

/** `/app/profile`: avatar, nickname, personal data and postal addresses (Annex D.5). */
export function ProfilePage() {
  const userId = useAtomValue(memberAtom)?.userId
  useDocumentTitle(profileText('page.title'))
  return (
    <MemberOnly>
      <Page>
        <BackLink to="/app/mine">{entriesText('mine.back')}</BackLink>
        <PageHead title={profileText('page.title')} lead={profileText('page.lead')} />
        {/* Keyed by member, so that no data of the previous member remains. */}
        <div key={userId} className={styles.columns}>
          <div className={styles.column}>
            <AvatarPanel />
            <InTransition>
              <NicknamePanel />
            </InTransition>
          </div>
          <div className={styles.column}>
            <InTransition>
              <MaterialPanel />
              <AddressPanel />
            </InTransition>
          </div>
        </div>
      </Page>
    </MemberOnly>
  )
}

/** Rendered in a transition, so that the page is not blocked by forms below its first screen. */
function InTransition({ children }: { readonly children: ReactNode }) {
  return useSettled() && children
}
