import { ANCHOR_STATUS, readAnchorStatus } from '#protocol/rules/anchor.ts'
import { formatClock } from '#lib/format.ts'
import { animationText } from '#messages/zh/animation.ts'
import type { MatchDetail, MatchNow } from '#state/room/room-match.ts'
import { kickoffOf } from '#state/room/room-match.ts'
import { Avatar } from '#ui/art/Avatar.tsx'
import styles from './TalkBoard.module.css'

/** Heights of the voice bars in percent and their animation delays; neighbours differ. */
const BARS = Array.from({ length: 31 }, (_, bar) => ({ height: 24 + ((bar * 37) % 61), delay: (bar * 173) % 900 }))

function stateOf({ anchorStatus, clock }: MatchNow): string {
  if (clock.phase === 'ended') return animationText('talkOver')
  switch (readAnchorStatus(anchorStatus)) {
    case ANCHOR_STATUS.On0:
      return animationText('talkSoon')
    case ANCHOR_STATUS.On1:
      return animationText('talking')
    case ANCHOR_STATUS.On2:
      return animationText('talkAway')
    default:
      return animationText('talkOver')
  }
}

/** The board of a talk show: anchor, title and start. The bars are animated while it is live. */
export function TalkBoard({ detail, match }: { readonly detail: MatchDetail; readonly match: MatchNow }) {
  const { anchor, anchorRoomId, room_info: room } = detail.match
  const isTalking = readAnchorStatus(match.anchorStatus) === ANCHOR_STATUS.On1 && match.clock.phase !== 'ended'
  return (
    <div className={styles.board}>
      <Avatar id={anchorRoomId} src={anchor.logo_square} size={88} />
      <h2 dir="auto">{room.title}</h2>
      <p className={styles.who}>
        <b dir="auto">{anchor.anchor_nick}</b>
        {room.desc}
      </p>
      <div className={styles.voice} data-on={isTalking || undefined} aria-hidden="true">
        {BARS.map(({ height, delay }, bar) => (
          <i key={bar} style={{ height: `${height}%`, animationDelay: `-${delay}ms` }} />
        ))}
      </div>
      <p className={styles.state} data-on={isTalking || undefined}>
        {stateOf(match)}
        {isTalking && <span>{animationText('talkSince', { clock: formatClock(kickoffOf(detail, match)) })}</span>}
      </p>
    </div>
  )
}
