import { Link, useParams, useSearchParams } from 'react-router-dom'
import { CODES } from '#protocol/codes.ts'
import { definitionOfSlug } from '#protocol/activities/definitions.ts'
import type { ActivityName } from '#protocol/activities/definition.ts'
import { activityText } from '#messages/zh/activity.ts'
import { ActivityView } from '#features/activity/ActivityView.tsx'
import { PICTURES } from '#features/activity/pictures.ts'
import { StopNote } from '#features/wallet/responsible/StopNote.tsx'
import { exclusionOf } from '#lib/play-stop-text.ts'
import { useLikelyMemberId, useMemberData } from '#state/data/use-member-data.ts'
import { serverNow } from '#transport/client.ts'
import { buttonClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Page } from '#ui/Page.tsx'
import { Panel } from '#ui/Panel.tsx'
import { useNow } from '#ui/use-now.ts'
import { MemberOnly } from '../../route/MemberOnly.tsx'
import { useDocumentTitle } from '../../route/use-document-title.ts'

const CLOCK_MS = 1000

/** `/app/activity/:kind`: an activity with its rules, state and records; `?id=` selects one that is not the current. */
export function KindPage() {
  const { kind = '' } = useParams()
  const [search] = useSearchParams()
  const userId = useLikelyMemberId()
  const name = definitionOfSlug(kind)?.name
  return (
    <MemberOnly isEarly>
      <Page key={`${userId} ${kind}`} isStacked>
        {name === undefined ? <Unknown /> : <Activity name={name} id={search.get('id')} />}
      </Page>
    </MemberOnly>
  )
}

function Activity({ name, id }: { readonly name: ActivityName; readonly id: string | null }) {
  const isAsked = id === null || /^[a-z0-9-]{1,32}$/.test(id)
  const query = useMemberData('activity.check', isAsked ? { name, ...(id === null ? {} : { activityId: id }) } : null)
  const now = useNow(serverNow, CLOCK_MS)
  const { data, failure, retry } = query
  const picture = PICTURES[name]
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
  return <ActivityView activity={data} kind={picture} now={now} onChanged={retry} />
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
