import { useAtomValue } from 'jotai'
import { Link } from 'react-router-dom'
import { INVITE_RUNGS } from '#protocol/club/invitations.ts'
import { DEFAULT_AFTER_SIGN_IN } from '#protocol/rules/from-page.ts'
import { shareText } from '#messages/zh/share.ts'
import { commonText } from '#messages/zh/common.ts'
import type { ActivityData } from '#features/activity/activity-parts.ts'
import { ActivityRecords } from '#features/activity/ActivityRecords.tsx'
import { ActivityRules } from '#features/activity/ActivityView.tsx'
import { INVITE_PICTURE } from '#features/activity/kinds/Invite.tsx'
import { useActivity } from '#features/activity/use-activity.ts'
import { StopNote } from '#features/wallet/responsible/StopNote.tsx'
import { exclusionOf } from '#lib/play-stop-text.ts'
import { InviteCard } from '#features/share/InviteCard.tsx'
import { SharePanel } from '#features/share/SharePanel.tsx'
import { useShortLink } from '#features/share/use-short-link.ts'
import { entrancesAtom } from '#state/site/entrances.ts'
import { memberAtom } from '#state/session/session.ts'
import { useMemberData } from '#state/data/use-member-data.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { serverNow } from '#transport/client.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Page } from '#ui/page/Page.tsx'
import { PageHead } from '#ui/page/PageHead.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { ErrorPanel } from '#ui/state/ErrorPanel.tsx'
import { useDocumentTitle } from '../../route/use-document-title.ts'
import styles from './InvitePage.module.css'
import { MemberOnly } from '../../route/MemberOnly.tsx'
import { CopyButton } from '#ui/button/CopyButton.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'

/** `/app/activity/invite` (S1.21): a member's link, codes and poster. A visitor signs in first. */
export function InvitePage() {
  const { invite } = useAtomValue(entrancesAtom)
  const member = useAtomValue(memberAtom)
  useDocumentTitle(shareText('invite.page'))
  if (!invite) {
    return (
      <Page>
        <Panel>
          <EmptyState
            level={1}
            title={shareText('invite.off')}
            text={shareText('invite.offText')}
            action={
              <Link className={buttonClass({ size: 'small' })} to={DEFAULT_AFTER_SIGN_IN}>
                {commonText('notFound.action')}
              </Link>
            }
          />
        </Panel>
      </Page>
    )
  }
  return (
    <MemberOnly>
      {/* Keyed by member, so that no data of the previous member remains. */}
      <MyInvitation key={member?.userId} name={member?.nickname ?? ''} />
    </MemberOnly>
  )
}

function MyInvitation({ name }: { readonly name: string }) {
  const { data, failure, isLoading, retry } = useServerData('invite.link', {})
  const link = useShortLink(data?.url ?? null)
  const stop = exclusionOf(failure)
  if (stop) {
    return (
      <Page isStacked>
        <PageHead title={shareText('invite.title')} lead={shareText('invite.lead')} />
        <StopNote stop={stop} action="promotion" hasLink />
      </Page>
    )
  }
  return (
    <Page>
      <PageHead title={shareText('invite.title')} lead={shareText('invite.lead')} />
      <div className={styles.columns}>
        <Panel title={shareText('share.poster')}>
          <div className={styles.inset}>
            {failure && !data ? (
              <ErrorPanel
                title={shareText('invite.failed')}
                message={failure.message}
                failure={failure}
                isRetrying={isLoading}
                onRetry={retry}
              />
            ) : (
              <SharePanel
                link={link}
                fileName={shareText('invite.name')}
                title={shareText('invite.headline')}
                renderCard={(ref, address) => (
                  <InviteCard ref={ref} name={name} code={data?.i_code ?? ''} link={address} />
                )}
              />
            )}
          </div>
        </Panel>
        <div className={styles.side}>
          {(data !== null || failure === null) && <InviteCode code={data?.i_code ?? null} />}
          <InviteRewards />
        </div>
      </div>
    </Page>
  )
}

/** The invitation code in large characters; null while it is requested. */
function InviteCode({ code }: { readonly code: string | null }) {
  const shown = code?.toUpperCase() ?? ''
  return (
    <Panel title={shareText('invite.code')}>
      <div className={styles.code}>
        {code === null ? <Skeleton width="140px" height="40px" shape="plate" /> : <b>{shown}</b>}
        <CopyButton text={code && shown} name={shareText('invite.code')} size="small" />
      </div>
      <p className={styles.note}>{shareText('invite.codeNote')}</p>
    </Panel>
  )
}

/** The rewards of an activity that runs, or the ladder alone. */
function InviteRewards() {
  const { data, failure, retry } = useMemberData('activity.check', { name: 'invite' })
  if (data && !data.isStopped && data.end > serverNow()) return <ActivityLadder activity={data} onChanged={retry} />
  return data !== null || failure !== null ? <InviteLadder /> : <Skeleton height="420px" shape="plate" />
}

interface ActivityLadderProps {
  readonly activity: ActivityData
  readonly onChanged: () => void
}

function ActivityLadder({ activity, onChanged }: ActivityLadderProps) {
  const actions = useActivity(activity, onChanged)
  const now = serverNow()
  const { Picture } = INVITE_PICTURE
  return (
    <>
      <Picture activity={activity} actions={actions} now={now} />
      <ActivityRules activity={activity} kind={INVITE_PICTURE} now={now} />
      <ActivityRecords activity={activity} kind={INVITE_PICTURE} now={now} />
    </>
  )
}

/** The ladder of invited friends (S1.21, Annex J): how many are qualified, and which rungs that reaches. */
function InviteLadder() {
  const { data, failure, isLoading, retry } = useServerData('invite.ladder', {})
  const counts = data && shareText('invite.counts', { invited: data.invited, qualified: data.qualified })
  return (
    <>
      <Panel title={shareText('invite.ladder')} aside={counts && <span>{counts}</span>}>
        {failure && !data ? (
          <ErrorPanel
            title={shareText('invite.ladderFailed')}
            message={failure.message}
            failure={failure}
            isRetrying={isLoading}
            onRetry={retry}
          />
        ) : (
          <ol className={styles.rungs} aria-busy={data === null}>
            {(data?.rungs ?? INVITE_RUNGS.map((count) => ({ count, isReached: false }))).map(
              ({ count, isReached }, at) => (
                <li
                  key={count}
                  className={styles.rung}
                  data-reached={isReached || undefined}
                  style={{ height: `${36 + at * 12}px` }}
                >
                  {isReached && <span className="visually-hidden">{shareText('invite.rungReached')}</span>}
                  {shareText('invite.rung', { count })}
                </li>
              ),
            )}
          </ol>
        )}
      </Panel>
      <Panel title={shareText('invite.how')}>
        <ul className={styles.how}>
          <li>{shareText('invite.how1')}</li>
          <li>{shareText('invite.how2')}</li>
          <li>{shareText('invite.how3')}</li>
        </ul>
      </Panel>
    </>
  )
}
