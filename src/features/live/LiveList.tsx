import type { ReactNode } from 'react'
import type { ContentKind } from '#protocol/endpoints/live.ts'
import type { Failure } from '#protocol/result.ts'
import { formatClock } from '#lib/format.ts'
import { commonText } from '#messages/zh/common.ts'
import { whenQuiet } from '#lib/browser/when-quiet.ts'
import { TabList, TabPanel, Tabs } from '#ui/choice/Tabs.tsx'
import { useSettled } from '#ui/hooks/use-settled.ts'
import { SectionHead } from '#ui/page/SectionHead.tsx'
import { later } from '#ui/state/later.tsx'
import { EmptyList } from './EmptyList.tsx'
import { LeadMatch } from './LeadMatch.tsx'
import styles from './LiveList.module.css'
import { LiveFailure } from './LiveFailure.tsx'
import { LeadSkeleton, LiveSkeleton } from './LiveSkeleton.tsx'
import { LiveStrip } from './LiveStrip.tsx'
import type { MatchSectionProps } from './MatchSection.tsx'
import { MatchSection } from './MatchSection.tsx'
import type { MatchSummary } from './match-stage.ts'
import { leaguesOf, orderedGroups, type LiveOrder } from './live-order.ts'
import type { LiveFilterProps } from './LiveFilter.tsx'
import { groupMatches, LIVE_KINDS } from './match-stage.ts'
import { Schedule, SCHEDULE_ROWS } from './Schedule.tsx'
import { ScheduleSkeleton } from './ScheduleSkeleton.tsx'
import { StripSkeleton } from './StripSkeleton.tsx'

// Not needed to see the matches, so its code does not delay them.
const LiveFilter = later<LiveFilterProps>(async () => (await import('./LiveFilter.tsx')).LiveFilter, {
  begin: whenQuiet,
  Placeholder: () => <div className={styles.filter} />,
})

interface LiveListProps {
  /** Shown above the schedule, whose height varies; below the list if there is no side column. */
  readonly banner?: ReactNode
  readonly kind: ContentKind
  readonly onKindChange: (kind: ContentKind) => void
  /** Shown league; all if it is '' or has no match. */
  readonly league: string
  readonly onLeagueChange: (league: string) => void
  readonly order: LiveOrder
  readonly onOrderChange: (order: LiveOrder) => void
  readonly status: 'loading' | 'ready' | 'error'
  readonly matches: readonly MatchSummary[]
  /** Matches of every kind, for the strip and the schedule. */
  readonly everything: readonly MatchSummary[]
  /** The strip and the schedule do not wait for further lists, so that no match in them moves. */
  readonly isComplete: boolean
  /** Server clock, epoch milliseconds. */
  readonly now: number
  /** Error of the last request. If matches are shown, only their age is displayed. */
  readonly failure: Failure | null
  /** When the matches were fetched, epoch milliseconds. */
  readonly updatedAt: number | null
  readonly isRetrying: boolean
  readonly onRetry: () => void
  readonly reminders: ReadonlySet<string>
  readonly onReminder: (match: MatchSummary) => void
}

