import { useParams } from 'react-router-dom'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { formatCount } from '#lib/format.ts'
import { sportsText } from '#messages/zh/sports.ts'
import { FollowButton } from '#features/follow/FollowButton.tsx'
import { CurrentShow, ShowRows } from '#features/match/details/AnchorShows.tsx'
import { RowsSkeleton } from '#features/news/NewsSkeleton.tsx'
import { useServerNow } from '#state/data/clock.ts'
import { useCachedData } from '#state/data/use-cached-data.ts'
import { Avatar } from '#ui/art/Avatar.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { useDocumentTitle } from '../../route/use-document-title.ts'
import { ItemFrame } from '../ItemFrame.tsx'
import styles from './team-pages.module.css'

const LIVE_PATH = '/app/live?kind=anchor'

/** `/app/anchor/:id`: an anchor with followers, the current show, schedule and past shows. */
export function AnchorPage() {
  const { id = '' } = useParams()
  const query = useCachedData('anchor.detail', { id })
  const now = useServerNow()
  const anchor = query.data?.id === id ? query.data : null
  useDocumentTitle(anchor?.name ?? sportsText('match.anchor.goneTitle'))
  return (
    <ItemFrame
      query={{ ...query, data: anchor }}
      back={{ to: LIVE_PATH, label: sportsText('match.page.backLive') }}
      missing={{ title: sportsText('match.anchor.goneTitle'), text: sportsText('match.anchor.goneText') }}
      failed={sportsText('match.anchor.failed')}
      skeleton={<RowsSkeleton rows={10} />}
    >
      {(known) => <AnchorView key={id} anchor={known} now={now} />}
    </ItemFrame>
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
