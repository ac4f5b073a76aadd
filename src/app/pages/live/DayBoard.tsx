import { siteDateOf } from '#protocol/time.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { formatDate, formatWeekday } from '#lib/format.ts'
import { zoneNote } from '#lib/site-zone.ts'
import { sportsText } from '#messages/zh/sports.ts'
import { commonText } from '#messages/zh/common.ts'
import { roomPath } from '#lib/room-path.ts'
import { timeOfDate } from '#features/news/news-path.ts'
import type { BoardMatch } from '#features/sport/board.ts'
import { boardOfFixtures, boardOfMatches, oddsDelay, sectionsOf } from '#features/sport/board.ts'
import { DateStrip } from '#features/sport/DateStrip.tsx'
import type { SportKind } from '#features/sport/requested-venue.ts'
import { useCachedData } from '#state/data/use-cached-data.ts'
import { failureText } from '#lib/failure-text.ts'
import { buttonClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { Panel } from '#ui/Panel.tsx'
import { type MatchData, useMatchData } from '#features/live/use-match-data.ts'
import { ReminderButton } from '#features/live/MatchFoot.tsx'
import styles from './DayBoard.module.css'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import type { BoardSection } from '#features/sport/board.ts'
import { BoardRow } from '#features/sport/BoardRow.tsx'

interface DayBoardProps {
  readonly date: string | null
  readonly kinds: readonly SportKind[]
  readonly pathOf: (date: string) => string
}

/** Matches of one day and the state of their requests: today from the live lists, other days from the schedule. */
function useBoard(asked: string | null, kinds: readonly SportKind[]) {
  const matchData = useMatchData(kinds[0] ?? 'football')
  const { now } = matchData
  const today = siteDateOf(now)
  // An invalid date such as 30 February would be refused by the server.
  const date = asked !== null && timeOfDate(asked) !== null ? asked : today
  const leagues = useCachedData('soccer.leagues', {})
  const schedule = useCachedData('soccer.schedule', { date })
  // Data of another day is not shown while this day loads.
  const day = schedule.data?.date === date ? schedule.data : null
  const common = { matchData, now, today, date, nextDate: day?.nextDate ?? null }
  if (date === today) return { ...common, ...boardOfToday(matchData, kinds) }
  const board = boardOfFixtures(day?.list ?? [], leagues.data?.list ?? [], timeOfDate(date) ?? now, now)
  return {
    ...common,
    sections: sectionsOf(board, kinds),
    isWaiting: day === null,
    failure: schedule.failure,
    isLoading: schedule.isLoading,
    retry: schedule.retry,
  }
}

/** Waits for all kinds, so that no match moves when a later list arrives. */
function boardOfToday({ everything, lists, now, isLate, isLoading, reload }: MatchData, kinds: readonly SportKind[]) {
  const sections = sectionsOf(boardOfMatches(everything, now), kinds)
  const isComing = kinds.some((kind) => lists[kind].status === 'loading')
  return {
    sections,
    isWaiting: isComing && !(isLate && sections.length > 0),
    failure: kinds.map((kind) => lists[kind].failure).find(Boolean) ?? null,
    isLoading,
    retry: reload,
  }
}

/** Matches of one day, or why there are none. */
export function DayBoard({ date: asked, kinds, pathOf }: DayBoardProps) {
  const { matchData, now, today, date, nextDate, sections, ...state } = useBoard(asked, kinds)
  const { isWaiting, failure, isLoading, retry } = state
  const zone = zoneNote(now)
  return (
    <div className={styles.column}>
      <DateStrip now={now} date={date} pathOf={(day) => pathOf(day === today ? '' : day)} />
      {zone !== null && <p className={styles.zone}>{zone}</p>}
      {isWaiting && failure === null ? (
        <BoardSkeleton />
      ) : sections.length > 0 ? (
        <SportBoard
          sections={sections}
          pathOf={pathOfRoom}
          renderAction={({ eid }) => <BoardReminder eid={eid} matchData={matchData} />}
        />
      ) : failure !== null ? (
        <Panel>
          <ErrorPanel
            message={failureText(failure, sportsText('failed'))}
            failure={failure}
            isRetrying={isLoading}
            onRetry={retry}
          />
        </Panel>
      ) : (
        <NoMatches nextDate={nextDate} now={now} pathOf={pathOf} />
      )}
    </div>
  )
}

interface NoMatchesProps {
  /** The next day with matches, or null. */
  readonly nextDate: string | null
  readonly now: number
  readonly pathOf: (date: string) => string
}

function NoMatches({ nextDate, now, pathOf }: NoMatchesProps) {
  if (nextDate === null) {
    return (
      <Panel>
        <EmptyState title={sportsText('emptyTitle')} text={sportsText('emptyText')} />
      </Panel>
    )
  }
  const day = dayName(nextDate, now)
  return (
    <Panel>
      <EmptyState
        title={sportsText('emptyTitle')}
        text={sportsText('emptyNext', { day })}
        action={
          <Link className={buttonClass({ size: 'small' })} to={pathOf(nextDate)}>
            {sportsText('goNext', { day })}
          </Link>
        }
      />
    </Panel>
  )
}

/** 预约 for a match of the live lists. */
function BoardReminder({ eid, matchData }: { readonly eid: string; readonly matchData: MatchData }) {
  const { everything, reminders, onReminder } = matchData
  const match = everything.find((one) => one.eid === eid)
  return match && <ReminderButton match={match} hasReminder={reminders.has(eid)} onReminder={onReminder} />
}

const pathOfRoom = ({ hasRoom, eid }: BoardMatch) => (hasRoom ? roomPath(eid) : null)

/** 11 月 22 日 周日 */
function dayName(date: string, now: number): string {
  const noon = Date.parse(`${date}T12:00:00+08:00`)
  return `${formatDate(noon, now)} ${formatWeekday(noon)}`
}

const ROWS = ['38%', '46%', '34%', '42%', '36%'] as const

export function BoardSkeleton() {
  return (
    <Loading>
      <div className={styles.board}>
        {['live', 'before'].map((half) => (
          <div key={half} className={styles.half}>
            <Panel>
              {ROWS.map((width) => (
                <span key={width} className={styles.row}>
                  <Skeleton width="64px" />
                  <Skeleton width={width} />
                  <Skeleton width="48px" height="24px" shape="plate" />
                </span>
              ))}
            </Panel>
          </div>
        ))}
      </div>
    </Loading>
  )
}

interface SportBoardProps {
  readonly sections: readonly BoardSection[]
  /** Path of the room of a match; null if it has none. */
  readonly pathOf: (match: BoardMatch) => string | null
  /** The control of a coming match. */
  readonly renderAction?: ((match: BoardMatch) => ReactNode) | undefined
}

/** The matches of a day by stage: live ones beside the others where there is room for two columns. */
export function SportBoard({ sections, pathOf, renderAction }: SportBoardProps) {
  const [first, ...others] = sections
  if (first === undefined) return null
  return (
    <div className={styles.board}>
      {[[first], others].map(
        (half) =>
          half.length > 0 && (
            <div key={half[0]?.stage} className={styles.half}>
              {half.map((section) => (
                <SectionPanel key={section.stage} section={section} {...{ pathOf, renderAction }} />
              ))}
            </div>
          ),
      )}
    </div>
  )
}

interface SectionPanelProps extends Omit<SportBoardProps, 'sections'> {
  readonly section: BoardSection
}

function SectionPanel({ section: { stage, matches }, pathOf, renderAction }: SectionPanelProps) {
  const delay = oddsDelay(matches)
  const count = commonText('live.count', { count: matches.length })
  const hasOdds = matches.some(({ odds }) => odds !== null)
  return (
    <Panel
      title={sportsText(stage)}
      aside={<span>{delay === null ? count : `${sportsText('oddsDelay', { seconds: delay })} · ${count}`}</span>}
    >
      <ul className={styles.rows}>
        {matches.map((match) => (
          <BoardRow
            key={match.eid}
            match={match}
            path={pathOf(match)}
            hasOdds={hasOdds}
            action={match.stage === 'before' ? renderAction?.(match) : undefined}
          />
        ))}
      </ul>
    </Panel>
  )
}
