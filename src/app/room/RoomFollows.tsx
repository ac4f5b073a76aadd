import { FollowButton } from '#features/follow/FollowButton.tsx'
import { ft } from '#lib/text/follow.ts'
import type { MatchDetail } from '#state/room/room-match.ts'
import { Crest } from '#ui/Crest.tsx'
import styles from './RoomFollows.module.css'

type Match = MatchDetail['match']

export interface AnchorFollowProps {
  readonly anchor: Match['anchor']
  /** The one who talks: following is the thing to do there. */
  readonly isLead?: boolean
  readonly size?: 'tiny' | 'medium'
}

/** 关注 beside an anchor. */
export function AnchorFollow({ anchor, isLead = false, size = 'tiny' }: AnchorFollowProps) {
  const { anchor_nick: name, logo_square: logo } = anchor
  return <FollowButton target={{ kind: 'anchor', name, logo }} kind={isLead ? 'primary' : 'seat'} size={size} />
}

/** 关注 beside the two teams; a talk has none. */
export function TeamFollows({ match }: { readonly match: Match }) {
  if (match.kind === 'anchor') return null
  const teams = [
    { name: match.team1, logo: match.team1_logo },
    { name: match.team2, logo: match.team2_logo },
  ]
  return (
    <ul className={styles.teams} aria-label={ft('manage.teams')}>
      {teams.map(({ name, logo }) => (
        <li key={name} className={styles.team}>
          <Crest team={name} src={logo} size={32} />
          <b>{name}</b>
          <FollowButton target={{ kind: 'team', name, logo }} />
        </li>
      ))}
    </ul>
  )
}
