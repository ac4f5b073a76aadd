import type { ContentKind } from '#protocol/endpoints/live.ts'
import { formatKickoff } from '#lib/format.ts'
import { matchTitle } from '#lib/match/match-title.ts'
import { commonText } from '#messages/zh/common.ts'
import { Button } from '#ui/button/Button.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import type { MatchGroups, MatchSummary } from './match-stage.ts'
import { LIVE_KINDS } from './match-stage.ts'

interface EmptyListProps {
  readonly kind: ContentKind
  readonly next: MatchSummary | undefined
  /** Matches of every kind, to find one that is live. */
  readonly all: MatchGroups
  readonly now: number
  readonly reminders: ReadonlySet<string>
  readonly onReminder: (match: MatchSummary) => void
  readonly onKindChange: (kind: ContentKind) => void
}

/** Empty state of a kind: a reminder for the next match, or links to kinds with live matches. */
export function EmptyList({ kind, next, all, now, reminders, onReminder, onKindChange }: EmptyListProps) {
  const busy = LIVE_KINDS.find((each) => each !== kind && all.inPlay.some((match) => match.kind === each))
  const canRemind = next !== undefined && !reminders.has(next.eid)
  return (
    <Panel>
      <EmptyState
        title={commonText('live.emptyTitle')}
        text={
          next
            ? commonText('live.emptyNext', { clock: formatKickoff(next.start_time, now), title: matchTitle(next) })
            : commonText('live.emptyNone')
        }
        action={
          canRemind ? (
            <Button kind="primary" size="small" onClick={() => onReminder(next)}>
              {commonText('live.emptySeat')}
            </Button>
          ) : busy ? (
            <Button size="small" onClick={() => onKindChange(busy)}>
              {commonText('live.emptyOther', { kind: commonText(`live.${busy}`) })}
            </Button>
          ) : null
        }
      />
    </Panel>
  )
}
