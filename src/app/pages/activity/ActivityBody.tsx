import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { CODES } from '#protocol/codes.ts'
import type { ActivityName } from '#protocol/activities/definition.ts'
import { SECOND_MS, siteDateOf } from '#protocol/time.ts'
import { activityText } from '#messages/zh/activity.ts'
import type { ActivityData } from '#features/activity/activity-parts.ts'
import { ActivityView } from '#features/activity/ActivityView.tsx'
import { PICTURES } from '#features/activity/pictures.ts'
import { StopNote } from '#features/wallet/responsible/StopNote.tsx'
import { exclusionOf } from '#lib/play-stop-text.ts'
import { useServerNow } from '#state/data/clock.ts'
import { useMemberData } from '#state/data/use-member-data.ts'
import { loginPath } from '#state/session/login-path.ts'
import { siteAtom } from '#state/site/site.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Loaded } from '#ui/state/Loaded.tsx'
import { useDocumentTitle } from '../../route/use-document-title.ts'

const CLOCK_MS = SECOND_MS
/** Delay of a read after a moment, because the server's clock is estimated. */
const READ_AFTER_MS = SECOND_MS

interface ActivityBodyProps {
  /** Undefined for a kind that is unknown. */
  readonly name: ActivityName | undefined
  /** Null for the current activity of the kind. */
  readonly id: string | null
}

/** An activity with its loading, error, missing and blocked states. */
export function ActivityBody({ name, id }: ActivityBodyProps) {
  const isAsked = name !== undefined && isPossible(id)
  const query = useMemberData('activity.check', isAsked ? { name, ...(id === null ? {} : { activityId: id }) } : null)
  const now = useServerNow(CLOCK_MS)
  const { data, failure, retry } = query
  useChanges(data, now - READ_AFTER_MS, retry)
  const picture = name && PICTURES[name]
  useDocumentTitle(data?.title ?? activityText('page'))
  const stop = exclusionOf(failure)
  if (stop) {
    return (
      <>
        <h1 className="visually-hidden">{activityText('page')}</h1>
        <StopNote stop={stop} action="promotion" hasLink />
      </>
    )
  }
  if (!isAsked || !picture || failure?.code === CODES.NOT_FOUND) return <Unknown />
  if (failure?.code === CODES.ACTIVITY_BLACKLIST) {
    return (
      <Panel>
        <EmptyState level={1} title={failure.message} action={<HomeLink />} />
      </Panel>
    )
  }
  if (data === null) {
    return (
      <Panel>
        <Loaded query={query} title={activityText('failed')} rows={4} height={72} />
      </Panel>
    )
  }
  return <ActivityView activity={data} kind={picture} now={now} onChanged={retry} guest={<SignIn />} />
}

/** Reads the activity again at its start, at its end and at midnight of the site, when the parts of the member change. */
function useChanges(activity: ActivityData | null, now: number, read: () => void): void {
  const period = activity && `${siteDateOf(now)} ${now >= activity.start} ${now >= activity.end}`
  const known = useRef(period)
  useEffect(() => {
    if (period !== null && known.current !== null && known.current !== period) read()
    known.current = period
  }, [period, read])
}

/** Other ids are not requested. */
function isPossible(id: string | null): boolean {
  return id === null || /^[a-z0-9-]{1,32}$/.test(id)
}

/** What visitors see instead of their own part. */
function SignIn() {
  const { skin } = useAtomValue(siteAtom)
  const { pathname, search } = useLocation()
  return (
    <EmptyState
      level={2}
      title={activityText('terms.guest')}
      action={
        <Link className={buttonClass({ kind: 'primary' })} to={loginPath(skin, pathname + search)}>
          {activityText('terms.signIn')}
        </Link>
      }
    />
  )
}

/** Behind the alert of S8.22. */
function HomeLink() {
  return (
    <Link className={buttonClass()} to="/app/home">
      {activityText('home')}
    </Link>
  )
}

function Unknown() {
  return (
    <Panel>
      <EmptyState
        level={1}
        title={activityText('none')}
        text={activityText('noneText')}
        action={
          <Link className={buttonClass({ kind: 'primary' })} to="/app/promos">
            {activityText('promos')}
          </Link>
        }
      />
    </Panel>
  )
}
