import { Link, useLocation } from 'react-router-dom'
import { CODES } from '#protocol/codes.ts'
import type { Failure } from '#protocol/result.ts'
import { DEFAULT_AFTER_SIGN_IN } from '#protocol/rules/from-page.ts'
import { entriesText } from '#messages/zh/entries.ts'
import { activityIdOf, activityPath, isActivityId } from '#features/activity/activity-path.ts'
import { StopNote } from '#features/wallet/responsible/StopNote.tsx'
import { exclusionOf } from '#lib/play-stop-text.ts'
import { CampaignView } from '#features/activity/CampaignView.tsx'
import { useServerNow } from '#state/data/clock.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { failureText } from '#lib/failure-text.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Page } from '#ui/page/Page.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { ErrorPanel } from '#ui/state/ErrorPanel.tsx'
import { Loading, Skeleton } from '#ui/state/Skeleton.tsx'
import { useDocumentTitle } from '../route/use-document-title.ts'
import styles from './ActivityPage.module.css'

const CLOCK_MS = 1000

/**
 * `/app/carnivalactivity/:activityId?` and, by `ActivityGate`, every path with that word (S2.8). A member barred from
 * activities gets an alert and is sent home (S8.22, `outcomes.ts`).
 */
export function ActivityPage() {
  const id = activityIdOf(useLocation().pathname)
  const isAsked = id === null || isActivityId(id)
  const query = useServerData('activity.carnivalCheck', isAsked ? (id === null ? {} : { activityId: id }) : null)
  const now = useServerNow(CLOCK_MS)
  const { failure, isLoading, retry } = query
  const campaign = query.data && (id === null || query.data.activityId === id) ? query.data : null
  const isMissing = !isAsked || failure?.code === CODES.NOT_FOUND
  useDocumentTitle(campaign?.title ?? entriesText('activity.page'))
  const stop = exclusionOf(failure)
  if (stop) {
    return (
      <Page isStacked>
        <h1 className="visually-hidden">{entriesText('activity.page')}</h1>
        <StopNote stop={stop} action="promotion" hasLink />
      </Page>
    )
  }
  if (campaign) {
    return (
      <Page>
        <CampaignView campaign={campaign} now={now} />
      </Page>
    )
  }
  return (
    <Page>
      <Panel>
        {isMissing ? (
          <Unknown />
        ) : failure ? (
          <Refused failure={failure} isLoading={isLoading} onRetry={retry} />
        ) : (
          <Waiting />
        )}
      </Panel>
    </Page>
  )
}

interface RefusedProps {
  readonly failure: Failure
  readonly isLoading: boolean
  readonly onRetry: () => void
}

/** A member barred from activities, or a failed request. */
function Refused({ failure, isLoading, onRetry }: RefusedProps) {
  if (failure.code === CODES.ACTIVITY_BLACKLIST) {
    return <EmptyState level={1} title={failure.message} action={<Home />} />
  }
  return (
    <ErrorPanel
      level={1}
      message={failureText(failure, entriesText('activity.errorText'))}
      failure={failure}
      isRetrying={isLoading}
      onRetry={onRetry}
    />
  )
}

function Unknown() {
  return (
    <EmptyState
      level={1}
      title={entriesText('activity.goneTitle')}
      text={entriesText('activity.goneText')}
      action={
        <Link className={buttonClass({ kind: 'primary' })} to={activityPath(null)}>
          {entriesText('activity.goneAction')}
        </Link>
      }
    />
  )
}

/** Shown behind the alert. */
function Home() {
  return (
    <Link className={buttonClass()} to={DEFAULT_AFTER_SIGN_IN}>
      {entriesText('activity.home')}
    </Link>
  )
}

function Waiting() {
  return (
    <Loading className={styles.waiting}>
      <Skeleton width="64px" />
      <Skeleton width="min(420px, 80%)" height="40px" />
      <Skeleton width="min(520px, 90%)" />
      <Skeleton width="160px" height="28px" />
    </Loading>
  )
}
