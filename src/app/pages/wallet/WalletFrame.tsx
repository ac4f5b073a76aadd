import { useAtomValue } from 'jotai'
import { FlaskConical } from 'lucide-react'
import type { ReactNode } from 'react'
import { commonText } from '#messages/zh/common.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { lastVisit } from '#state/data/last-visit.ts'
import { oldDataAtom, ShowsLastVisit } from '#state/data/old-reads.ts'
import { isHeldAtom, useLikelyMemberId } from '#state/data/use-member-data.ts'
import { sessionAtom } from '#state/session/session.ts'
import { siteConfigAtom } from '#state/site/site-config.ts'
import { BackLink } from '#ui/button/BackLink.tsx'
import { Page } from '#ui/page/Page.tsx'
import { PageHead } from '#ui/page/PageHead.tsx'
import { Loading, Skeleton } from '#ui/state/Skeleton.tsx'
import { MemberOnly } from '../../route/MemberOnly.tsx'
import { useDocumentTitle } from '../../route/use-document-title.ts'
import styles from './WalletFrame.module.css'

interface WalletFrameProps {
  readonly title: string
  readonly lead: string
  /** Path of the back link and its text. The wallet itself has none. */
  readonly back?: { readonly to: string; readonly text: string } | null
  /** Side column of wide screens; below the content otherwise. */
  readonly side?: ReactNode
  /** The content shows data of the last visit while the session is restored. It reads them with `useMemberData` only. */
  readonly isEarly?: boolean
  /** The content holds its money actions by `isHeldAtom` itself, so that its links work at once. */
  readonly hasLinks?: boolean
  readonly children: ReactNode
}

/** The frame of the wallet's pages: for members, with the note that all money is play money (S1.13). It stands at once. */
export function WalletFrame({
  title,
  lead,
  back = { to: '/app/wallet', text: walletText('page.back') },
  side,
  isEarly = false,
  hasLinks = false,
  children,
}: WalletFrameProps) {
  useDocumentTitle(title)
  const isPlayMoney = useAtomValue(siteConfigAtom).playMoney === 1
  // Forms and data of one member are never shown to the next.
  const userId = useLikelyMemberId()
  const isKnown = useAtomValue(sessionAtom) !== undefined
  const isHeld = useAtomValue(isHeldAtom)
  return (
    <MemberOnly isEarly>
      <Page key={userId} side={side}>
        <div className={styles.head}>
          {back && <BackLink to={back.to}>{back.text}</BackLink>}
          <PageHead title={title} lead={lead} />
          <OldDataNote />
          {isPlayMoney && (
            <p className={styles.note}>
              <FlaskConical size={16} aria-hidden="true" />
              <b>{walletText('page.demo')}</b>
              {walletText('page.demoText')}
            </p>
          )}
        </div>
        {isKnown || (isEarly && lastVisit !== null) ? (
          <ShowsLastVisit value>
            <div className={styles.content} inert={isHeld && !hasLinks}>
              {children}
            </div>
          </ShowsLastVisit>
        ) : (
          <ContentLoading />
        )}
      </Page>
    </MemberOnly>
  )
}

/** Says that the screen shows data of the last visit, until they are refreshed. */
function OldDataNote() {
  const old = useAtomValue(oldDataAtom)
  return (
    <output>
      {old !== null && (
        <span className={styles.old} data-old-data>
          {walletText(old.hasFailed ? 'page.oldFailed' : 'page.old')}
          {old.hasFailed && (
            <button type="button" onClick={old.retry}>
              {commonText('action.retry')}
            </button>
          )}
        </span>
      )}
    </output>
  )
}

/** In place of the content while it is unknown whose it is. */
function ContentLoading() {
  return (
    <Loading className={styles.loading}>
      <Skeleton shape="plate" height="264px" />
      <Skeleton shape="plate" height="172px" />
    </Loading>
  )
}
