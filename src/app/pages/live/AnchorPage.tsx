import { useParams } from 'react-router-dom'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { formatCount } from '#lib/format.ts'
import { sportsText } from '#messages/zh/sports.ts'
import { FollowButton } from '#features/follow/FollowButton.tsx'
import { CurrentShow, ShowRows } from '#features/match/details/AnchorShows.tsx'
import { isNotFound } from '#features/news/is-not-found.ts'
import { RowsSkeleton } from '#features/news/NewsSkeleton.tsx'
import { NotFound } from '#features/news/NotFound.tsx'
import { ReadError } from '#features/news/PageStates.tsx'
import { useCachedData } from '#state/data/use-cached-data.ts'
import { serverNow } from '#transport/client.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { BackLink } from '#ui/BackLink.tsx'
import { Page } from '#ui/Page.tsx'
import { Panel } from '#ui/Panel.tsx'
import { useNow } from '#ui/use-now.ts'
import { useDocumentTitle } from '../../route/use-document-title.ts'
import styles from './team-pages.module.css'

const CLOCK_MS = 60_000
const LIVE_PATH = '/app/live?kind=anchor'

/** `/app/anchor/:id`: an anchor with followers, the current show, schedule and past shows. */
export function AnchorPage() {
  const { id = '' } = useParams()
  const query = useCachedData('anchor.detail', { id })
  const now = useNow(serverNow, CLOCK_MS)
  const anchor = query.data?.id === id ? query.data : null
  const isMissing = isNotFound(query.failure)
  useDocumentTitle(anchor?.name ?? sportsText('match.anchor.goneTitle'))
  return (
    <Page>
      <BackLink to={LIVE_PATH}>{sportsText('match.page.backLive')}</BackLink>
      {anchor && <AnchorView key={id} anchor={anchor} now={now} />}
      {!anchor && isMissing && (
        <NotFound
          title={sportsText('match.anchor.goneTitle')}
          text={sportsText('match.anchor.goneText')}
          to={LIVE_PATH}
          action={sportsText('match.page.backLive')}
        />
      )}
      {!anchor && !isMissing && (
        <ReadError query={query} text={sportsText('match.anchor.failed')} skeleton={<RowsSkeleton rows={10} />} />
      )}
    </Page>
  )
}

function AnchorView({ anchor, now }: { readonly anchor: DataOf<'anchor.detail'>; readonly now: number }) {
  const { id, name, logo, about, followers, live, coming, past } = anchor
  return (
    <>
      <Panel isLead className={styles.head}>
        <Avatar id={id} src={logo} size={72} />
        <div className={styles.about}>
          <h1>{name}</h1>
          <p>{about}</p>
          <p>
            <span>{sportsText('match.anchor.followers', { count: formatCount(followers) })}</span>
          </p>
        </div>
        <FollowButton target={{ kind: 'anchor', name, logo }} kind={live ? 'reminder' : 'primary'} size="medium" />
      </Panel>
      {live && (
        <Panel title={sportsText('match.anchor.live')}>
          <CurrentShow show={live} />
        </Panel>
      )}
      <div className={styles.halves}>
        <Panel title={sportsText('match.anchor.coming')}>
          <ShowRows shows={coming} none={sportsText('match.anchor.noComing')} now={now} />
        </Panel>
        <Panel title={sportsText('match.anchor.past')}>
          <ShowRows shows={past} none={sportsText('match.anchor.noPast')} now={now} />
        </Panel>
      </div>
    </>
  )
}
