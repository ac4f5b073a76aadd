import { siteDateOf } from '#protocol/time.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { formatDate, formatWeekday } from '#lib/format.ts'
import { zoneNote } from '#lib/site-zone.ts'
import { sportsText } from '#messages/zh/sports.ts'
import { commonText } from '#messages/zh/common.ts'
import { isInPlay } from '#lib/match/match-clock.ts'
import { roomPath } from '#lib/room-path.ts'
import { timeOfDate } from '#features/news/news-path.ts'
import {
  type BoardMatch,
  type BoardSection,
  boardOfFixtures,
  boardOfMatches,
  leaguesOf,
  oddsDelay,
  sectionsOf,
  withBetMatches,
} from '#features/sport/board.ts'
import { DateStrip } from '#features/sport/DateStrip.tsx'
import type { SportKind } from '#features/sport/requested-venue.ts'
import { useCachedData } from '#state/data/use-cached-data.ts'
import { failureText } from '#lib/failure-text.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { ErrorPanel } from '#ui/state/ErrorPanel.tsx'
import { type MatchData, useMatchData } from '#features/live/use-match-data.ts'
import { ReminderButton } from '#features/live/MatchFoot.tsx'
import styles from './DayBoard.module.css'
import { Loading, Skeleton } from '#ui/state/Skeleton.tsx'
import { BoardRow } from '#features/sport/BoardRow.tsx'
import { MarketLeague, MarketRow } from '#features/sport/MarketRow.tsx'
import { type BoardBetsData, useBoardBets } from '#features/sport/use-board-bets.ts'
import { ErrorLine } from '#ui/state/ErrorLine.tsx'

/** The value of `?date=` for matches in play. */
const LIVE = 'live'
/** Scores and clocks of the lists are read again at this interval. */
const REFRESH_MS = 15_000

interface DayBoardProps {
  readonly date: string | null
  readonly kinds: readonly SportKind[]
  readonly pathOf: (date: string) => string
}

/** Matches of one day and the state of their requests: today from the live lists, other days from the schedule. */
function useBoard(asked: string | null, kinds: readonly SportKind[]) {
  const matchData = useMatchData(kinds[0] ?? 'football', REFRESH_MS)
  const { now } = matchData
  const today = siteDateOf(now)
  const isLive = asked === LIVE
  // An invalid date such as 30 February would be refused by the server.
  const date = asked !== null && timeOfDate(asked) !== null ? asked : today
  const leagues = useCachedData('soccer.leagues', {})
  const schedule = useCachedData('soccer.schedule', { date })
  // Data of another day is not shown while this day loads.
  const day = schedule.data?.date === date ? schedule.data : null
  const bets = useBoardBets(isLive ? null : date)
  const liveCount = matchData.everything.filter((match) => isShownLive(match, kinds)).length
  const common = { matchData, bets, isLive, liveCount, now, today, date, nextDate: day?.nextDate ?? null }
  if (date === today) {
    const { sections, ...state } = boardOfToday(matchData, bets, kinds)
    return { ...common, ...state, sections: isLive ? sections.filter(({ stage }) => stage === 'live') : sections }
  }
  const { failure, isLoading, retry } = schedule
  const board = boardOfDay(day?.list ?? [], leagues.data?.list ?? [], bets, { date, now })
  return { ...common, sections: sectionsOf(board, kinds), isWaiting: day === null, failure, isLoading, retry }
}

/** The board of another day than today. */
function boardOfDay(
  fixtures: Parameters<typeof boardOfFixtures>[0],
  leagues: Parameters<typeof boardOfFixtures>[1],
  { matches }: BoardBetsData,
  { date, now }: { readonly date: string; readonly now: number },
) {
  const time = timeOfDate(date) ?? now
  const ofDay = [...matches.values()].filter(({ startAt }) => siteDateOf(startAt) === date)
  return withBetMatches(boardOfFixtures(fixtures, leagues, time, now), ofDay, time, now)
}

const isShownLive = ({ kind, clock }: MatchData['everything'][number], kinds: readonly SportKind[]): boolean =>
  kinds.some((shown) => shown === kind) && isInPlay(clock)

