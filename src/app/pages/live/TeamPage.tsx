import { useParams } from 'react-router-dom'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { sportsText } from '#messages/zh/sports.ts'
import { leaguePath } from '#lib/room-path.ts'
import { FollowButton } from '#features/follow/FollowButton.tsx'
import { FormMarks } from '#features/match/details/History.tsx'
import { Squad } from '#features/match/details/LineUps.tsx'
import { DATA_PATH } from '#features/news/news-path.ts'
import { RowsSkeleton } from '#features/news/NewsSkeleton.tsx'
import { useServerNow } from '#state/data/clock.ts'
import { useCachedData } from '#state/data/use-cached-data.ts'
import { Crest } from '#ui/art/Crest.tsx'
import { MoreLink } from '#ui/button/MoreLink.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { useDocumentTitle } from '../../route/use-document-title.ts'
import { ItemFrame } from '../ItemFrame.tsx'
import { FixturePanels } from './FixturePanels.tsx'
import styles from './team-pages.module.css'

/** Matches in the form. */
const FORM = 5

/** `/app/team/:id`: a team with its form, matches and squad. */
export function TeamPage() {
  const { id = '' } = useParams()
  const query = useCachedData('team.detail', { id })
  const now = useServerNow()
  const team = query.data?.id === id ? query.data : null
  useDocumentTitle(team?.name ?? sportsText('match.team.goneTitle'))
  return (
    <ItemFrame
      query={{ ...query, data: team }}
      back={{ to: DATA_PATH, label: sportsText('match.page.back') }}
      missing={{ title: sportsText('match.team.goneTitle'), text: sportsText('match.team.goneText') }}
      failed={sportsText('match.team.failed')}
      skeleton={<RowsSkeleton rows={12} />}
    >
      {(known) => <TeamView key={id} team={known} now={now} />}
    </ItemFrame>
  )
}

function TeamView({ team, now }: { readonly team: DataOf<'team.detail'>; readonly now: number }) {
  const { id, name, logo, ground, league, leagueId, past, squad } = team
  return (
    <>
      <Panel isLead className={styles.head}>
        <Crest team={name} src={logo} size={72} />
        <div className={styles.about}>
          <h1>{name}</h1>
          <p>
            <MoreLink to={leaguePath(leagueId)}>{league}</MoreLink>
            {ground !== '' && <span>{sportsText('match.team.home', { ground })}</span>}
          </p>
          {past.length > 0 && (
            <p>
              <small>{sportsText('match.form.title')}</small>
              <FormMarks matches={past.slice(0, FORM)} teamId={id} />
            </p>
          )}
        </div>
        <FollowButton target={{ kind: 'team', name, logo }} kind="primary" size="medium" />
      </Panel>
      <div className={styles.columns}>
        <div className={styles.column}>
          <FixturePanels {...team} now={now} />
        </div>
        {squad && (
          <Panel
            title={sportsText('match.lineUp.title')}
            aside={squad.formation !== '' && <span>{squad.formation}</span>}
          >
            <div className={styles.squad}>
              <Squad lineUp={squad} level={3} />
            </div>
          </Panel>
        )}
      </div>
    </>
  )
}
