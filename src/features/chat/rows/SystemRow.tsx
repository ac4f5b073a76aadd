import { useAtomValue } from 'jotai'
import type { FeedRowOf } from '#protocol/worker/feed.ts'
import { isolated } from '#messages/bidi.ts'
import { roomText } from '#messages/zh/room.ts'
import { matchDetailAtom } from '#state/room/room-match.ts'
import { Crest } from '#ui/art/Crest.tsx'
import { FeedLine } from '#ui/text/FeedLine.tsx'
import { Score } from '#ui/text/Score.tsx'
import styles from './SystemRow.module.css'
import type { EntryData, RoomSetup } from '#protocol/room/feed.ts'
import { changedRules, rulesHolding, type SpeakingRule } from '#protocol/rules/speaking.ts'

type SystemKind = 'system' | 'notice' | 'mute' | 'pin' | 'setup'

function textOf(row: FeedRowOf<SystemKind>): string {
  switch (row.kind) {
    case 'system':
    case 'notice':
      return isolated(row.data.text)
    case 'mute':
      return row.data.until === null
        ? roomText('row.unmute', { name: row.data.memberName })
        : roomText('row.mute', { name: row.data.memberName, reason: row.data.reason })
    case 'pin':
      return row.data.text === null ? roomText('row.unpin') : roomText('row.pin', { text: row.data.text })
    case 'setup':
      return setupText(row.data)
  }
}

/** A row of the room itself, centred and muted. A goal is highlighted. */
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
        <span className={styles.text} dir="auto">
          {text}
        </span>
        {event && <Score home={event.homeScore} away={event.awayScore} size="small" />}
      </div>
    </FeedLine>
  )
}

function ruleText(rule: SpeakingRule, { muteAll, slowModeSeconds: seconds, minVipLevel: level }: RoomSetup): string {
  switch (rule) {
    case 'muteAll':
      return roomText(muteAll ? 'row.setup.muteAll' : 'row.setup.muteAllOff')
    case 'slowModeSeconds':
      return seconds > 0 ? roomText('row.setup.slow', { seconds }) : roomText('row.setup.slowOff')
    case 'minVipLevel':
      return level > 0 ? roomText('row.setup.vip', { level }) : roomText('row.setup.vipOff')
  }
}

/**
 * Returns the text for a change of the chat rules (S6.7): the changed rules, or that none applies any more. Older entries
 * do not contain what changed; for them it is the strictest rule that applies.
 */
export function setupText(setup: EntryData['setup']): string {
  const active = rulesHolding(setup)
  if (active.length === 0) return roomText('row.setup.open')
  const rules = changedRules(setup) ?? active.slice(0, 1)
  const texts = rules.map((rule) => ruleText(rule, setup))
  return texts.reduce((text, more) => (text === '' ? more : roomText('row.setup.and', { text, more })), '')
}