/** Waits for all kinds, so that no match moves when a later list arrives. */
function boardOfToday(
  { everything, lists, now, isLate, isLoading, reload }: MatchData,
  { matches }: BoardBetsData,
  kinds: readonly SportKind[],
) {
  const sections = sectionsOf(withBetMatches(boardOfMatches(everything, now), matches.values(), now, now), kinds)
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
  const { matchData, bets, now, today, date, nextDate, sections, isLive, liveCount, ...state } = useBoard(asked, kinds)
  const { isWaiting, failure, isLoading, retry } = state
  const zone = zoneNote(now)
  return (
    <div className={styles.column}>
      <DateStrip
        now={now}
        date={date}
        pathOf={(day) => pathOf(day === today ? '' : day)}
        live={{ path: pathOf(LIVE), count: liveCount, isShown: isLive }}
      />
      {zone !== null && <p className={styles.zone}>{zone}</p>}
      {bets.query.data === null && bets.query.failure !== null && (
        <ErrorLine
          message={sportsText('oddsFailed')}
          failure={bets.query.failure}
          isRetrying={bets.query.isLoading}
          onRetry={bets.query.retry}
        />
      )}
      {isWaiting && failure === null ? (
        <BoardSkeleton />
      ) : sections.length > 0 ? (
        <SportBoard
          sections={sections}
          bets={bets}
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
      ) : isLive ? (
        <Panel>
          <EmptyState
            title={sportsText('liveEmpty')}
            text={sportsText('liveEmptyText')}
            action={
              <Link className={buttonClass({ size: 'small' })} to={pathOf('')}>
                {sportsText('goToday')}
              </Link>
            }
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
          <div key={half}>
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
  /** The matches with markets; none by default. */
  readonly bets?: Pick<BoardBetsData, 'matches'>
  /** Path of the room of a match; null if it has none. */
  readonly pathOf: (match: BoardMatch) => string | null
  /** The control of a coming match. */
  readonly renderAction?: ((match: BoardMatch) => ReactNode) | undefined
}

/** The matches of a day by stage, those with markets by league. */
export function SportBoard({ sections, ...props }: SportBoardProps) {
  return (
    <div className={styles.board}>
      {sections.map((section) => (
        <SectionPanel key={section.stage} section={section} {...props} />
      ))}
    </div>
  )
}

const NO_BETS: Pick<BoardBetsData, 'matches'> = { matches: new Map() }

interface SectionPanelProps extends Omit<SportBoardProps, 'sections'> {
  readonly section: BoardSection
}

function SectionPanel({ section: { stage, matches }, bets = NO_BETS, pathOf, renderAction }: SectionPanelProps) {
  const delay = oddsDelay(matches)
  const count = commonText('live.count', { count: matches.length })
  const others = matches.filter((match) => !hasMarkets(match, bets))
  const hasOdds = others.some(({ odds }) => odds !== null)
  const actionOf = (match: BoardMatch) => (match.stage === 'before' ? renderAction?.(match) : undefined)
  return (
    <Panel
      className={styles.panel}
      title={sportsText(stage)}
      aside={<span>{delay === null ? count : `${sportsText('oddsDelay', { seconds: delay })} · ${count}`}</span>}
    >
      {leaguesOf(matches.filter((match) => hasMarkets(match, bets))).map((league) => (
        <MarketLeague key={`${league.kind} ${league.leagueId}`} {...league}>
          {league.matches.map((match) => {
            const bet = bets.matches.get(match.eid)
            return (
              bet && (
                <MarketRow key={match.eid} match={match} bets={bet} path={pathOf(match)} action={actionOf(match)} />
              )
            )
          })}
        </MarketLeague>
      ))}
      {others.length > 0 && (
        <ul className={styles.rows}>
          {others.map((match) => (
            <BoardRow key={match.eid} match={match} path={pathOf(match)} hasOdds={hasOdds} action={actionOf(match)} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** False for matches that are over, and for those that nothing is offered on. */
function hasMarkets({ eid, stage }: BoardMatch, { matches }: Pick<BoardBetsData, 'matches'>): boolean {
  return stage !== 'ended' && (matches.get(eid)?.marketCount ?? 0) > 0
}
