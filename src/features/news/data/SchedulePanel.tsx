import { siteDateOf } from '#protocol/time.ts'
import { Link } from 'react-router-dom'
import { leaguePath } from '#lib/room-path.ts'
import { formatDate } from '#lib/format.ts'
import { zoneNote } from '#lib/site-zone.ts'
import { newsText } from '#messages/zh/news.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { ServerData } from '#state/data/use-server-data.ts'
import { Button } from '#ui/button/Button.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Loaded } from '#ui/state/Loaded.tsx'
import { DayPicker } from './DayPicker.tsx'
import { FixtureRow } from '../FixtureRow.tsx'
import { timeOfDate } from '../news-path.ts'
import { RowsSkeleton } from '../NewsSkeleton.tsx'
import styles from './SchedulePanel.module.css'

type Schedule = DataOf<'soccer.schedule'>

interface SchedulePanelProps {
  /** `YYYY-MM-DD` */
  readonly date: string
  readonly onDateChange: (date: string) => void
  readonly query: ServerData<Schedule>
  /** The team whose matches are highlighted; '' = none. */
  readonly team: string
  /** Server clock, epoch milliseconds. */
  readonly now: number
}

/** The matches of a day by league. */
export function SchedulePanel({ date, onDateChange, query, team, now }: SchedulePanelProps) {
  const zone = zoneNote(now)
  return (
    <Panel title={newsText('data.schedule')} aside={zone !== null && <span>{zone}</span>}>
      <DayPicker date={date} today={siteDateOf(now)} range={query.data} onDateChange={onDateChange} />
      {/* A response for another day is not shown. */}
      <Loaded
        query={query.data?.date === date ? query : { ...query, data: null }}
        failed={newsText('data.scheduleError')}
        skeleton={<RowsSkeleton />}
      >
        {(schedule) => <Matches date={date} onDateChange={onDateChange} schedule={schedule} team={team} now={now} />}
      </Loaded>
    </Panel>
  )
}

type MatchesProps = Omit<SchedulePanelProps, 'query'> & { readonly schedule: Schedule }

function Matches({ date, onDateChange, schedule: { list, nextDate }, team, now }: MatchesProps) {
  if (list.length === 0) return <NoMatches date={date} next={nextDate} onDateChange={onDateChange} now={now} />
  return [...new Set(list.map(({ league }) => league))].map((league) => (
    <section key={league} aria-label={league}>
      <h3 className={styles.league}>
        <LeagueLink league={league} matches={list} />
      </h3>
      <ul>
        {list
          .filter((match) => match.league === league)
          .map((match) => (
            <FixtureRow
              key={match.eid}
              match={match}
              isMarked={match.home === team || match.away === team}
              day={timeOfDate(date) ?? now}
              now={now}
            />
          ))}
      </ul>
    </section>
  ))
}

/** The name of a league, linked to its page. */
function LeagueLink({ league, matches }: { readonly league: string; readonly matches: Schedule['list'] }) {
  const id = matches.find((match) => match.league === league)?.leagueId
  return id === undefined ? league : <Link to={leaguePath(id)}>{league}</Link>
}

interface NoMatchesProps {
  readonly date: string
  readonly next: string | null
  readonly onDateChange: (date: string) => void
  readonly now: number
}

/** A day without matches links to the next one with matches, or says that the season pauses. */
function NoMatches({ date, next, onDateChange, now }: NoMatchesProps) {
  const day = (of: string) => formatDate(timeOfDate(of) ?? now, now)
  if (next === null) return <EmptyState title={newsText('data.breakTitle')} text={newsText('data.breakText')} />
  return (
    <EmptyState
      title={newsText('data.dayEmptyTitle', { day: day(date) })}
      text={newsText('data.dayEmptyNext', { day: day(next) })}
      action={<Button onClick={() => onDateChange(next)}>{newsText('data.dayEmptyAction')}</Button>}
    />
  )
}
