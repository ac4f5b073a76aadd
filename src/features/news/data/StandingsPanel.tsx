import { formatDate } from '#lib/format.ts'
import { leaguePath } from '#lib/room-path.ts'
import { newsText } from '#messages/zh/news.ts'
import type { ServerData } from '#state/data/use-server-data.ts'
import { MoreLink } from '#ui/button/MoreLink.tsx'
import { TabList, TabPanel, Tabs } from '#ui/choice/Tabs.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Loaded } from '#ui/state/Loaded.tsx'
import { timeOfDate } from '../news-path.ts'
import { RowsSkeleton } from '../NewsSkeleton.tsx'
import styles from './StandingsPanel.module.css'
import { StandingsTable } from '../StandingsTable.tsx'
import type { Standings } from '../zone.ts'

interface League {
  readonly id: string
  readonly name: string
}

interface StandingsPanelProps {
  readonly leagues: readonly League[]
  readonly league: League
  readonly onLeagueChange: (id: string) => void
  readonly query: ServerData<Standings>
  readonly team: string
  readonly onTeamChange: (team: string) => void
  /** Server clock, epoch milliseconds. */
  readonly now: number
}

/** Standings by league with their zones and the state of the season. */
export function StandingsPanel(props: StandingsPanelProps) {
  const { leagues, league, onLeagueChange, query, now } = props
  return (
    <Tabs value={league.id} onValueChange={onLeagueChange}>
      <Panel
        isLead
        title={newsText('data.table')}
        aside={query.data && <Progress league={league} standings={query.data} />}
      >
        <TabList
          className={styles.leagues}
          label={newsText('data.leagues')}
          items={leagues.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <TabPanel value={league.id}>
          <Body {...props} />
          {query.data && query.data.list.length > 0 && <Foot standings={query.data} now={now} />}
        </TabPanel>
      </Panel>
    </Tabs>
  )
}

interface ProgressProps {
  readonly league: League
  readonly standings: Standings
}

/** The round, and a link to the page of the league. */
function Progress({ league, standings: { season } }: ProgressProps) {
  return (
    <span>
      {`${newsText('data.round', { played: season.played, rounds: season.rounds })} · `}
      <MoreLink to={leaguePath(league.id)}>{league.name}</MoreLink>
    </span>
  )
}

function Body({ league, query, team, onTeamChange }: StandingsPanelProps) {
  return (
    <Loaded query={query} failed={newsText('data.tableError')} skeleton={<RowsSkeleton />}>
      {(standings) =>
        standings.list.length === 0 ? (
          <EmptyState title={newsText('data.tableEmptyTitle')} text={newsText('data.tableEmptyText')} />
        ) : (
          <>
            {standings.season.isOver && (
              <p className={styles.over}>
                <b>{newsText('data.overTitle')}</b>
                {newsText('data.overText')}
              </p>
            )}
            <StandingsTable league={league.name} standings={standings} team={team} onTeamChange={onTeamChange} />
          </>
        )
      }
    </Loaded>
  )
}

/** The names of the zones and the period of the season. */
function Foot({ standings: { zones, season }, now }: { readonly standings: Standings; readonly now: number }) {
  const day = (date: string) => formatDate(timeOfDate(date) ?? now, now)
  return (
    <div className={styles.foot}>
      {zones.map(({ kind, name }) => (
        <span key={name} className={styles.zone} data-zone={kind}>
          {name}
        </span>
      ))}
      <span className={styles.season}>
        {newsText('data.season', { from: day(season.firstDate), to: day(season.lastDate) })}
      </span>
    </div>
  )
}
