import { useState } from 'react'
import { useParams } from 'react-router-dom'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { classNames } from '#lib/class-names.ts'
import { newsText } from '#messages/zh/news.ts'
import { sportsText } from '#messages/zh/sports.ts'
import { isNotFound } from '#lib/failures.ts'
import { DATA_PATH } from '#features/news/news-path.ts'
import { RowsSkeleton } from '#features/news/NewsSkeleton.tsx'
import { StandingsTable } from '#features/news/StandingsTable.tsx'
import { useServerNow } from '#state/data/clock.ts'
import { useCachedData } from '#state/data/use-cached-data.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { Block } from '#ui/state/Block.tsx'
import { useDocumentTitle } from '../../route/use-document-title.ts'
import { ItemFrame } from '../ItemFrame.tsx'
import { FixturePanel } from './FixturePanels.tsx'
import styles from './team-pages.module.css'

/** `/app/league/:id`: a league with its live matches, table, fixtures and results. */
export function LeaguePage() {
  const { id = '' } = useParams()
  const query = useCachedData('league.detail', { id })
  const now = useServerNow()
  const league = query.data?.id === id ? query.data : null
  useDocumentTitle(league?.name ?? sportsText('match.league.goneTitle'))
  return (
    <ItemFrame
      query={{ ...query, data: league }}
      back={{ to: DATA_PATH, label: sportsText('match.page.back') }}
      missing={{ title: sportsText('match.league.goneTitle'), text: sportsText('match.league.goneText') }}
      failed={sportsText('match.league.failed')}
      skeleton={<RowsSkeleton rows={12} />}
    >
      {(known) => <LeagueView key={id} league={known} now={now} />}
    </ItemFrame>
  )
}

function LeagueView({ league, now }: { readonly league: DataOf<'league.detail'>; readonly now: number }) {
  const standings = useCachedData('soccer.standings', { league: league.id })
  const [team, setTeam] = useState('')
  const isUnknown = isNotFound(standings.failure)
  const { name, live, coming, past } = league
  return (
    <>
      <h1 className={styles.title}>{name}</h1>
      {live.length > 0 && <FixturePanel title={sportsText('match.page.live')} matches={live} isGrid now={now} />}
      <div className={classNames(styles.columns, !isUnknown && styles.league)}>
        {/* A league without a table, such as a cup, shows its matches only. */}
        {!isUnknown && (
          <div data-part="table">
            <Panel isLead title={newsText('data.table')}>
              <Block
                name={newsText('data.table')}
                query={standings}
                failed={newsText('data.tableError')}
                skeleton={<RowsSkeleton />}
                isEmpty={({ list }) => list.length === 0}
              >
                {(data) => <StandingsTable league={name} standings={data} team={team} onTeamChange={setTeam} />}
              </Block>
            </Panel>
          </div>
        )}
        <div data-part="coming">
          <FixturePanel
            title={sportsText('match.page.coming')}
            matches={coming}
            none={sportsText('match.page.noComing')}
            now={now}
          />
        </div>
        <div data-part="past">
          <FixturePanel
            title={sportsText('match.page.past')}
            matches={past}
            none={sportsText('match.page.noPast')}
            now={now}
          />
        </div>
      </div>
    </>
  )
}
