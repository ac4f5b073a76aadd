import { MINUTE_MS, siteDateOf } from '#protocol/time.ts'
import { useSearchParams } from 'react-router-dom'
import { newsText } from '#messages/zh/news.ts'
import { timeOfDate } from '#features/news/news-path.ts'
import { NewsNav } from '#features/news/NewsNav.tsx'
import { RowsSkeleton } from '#features/news/NewsSkeleton.tsx'
import { SchedulePanel } from '#features/news/data/SchedulePanel.tsx'
import { StandingsPanel } from '#features/news/data/StandingsPanel.tsx'
import { useServerNow } from '#state/data/clock.ts'
import { type ServerData, useServerData } from '#state/data/use-server-data.ts'
import { Page } from '#ui/page/Page.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { Loaded } from '#ui/state/Loaded.tsx'
import { useRefresh } from '#ui/state/use-refresh.ts'
import { useDocumentTitle } from '../../route/use-document-title.ts'
import styles from './DataPage.module.css'

/** `/app/data`: tables by league (`?league=`) and matches of a day (`?date=`); `?team=` highlights a team in both. */
export function DataPage() {
  const [search, setSearch] = useSearchParams()
  const now = useServerNow()
  const leagues = useServerData('soccer.leagues', {})
  const list = leagues.data?.list ?? []
  const league = list.find(({ id }) => id === search.get('league')) ?? list[0]
  const standings = useServerData('soccer.standings', league ? { league: league.id } : null)
  const asked = search.get('date') ?? ''
  const today = siteDateOf(now)
  const date = timeOfDate(asked) === null ? today : asked
  const schedule = useServerData('soccer.schedule', { date })
  const team = search.get('team') ?? ''
  useDocumentTitle(newsText('data.title'))
  // Scores of today change.
  useRefresh(schedule, date === today ? MINUTE_MS : null)

  const set = (key: 'league' | 'date' | 'team', value: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === '') next.delete(key)
        else next.set(key, value)
        return next
      },
      { replace: true },
    )

  return (
    <Page>
      <h1 className="visually-hidden">{newsText('data.title')}</h1>
      <NewsNav />
      <div className={styles.columns}>
        {league ? (
          <StandingsPanel
            leagues={list}
            league={league}
            onLeagueChange={(id) => set('league', id === list[0]?.id ? '' : id)}
            query={only(standings, (data) => data.league === league.id)}
            team={team}
            onTeamChange={(name) => set('team', name)}
            now={now}
          />
        ) : (
          <Panel>
            <Loaded query={leagues} level={1} failed={newsText('data.tableError')} skeleton={<RowsSkeleton />} />
          </Panel>
        )}
        <SchedulePanel
          date={date}
          onDateChange={(day) => set('date', day === today ? '' : day)}
          query={schedule}
          team={team}
          now={now}
        />
      </div>
    </Page>
  )
}

/** Drops data of another request: a table must not appear under another league. */
function only<Data>(query: ServerData<Data>, isRequested: (data: Data) => boolean): ServerData<Data> {
  return query.data !== null && !isRequested(query.data) ? { ...query, data: null } : query
}
