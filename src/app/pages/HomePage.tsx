import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { ContentKind } from '#protocol/endpoints/live.ts'
import type { Banner } from '#protocol/endpoints/site.ts'
import { homeText } from '#messages/zh/home.ts'
import { commonText } from '#messages/zh/common.ts'
import { whenQuiet } from '#lib/browser/when-quiet.ts'
import { Banners, useBanners } from '#features/banner/Banners.tsx'
import { roomOfBanner } from '#features/banner/banner-rules.ts'
import { DrawnBanner } from '#features/banner/DrawnBanner.tsx'
import { HomeMarquee } from '#features/home/HomeMarquee.tsx'
import { Venues } from '#features/home/Venues.tsx'
import { LiveNow } from '#features/live/LiveNow.tsx'
import { roomPath } from '#lib/room-path.ts'
import { ScheduleSkeleton } from '#features/live/ScheduleSkeleton.tsx'
import { memberAtom } from '#state/session/session.ts'
import { useMedia } from '#ui/hooks/use-media.ts'
import { Page } from '#ui/page/Page.tsx'
import { RegionBoundary } from '#ui/state/RegionBoundary.tsx'
import { HomeRooms } from '../home/HomePersonal.tsx'
import type { HomeSideProps } from '../home/HomeSide.tsx'
import { SCHEDULE_ROWS } from '../home/schedule-rows.ts'
import { later } from '#ui/state/later.tsx'
import { useDocumentTitle } from '../route/use-document-title.ts'
import { type MatchData, useMatchData } from '#features/live/use-match-data.ts'
import { LiveStrip } from '#features/live/LiveStrip.tsx'
import { groupMatches, LIVE_KINDS } from '#features/live/match-stage.ts'
import { StripSkeleton } from '#features/live/StripSkeleton.tsx'
import { ErrorLine } from '#ui/state/ErrorLine.tsx'
import { scoreText } from '#protocol/rules/match.ts'
import type { MatchView } from '#protocol/views/match-list.ts'
import { formatCount, formatKickoff } from '#lib/format.ts'
import { isInPlay, matchClockText } from '#lib/match/match-clock.ts'

/** Refresh interval of visible scores. */
const HOME_REFRESH_MS = 15_000

// Below the fold on a phone, so neither code nor requests delay the matches.
const HomeSide = later<HomeSideProps>(async () => (await import('../home/HomeSide.tsx')).HomeSide, {
  begin: whenQuiet,
  Placeholder: () => <ScheduleSkeleton title={homeText('schedule.title')} rows={SCHEDULE_ROWS} />,
})
const HotGames = later(async () => (await import('#features/home/HotGames.tsx')).HotGames, { begin: whenQuiet })

/** `/app/home` (S2.5). */
export function HomePage() {
  const [kind, setKind] = useState<ContentKind>('football')
  const matchData = useMatchData(kind, HOME_REFRESH_MS)
  const member = useAtomValue(memberAtom)
  // Without a side column its parts follow the matches.
  const isWide = useMedia('(min-width: 1280px)')
  const { everything, now, reminders, onReminder } = matchData
  const lead = useLead(matchData)
  useDocumentTitle(homeText('home.title'))
  return (
    <Page side={<HomeSide matchData={matchData} isWide={isWide} />}>
      <h1 className="visually-hidden">{homeText('home.heading')}</h1>
      <Banners position="home" renderLead={(banner) => <LeadBanner banner={banner} matchData={matchData} />} />
      <HomeMarquee now={now} lead={everything.find(({ eid }) => eid === lead.eid)} />
      <HomeStrip matchData={matchData} lead={lead} />
      <Venues matches={everything} now={now} />
      <RegionBoundary name={homeText('now.region')}>
        <LiveNow
          kind={kind}
          onKindChange={setKind}
          lists={matchData.lists}
          leadEid={lead.eid}
          isLeadAwaited={lead.isAwaited}
          isRetrying={matchData.isLoading}
          onRetry={matchData.reload}
          {...{ now, reminders, onReminder }}
        />
      </RegionBoundary>
      {member && <HomeRooms key={member.userId} matches={everything} now={now} roomPath={roomPath} />}
      {isWide && <HotGames />}
    </Page>
  )
}

/** The match of the page's lead. Other parts of the page do not repeat it. */
interface Lead {
  /** Its room; null if the lead is no match. */
  readonly eid: string | null
  /** The banners have not been loaded yet, so parts that could repeat the lead wait. */
  readonly isAwaited: boolean
}

function useLead({ isLate }: MatchData): Lead {
  const { data, failure } = useBanners('home')
  const [banner] = data ?? []
  return { eid: banner ? roomOfBanner(banner) : null, isAwaited: data === null && failure === null && !isLate }
}

/** The lead banner; one that links to a room shows the state of its match. */
function LeadBanner({ banner, matchData }: { readonly banner: Banner; readonly matchData: MatchData }) {
  const eid = roomOfBanner(banner)
  if (eid === null) return <DrawnBanner banner={banner} />
  const { lists, everything } = matchData
  const match = everything.find((one) => one.eid === eid)
  const isLoading = LIVE_KINDS.some((kind) => lists[kind].status === 'loading')
  return (
    <DrawnBanner
      banner={banner}
      // A space reserves the line while the match loads.
      about={match ? leadDescription(match, matchData.now) : isLoading ? '\u00a0' : undefined}
      aside={match && leadViewers(match)}
      action={homeText('banner.enter')}
    />
  )
}

export interface HomeStripProps {
  readonly matchData: MatchData
  readonly lead?: Lead
}

/** Scores of the other live matches. Waits for all kinds of matches, so that no cell moves when a later list arrives. */
export function HomeStrip({ matchData, lead = { eid: null, isAwaited: false } }: HomeStripProps) {
  const { lists, everything, now, isLoading, isLate, reload } = matchData
  const all = LIVE_KINDS.map((kind) => lists[kind])
  const failure = all.find(({ status }) => status === 'error')?.failure
  const isComing = all.some(({ status }) => status === 'loading')
  if (lead.isAwaited || (isComing && !(isLate && everything.length > 0))) return <StripSkeleton />
  if (everything.length === 0 && failure) {
    return <ErrorLine message={homeText('strip.failed')} failure={failure} isRetrying={isLoading} onRetry={reload} />
  }
  return (
    <RegionBoundary name={homeText('strip.region')} shows="line">
      <LiveStrip matches={groupMatches(everything).inPlay.filter(({ eid }) => eid !== lead.eid)} now={now} />
    </RegionBoundary>
  )
}

/** State of the match in the lead banner: 北港联 2 : 1 南屿 · 下半场 67′. */
export function leadDescription(match: MatchView, now: number): string {
  const teams = { home: match.team1, away: match.team2 }
  if (match.kind === 'anchor') return match.room_info.title
  if (match.clock.phase === 'before')
    return `${commonText('match.versus', teams)} · ${formatKickoff(match.start_time, now)}`
  const score = homeText('banner.score', { ...teams, score: scoreText(match.homeScore, match.guestScore) })
  return `${score} · ${matchClockText(match.clock, now, match.kind)}`
}

/** Number of viewers, 8,600 人在看; '' before and after the match. */
export function leadViewers({ clock, viewers }: Pick<MatchView, 'clock' | 'viewers'>): string | undefined {
  return isInPlay(clock) && viewers > 0 ? commonText('live.viewers', { count: formatCount(viewers) }) : undefined
}
