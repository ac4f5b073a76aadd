import { useAtomValue } from 'jotai'
import { useEffect, useRef, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { formatCount, formatKickoff } from '#lib/format.ts'
import { isInPlay } from '#lib/match/match-clock.ts'
import { anchorNotice } from '#protocol/rules/anchor.ts'
import { followText } from '#messages/zh/follow.ts'
import { playerText } from '#messages/zh/player.ts'
import { sportsText } from '#messages/zh/sports.ts'
import { roomText } from '#messages/zh/room.ts'
import { articlePath, teamPath } from '#lib/room-path.ts'
import { FollowButton } from '#features/follow/FollowButton.tsx'
import { ReminderButton } from '#features/live/MatchFoot.tsx'
import { useReminders } from '#features/live/use-reminders.ts'
import { AnchorShows } from '#features/match/details/AnchorShows.tsx'
import { Form, HeadToHead, type NamedTeam } from '#features/match/details/History.tsx'
import { LineUps } from '#features/match/details/LineUps.tsx'
import { Statistics, withScore } from '#features/match/details/Statistics.tsx'
import { TipRow } from '#features/news/tips/TipRow.tsx'
import { useServerNow } from '#state/data/clock.ts'
import { useCachedData } from '#state/data/use-cached-data.ts'
import { kickoffOf, type MatchDetail, type MatchNow, matchNowAtom } from '#state/room/room-match.ts'
import { entrancesAtom } from '#state/site/entrances.ts'
import { Crest } from '#ui/art/Crest.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Loaded, type LoadedProps } from '#ui/state/Loaded.tsx'
import { Loading, Skeleton } from '#ui/state/Skeleton.tsx'
import { useRefresh } from '#ui/state/use-refresh.ts'
import styles from './RoomData.module.css'

/** Statistics are read again while the match is in play. */
const REFRESH_MS = 15_000

interface DetailProps {
  readonly detail: MatchDetail
}

const homeOf = ({ match }: MatchDetail): NamedTeam => ({
  id: match.team1_id,
  name: match.team1,
  logo: match.team1_logo,
})
const awayOf = ({ match }: MatchDetail): NamedTeam => ({
  id: match.team2_id,
  name: match.team2,
  logo: match.team2_logo,
})

/** 数据: before the match 赛事未开始 (S4.2) and 预约, from its start the statistics; then meetings, form and tips. */
export function RoomData({ detail }: DetailProps) {
  const match = useAtomValue(matchNowAtom)
  const { tips: hasTips } = useAtomValue(entrancesAtom)
  const preview = useCachedData('match.preview', { eid: detail.match.eid })
  const now = useServerNow()
  const [home, away] = [homeOf(detail), awayOf(detail)]
  if (match === null) return null
  return (
    <div className={styles.board}>
      {match.clock.phase === 'before' ? (
        <Coming detail={detail} match={match} />
      ) : (
        <Part title={sportsText('match.data.statistics')}>
          <MatchStatistics detail={detail} match={match} />
        </Part>
      )}
      <Read query={preview} failed={sportsText('match.data.failed')}>
        {({ headToHead, homeForm, awayForm, tips }) => (
          <>
            <Part title={sportsText('match.meet.title')}>
              <HeadToHead matches={headToHead} home={home} away={away} now={now} />
            </Part>
            <Part title={sportsText('match.form.title')}>
              <div className={styles.pair}>
                <Form matches={homeForm} team={home} now={now} />
                <Form matches={awayForm} team={away} now={now} />
              </div>
            </Part>
            {hasTips && tips.length > 0 && (
              <Part title={sportsText('match.data.tips')}>
                <ul className={styles.flush}>
                  {tips.map((tip) => (
                    <TipRow key={tip.id} tip={tip} now={now} level={3} />
                  ))}
                </ul>
              </Part>
            )}
          </>
        )}
      </Read>
    </div>
  )
}

/** The notice of a stream that has not started (S4.2), the kick-off and 预约. The score strip has the countdown. */
function Coming({ detail, match }: DetailProps & { readonly match: MatchNow }) {
  const now = useServerNow()
  const { reminders, onReminder } = useReminders()
  const start = kickoffOf(detail, match)
  const kickoff = sportsText('match.coming.start', { clock: formatKickoff(start, now) })
  const isWaiting = anchorNotice(match.anchorStatus) === 'not-started'
  return (
    <section className={styles.coming}>
      <p>
        <b>{isWaiting ? playerText('notStarted') : kickoff}</b>
        <small>{isWaiting ? sportsText('match.coming.autoAt', { kickoff }) : sportsText('match.coming.auto')}</small>
      </p>
      <ReminderButton
        match={detail.match}
        hasReminder={reminders.has(detail.match.eid)}
        onReminder={(coming) => onReminder({ ...coming, start_time: start })}
        size="medium"
      />
    </section>
  )
}

function MatchStatistics({ detail, match }: DetailProps & { readonly match: MatchNow }) {
  const { eid, team1, team2 } = detail.match
  const statistics = useCachedData('match.statistics', { eid })
  const { retry } = statistics
  useRefresh(statistics, isInPlay(match.clock) ? REFRESH_MS : null)
  // A goal, card or corner changes the statistics at once. Points of basketball are too frequent to read them again.
  const changes = `${match.homeScore}-${match.guestScore} ${match.events.length}`
  const knownChanges = useRef(changes)
  useEffect(() => {
    if (knownChanges.current === changes || detail.match.kind === 'basketball') return
    knownChanges.current = changes
    retry()
  }, [changes, detail.match.kind, retry])
  return (
    <Read query={statistics} failed={sportsText('match.data.failed')}>
      {(data) => (
        <>
          <Statistics
            statistics={withScore(data, { home: match.homeScore, away: match.guestScore })}
            teams={{ home: team1, away: team2 }}
          />
          {data.report && (
            <Link className={styles.report} to={articlePath(data.report.id)}>
              {roomText('room.report', { title: data.report.title })}
            </Link>
          )}
        </>
      )}
    </Read>
  )
}

/** 阵容: both line-ups. */
export function RoomLineUps({ detail }: DetailProps) {
  const query = useCachedData('match.lineUps', { eid: detail.match.eid })
  const events = useAtomValue(matchNowAtom)?.events ?? []
  return (
    <div className={styles.board}>
      <h2 className="visually-hidden">{sportsText('match.lineUp.title')}</h2>
      <Read query={query} failed={sportsText('match.lineUp.failed')}>
        {({ home, away }) =>
          home === null || away === null ? (
            <EmptyState title={sportsText('match.lineUp.none')} text={sportsText('match.lineUp.noneText')} />
          ) : (
            <LineUps
              home={{ ...homeOf(detail), lineUp: home }}
              away={{ ...awayOf(detail), lineUp: away }}
              events={events}
            />
          )
        }
      </Read>
    </div>
  )
}

/** Followers, schedule and past shows of the anchor of the room, and its teams. */
export function RoomAnchorShows({ detail }: DetailProps) {
  const query = useCachedData('anchor.detail', { id: detail.match.anchor.anchor_id })
  const now = useServerNow()
  return (
    <>
      <Read query={query} failed={sportsText('match.anchor.failed')}>
        {(anchor) => (
          <>
            <p className={styles.followers}>
              {sportsText('match.anchor.followers', { count: formatCount(anchor.followers) })}
            </p>
            <AnchorShows anchor={anchor} now={now} />
          </>
        )}
      </Read>
      <FollowTeams match={detail.match} />
    </>
  )
}

/** The follow buttons of the two teams; nothing for a talk, which has none. */
function FollowTeams({ match }: { readonly match: MatchDetail['match'] }) {
  if (match.kind === 'anchor') return null
  const teams = [
    { id: match.team1_id, name: match.team1, logo: match.team1_logo },
    { id: match.team2_id, name: match.team2, logo: match.team2_logo },
  ]
  return (
    <ul className={styles.teams} aria-label={followText('manage.teams')}>
      {teams.map(({ id, name, logo }) => (
        <li key={name} className={styles.team}>
          <Crest team={name} src={logo} size={32} />
          <Link to={teamPath(id)}>
            <b>{name}</b>
          </Link>
          <FollowButton target={{ kind: 'team', name, logo }} />
        </li>
      ))}
    </ul>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.part} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

type ReadProps<Data> = Pick<LoadedProps<Data>, 'query' | 'failed' | 'children'>

/** Data with its loading and error states. */
function Read<Data>(props: ReadProps<Data>) {
  return (
    <Loaded
      {...props}
      skeleton={
        <Loading>
          {['62%', '96%', '84%', '100%', '72%'].map((width) => (
            <span key={width} className={styles.bone}>
              <Skeleton width={width} />
            </span>
          ))}
        </Loading>
      }
    />
  )
}
