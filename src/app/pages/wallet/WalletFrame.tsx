import { useAtomValue } from 'jotai'
import { FlaskConical } from 'lucide-react'
import type { ReactNode } from 'react'
import { walletText } from '#messages/zh/wallet.ts'
import { memberAtom } from '#state/session/session.ts'
import { siteConfigAtom } from '#state/site/site-config.ts'
import { BackLink } from '#ui/BackLink.tsx'
import { Page } from '#ui/Page.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { MemberOnly } from '../../route/MemberOnly.tsx'
import { useDocumentTitle } from '../../route/use-document-title.ts'
import styles from './WalletFrame.module.css'

export interface WalletFrameProps {
  readonly title: string
  readonly lead: string
  /** Path of the back link and its text. The wallet itself has none. */
  readonly back?: { readonly to: string; readonly text: string } | null
  /** Side column of wide screens; below the content otherwise. */
  readonly side?: ReactNode
  readonly children: ReactNode
}

/** The frame of the wallet's pages: for members, with the note that all money is play money (S1.13). */
export function WalletFrame({
  title,
  lead,
  back = { to: '/app/wallet', text: walletText('page.back') },
  side,
  children,
}: WalletFrameProps) {
  useDocumentTitle(title)
  const isPlayMoney = useAtomValue(siteConfigAtom).playMoney === 1
  // Forms and data of one member are never shown to the next.
  const userId = useAtomValue(memberAtom)?.userId
  return (
    <MemberOnly>
      <Page key={userId} side={side}>
        <div className={styles.head}>
          {back && <BackLink to={back.to}>{back.text}</BackLink>}
          <PageHead title={title} lead={lead} />
          {isPlayMoney && (
            <p className={styles.note}>
              <FlaskConical size={16} aria-hidden="true" />
              <b>{walletText('page.demo')}</b>
              {walletText('page.demoText')}
            </p>
          )}
        </div>
        {children}
      </Page>
    </MemberOnly>
  )
}