/** The live list: score strip, lead match, tabs by kind, cards by stage, schedule at the side. */
export function LiveList(props: LiveListProps) {
  const { kind, status, matches, everything, isComplete, now } = props
  const leagues = leaguesOf(matches)
  const league = leagues.includes(props.league) ? props.league : ''
  const groups = orderedGroups(matches, league, props.order)
  const all = groupMatches(everything)
  const [lead] = groupMatches(matches).inPlay
  // The strip does not repeat the lead, and neither do the cards, unless they are the result of a filter.
  const others = (inPlay: readonly MatchSummary[]) => inPlay.filter(({ eid }) => eid !== lead?.eid)
  const sections = [
    {
      title: kind === 'anchor' ? commonText('live.nowAnchor') : commonText('live.now'),
      matches: league === '' ? others(groups.inPlay) : groups.inPlay,
      hasCovers: true,
    },
    { title: commonText('live.coming'), matches: groups.coming },
    { title: commonText('live.over'), matches: groups.ended },
  ]
  // The tab bar is the heading of the first section, so it shows the count of that section, with the lead.
  const stages = [groups.inPlay, groups.coming, groups.ended]
  const first = stages.findIndex((stage) => stage.length > 0)
  return (
    <div className={styles.page}>
      <h1 className="visually-hidden">{commonText('live.title')}</h1>
      <div className={styles.column}>
        {isComplete ? <LiveStrip matches={others(all.inPlay)} now={now} /> : <StripSkeleton />}
        {lead ? <LeadMatch match={lead} now={now} /> : status === 'loading' && <LeadSkeleton />}
        <Tabs className={styles.column} value={kind} onValueChange={props.onKindChange}>
          <SectionHead
            title={sections[first]?.title ?? commonText('live.now')}
            note={headNote(props, stages[first]?.length)}
          >
            <TabList
              label={commonText('live.kinds')}
              items={LIVE_KINDS.map((value) => ({ value, label: commonText(`live.${value}`) }))}
            />
          </SectionHead>
          <TabPanel value={kind} className={styles.column}>
            {(status === 'loading' || matches.length > 1) && (
              <LiveFilter {...props} leagues={leagues} league={league} />
            )}
            <MatchSections {...props} groups={groups} sections={sections} first={first} all={all} />
          </TabPanel>
        </Tabs>
      </div>
      <LiveSide {...props} coming={all.coming} />
    </div>
  )
}

/** The age of the list if it could not be refreshed, otherwise the number of matches of the first section. */
function headNote({ failure, updatedAt }: LiveListProps, count: number | undefined) {
  if (failure && updatedAt !== null) return commonText('live.stale', { clock: formatClock(updatedAt) })
  return count !== undefined && commonText('live.count', { count })
}

/** Beside the list on wide screens: banner, schedule and legal text. */
function LiveSide(props: LiveListProps & { readonly coming: readonly MatchSummary[] }) {
  const { banner, coming, isComplete, now, reminders, onReminder } = props
  return (
    <aside className={styles.side}>
      <div>{banner}</div>
      {isComplete ? (
        <Schedule matches={coming} now={now} reminders={reminders} onReminder={onReminder} />
      ) : (
        <ScheduleSkeleton title={commonText('live.schedule')} rows={SCHEDULE_ROWS} />
      )}
      <p className={styles.fine}>
        {commonText('site.fine')}
        <br />
        {commonText('site.limits')}
      </p>
    </aside>
  )
}

interface MatchSectionsProps extends LiveListProps {
  readonly groups: ReturnType<typeof groupMatches>
  readonly all: ReturnType<typeof groupMatches>
  /** The section whose heading is the tab bar; -1 if there are no matches. */
  readonly first: number
  readonly sections: readonly Pick<MatchSectionProps, 'title' | 'matches' | 'hasCovers'>[]
}

/** The matches of one kind by stage, or why there are none. Later sections render after the first screen. */
function MatchSections(props: MatchSectionsProps) {
  const { kind, status, failure, groups, all, sections, now, reminders, onReminder, onKindChange } = props
  const cards = { now, reminders, onReminder }
  const isSettled = useSettled()
  const shown = isSettled || groups.inPlay.length === 0 ? sections : sections.slice(0, 1)
  return (
    <>
      {status === 'loading' && <LiveSkeleton />}
      {status === 'error' && <LiveFailure failure={failure} isRetrying={props.isRetrying} onRetry={props.onRetry} />}
      {status === 'ready' && groups.inPlay.length === 0 && (
        <EmptyList kind={kind} next={groups.coming[0]} all={all} onKindChange={onKindChange} {...cards} />
      )}
      {shown.map((section, position) => (
        <MatchSection key={section.title} {...section} {...cards} isTitleShown={position !== props.first} />
      ))}
    </>
  )
}
