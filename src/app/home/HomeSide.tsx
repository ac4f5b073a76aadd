import { useAtomValue } from 'jotai'
import { HotGames } from '#features/home/HotGames.tsx'
import { LatestNews } from '#features/home/LatestNews.tsx'
import { roomPath } from '#lib/room-path.ts'
import { isLikelyMemberAtom, memberAtom } from '#state/session/session.ts'
import type { MatchData } from '#features/live/use-match-data.ts'
import { HomeFollows } from './HomePersonal.tsx'
import { isTonight } from '#lib/format.ts'
import { homeText } from '#messages/zh/home.ts'
import { commonText } from '#messages/zh/common.ts'
import { groupMatches, LIVE_KINDS } from '#features/live/match-stage.ts'
import { Schedule } from '#features/live/Schedule.tsx'
import { ScheduleSkeleton } from '#features/live/ScheduleSkeleton.tsx'
import { RegionBoundary } from '#ui/state/RegionBoundary.tsx'
import { SCHEDULE_ROWS } from './schedule-rows.ts'
import styles from './HomeSide.module.css'
import { Link } from 'react-router-dom'
import { entrancesAtom } from '#state/site/entrances.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Panel } from '#ui/page/Panel.tsx'

export interface HomeSideProps {
  readonly matchData: MatchData
  /** True if the page has a side column; the games are then in the main column. */
  readonly isWide: boolean
}

/** The side column of the home screen (the lower end on a phone): schedule, news, points, invitation, legal text. */
export function HomeSide({ matchData, isWide }: HomeSideProps) {
  const member = useAtomValue(memberAtom)
  const { everything, now } = matchData
  return (
    <>
      <HomeSchedule matchData={matchData} />
      {member && <HomeFollows key={member.userId} matches={everything} now={now} roomPath={roomPath} />}
      <LatestNews now={now} />
      {!isWide && <HotGames />}
      <PointsCard />
      <InviteCard />
      <FinePrint />
    </>
  )
}

/** 今晚赛程: the next matches. Hidden if there are none, or if no list was loaded (the cards show that error). */
function HomeSchedule({ matchData }: { readonly matchData: MatchData }) {
  const { lists, everything, now, isLate, reminders, onReminder } = matchData
  const isComing = LIVE_KINDS.some((kind) => lists[kind].status === 'loading')
  if (isComing && !(isLate && everything.length > 0)) {
    return <ScheduleSkeleton title={homeText('schedule.title')} rows={SCHEDULE_ROWS} />
  }
  const coming = groupMatches(everything).coming.slice(0, SCHEDULE_ROWS)
  const isEvening = coming.every((match) => isTonight(match.start_time, now))
  return (
    <RegionBoundary name={homeText('schedule.region')} shows="line">
      <Schedule
        title={isEvening ? homeText('schedule.title') : commonText('live.schedule')}
        matches={coming}
        {...{ now, reminders, onReminder }}
      />
    </RegionBoundary>
  )
}

/** The page footer: age limit, play money, and links to the limits, offers, help, settings and customer service. */
function FinePrint() {
  const isMember = useAtomValue(isLikelyMemberAtom)
  return (
    <div className={styles.fine}>
      {commonText('site.fine')}
      <br />
      {homeText('fine.limits')}
      <Link className={styles.link} to="/app/responsible">
        {homeText('fine.action')}
      </Link>
      <p className={styles.ways}>
        <Link className={styles.link} to="/app/promos">
          {homeText('fine.promos')}
        </Link>
        <Link className={styles.link} to="/app/help">
          {homeText('fine.help')}
        </Link>
        <Link className={styles.link} to={isMember ? '/app/mine' : '/app/help#settings'}>
          {homeText('fine.settings')}
        </Link>
        <Link className={styles.link} to="/cs">
          {homeText('fine.service')}
        </Link>
      </p>
    </div>
  )
}

/** Link to points, their exchange and the soccer lottery. */
function PointsCard() {
  return (
    <Card
      title={homeText('points.title')}
      text={homeText('points.text')}
      to="/app/points"
      action={homeText('points.action')}
    />
  )
}

/** Link to the invitation page, if the site has one (inviteFriendSwitch). */
function InviteCard() {
  const { invite } = useAtomValue(entrancesAtom)
  if (!invite) return null
  return (
    <Card
      title={homeText('invite.title')}
      text={homeText('invite.text')}
      to="/app/activity/invite"
      action={homeText('invite.action')}
    />
  )
}

interface CardProps {
  readonly title: string
  readonly text: string
  readonly to: string
  readonly action: string
}

function Card({ title, text, to, action }: CardProps) {
  return (
    <Panel className={styles.card}>
      <div className={styles.text}>
        <h2 className={styles.title}>{title}</h2>
        <p>{text}</p>
      </div>
      <Link className={buttonClass({ size: 'small' })} to={to}>
        {action}
      </Link>
    </Panel>
  )
}
