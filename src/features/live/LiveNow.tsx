import type { ContentKind } from '#protocol/endpoints/live.ts'
import { commonText } from '#messages/zh/common.ts'
import { TabList, TabPanel, Tabs } from '#ui/choice/Tabs.tsx'
import { SectionHead } from '#ui/page/SectionHead.tsx'
import { EmptyList } from './EmptyList.tsx'
import styles from './LiveNow.module.css'
import { LiveFailure } from './LiveFailure.tsx'
import { LiveSkeleton } from './LiveSkeleton.tsx'
import { MatchSection } from './MatchSection.tsx'
import type { MatchSummary } from './match-stage.ts'
import { groupMatches, LIVE_KINDS } from './match-stage.ts'
import type { LiveLists } from './use-live-lists.ts'

const SHOWN = 6
const ROW = 3

/** The first matches without the lead: six, or one full row of three. */
function shownMatches(matches: readonly MatchSummary[], leadEid: string | null): MatchSummary[] {
  const others = matches.filter(({ eid }) => eid !== leadEid)
  return others.slice(0, others.length >= SHOWN || others.length < ROW ? SHOWN : ROW)
}

interface LiveNowProps {
  readonly kind: ContentKind
  readonly onKindChange: (kind: ContentKind) => void
  readonly lists: LiveLists
  /** Room of the match that the page shows as its lead. It is not repeated here. */
  readonly leadEid?: string | null
  /** The lead is not known yet, so no card is shown that could be the lead. */
  readonly isLeadAwaited?: boolean
  /** Server clock, epoch milliseconds. */
  readonly now: number
  readonly isRetrying: boolean
  readonly onRetry: () => void
  readonly reminders: ReadonlySet<string>
  readonly onReminder: (match: MatchSummary) => void
}

/** 正在直播: six matches of a kind, live ones first, with a link to all. */
export function LiveNow(props: LiveNowProps) {
  const { kind, onKindChange, lists, now, isRetrying, onRetry, reminders, onReminder } = props
  const { leadEid = null, isLeadAwaited = false } = props
  const { matches, failure } = lists[kind]
  const status = isLeadAwaited && lists[kind].status === 'ready' ? 'loading' : lists[kind].status
  const { inPlay, coming, ended } = groupMatches(matches)
  const cards = { now, reminders, onReminder }
  const more = {
    to: kind === 'football' ? '/app/live' : `/app/live?kind=${kind}`,
    label: matches.length > 0 ? commonText('live.all', { count: matches.length }) : commonText('live.allPlain'),
  }
  return (
    <Tabs className={styles.now} value={kind} onValueChange={onKindChange}>
      <SectionHead title={kind === 'anchor' ? commonText('live.nowAnchor') : commonText('live.now')} more={more}>
        <TabList
          label={commonText('live.kinds')}
          items={LIVE_KINDS.map((value) => ({ value, label: commonText(`live.${value}`) }))}
        />
      </SectionHead>
      <TabPanel value={kind} className={styles.panel}>
        {status === 'loading' && <LiveSkeleton />}
        {status === 'error' && <LiveFailure failure={failure} isRetrying={isRetrying} onRetry={onRetry} />}
        {status === 'ready' && inPlay.length === 0 && (
          <EmptyList
            kind={kind}
            next={coming[0]}
            all={groupMatches(LIVE_KINDS.flatMap((each) => lists[each].matches))}
            onKindChange={onKindChange}
            {...cards}
          />
        )}
        <MatchSection
          title={commonText('live.now')}
          isTitleShown={false}
          hasCovers
          matches={status === 'loading' ? [] : shownMatches([...inPlay, ...coming, ...ended], leadEid)}
          {...cards}
        />
      </TabPanel>
    </Tabs>
  )
}
