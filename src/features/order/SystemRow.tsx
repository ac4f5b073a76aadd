import { useAtomValue } from 'jotai'
import type { FeedRowOf } from '#protocol/worker/feed.ts'
import { rt } from '#lib/text/room.ts'
import { matchDetailAtom } from '#state/room/room-match.ts'
import { Crest } from '#ui/Crest.tsx'
import { FeedLine } from '#ui/FeedLine.tsx'
import { Score } from '#ui/Score.tsx'
import { setupText } from './setup-text.ts'
import styles from './SystemRow.module.css'

type SystemKind = 'system' | 'notice' | 'mute' | 'pin' | 'setup'

function textOf(row: FeedRowOf<SystemKind>): string {
  switch (row.kind) {
    case 'system':
    case 'notice':
      return row.data.text
    case 'mute':
      return row.data.until === null
        ? rt('row.unmute', { name: row.data.memberName })
        : rt('row.mute', { name: row.data.memberName, reason: row.data.reason })
    case 'pin':
      return row.data.text === null ? rt('row.unpin') : rt('row.pin', { text: row.data.text })
    case 'setup':
      return setupText(row.data)
  }
}

/** A line of the room itself: centred, quiet. A goal is the one loud row. */
export function SystemRow({ row }: { readonly row: FeedRowOf<SystemKind> }) {
  if (row.kind === 'system' && row.data.event?.type === 'goal') return <GoalRow row={row} />
  return (
    <FeedLine id={row.id} seq={row.seq} kind={row.kind} className={styles.system}>
      {textOf(row)}
    </FeedLine>
  )
}

function GoalRow({ row }: { readonly row: FeedRowOf<'system'> }) {
  const match = useAtomValue(matchDetailAtom)?.match
  const { event, text } = row.data
  const isHome = event?.side !== 'away'
  const team = (isHome ? match?.team1 : match?.team2) ?? ''
  const logo = isHome ? match?.team1_logo : match?.team2_logo
  return (
    <FeedLine id={row.id} seq={row.seq} kind="system" className={styles.goalLine}>
      <div className={styles.goal} data-side={isHome ? 'home' : 'away'}>
        <Crest team={team} size={22} {...(logo && { src: logo })} />
        <span className={styles.text}>{text}</span>
        {event && <Score home={event.homeScore} away={event.awayScore} size="small" />}
      </div>
    </FeedLine>
  )
}
