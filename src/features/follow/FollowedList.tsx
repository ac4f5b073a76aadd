import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import type { MatchView } from '#protocol/views/match-list.ts'
import { followText } from '#messages/zh/follow.ts'
import { isInPlay, matchClockShort } from '#lib/match/match-clock.ts'
import { type Follow, followsAtom, loadFollows, watchFollows } from '#state/session/follows.ts'
import { Avatar } from '#ui/art/Avatar.tsx'
import { Crest } from '#ui/art/Crest.tsx'
import { Button } from '#ui/button/Button.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { Row, Rows } from '#ui/page/Rows.tsx'
import { Block } from '#ui/state/Block.tsx'
import { LiveBadge } from '#ui/text/Badge.tsx'
import styles from './FollowedList.module.css'
import { byLiveFirst, matchOf } from './follow-match.ts'
import { ManageFollows } from './ManageFollows.tsx'
import { FollowSkeleton } from './FollowSkeleton.tsx'
import { scoreText } from '#protocol/rules/match.ts'
import { formatKickoff } from '#lib/format.ts'
import { matchTitle } from '#lib/match/match-title.ts'

const SHOWN = 5

export interface FollowedListProps {
  /** Matches of every kind. */
  readonly matches: readonly MatchView[]
  /** Server clock, epoch milliseconds. */
  readonly now: number
  readonly roomPath: (eid: string) => string
}

/** 我的关注: followed anchors and teams, live ones first, and the button that opens the list of follows. */
export function FollowedList({ matches, now, roomPath }: FollowedListProps) {
  const { list, failure, isLoading } = useAtomValue(followsAtom)
  const [isManaging, setManaging] = useState(false)
  useEffect(watchFollows, [])
  const manage = (
    <button className={styles.manage} type="button" onClick={() => setManaging(true)}>
      {followText('followed.manage')}
    </button>
  )
  return (
    <Panel title={followText('followed.title')} aside={manage}>
      <Block
        name={followText('followed.title')}
        query={{ data: list, failure, isLoading, retry: () => void loadFollows() }}
        failed={followText('followed.failed')}
        skeleton={<FollowSkeleton />}
        isEmpty={() => false}
        failureClass={styles.failure}
      >
        {(follows) =>
          follows.length === 0 ? (
            <div className={styles.empty}>
              <p>{followText('followed.empty')}</p>
              <Button size="small" onClick={() => setManaging(true)}>
                {followText('followed.pick')}
              </Button>
            </div>
          ) : (
            <Rows>
              {byLiveFirst(follows.map((follow) => ({ follow, match: matchOf(follow, matches) })))
                .slice(0, SHOWN)
                .map(({ follow, match }) => (
                  <Row
                    key={`${follow.kind} ${follow.name}`}
                    title={follow.name}
                    note={followNote(follow, match, now)}
                    lead={
                      follow.kind === 'anchor' ? (
                        <Avatar id={follow.name} src={follow.logo} size={32} />
                      ) : (
                        <Crest team={follow.name} src={follow.logo} size={32} />
                      )
                    }
                    end={match && isInPlay(match.clock) && <LiveBadge />}
                    {...(match && { to: roomPath(match.eid) })}
                  />
                ))}
            </Rows>
          )
        }
      </Block>
      <ManageFollows isOpen={isManaging} onOpenChange={setManaging} matches={matches} />
    </Panel>
  )
}

/** What a team or an anchor does now or next, as text. */
export function followNote({ kind }: Pick<Follow, 'kind'>, match: MatchView | null, now: number): string {
  if (match === null) return followText('followed.none')
  const title = matchTitle(match)
  if (!isInPlay(match.clock))
    return followText('followed.coming', { when: formatKickoff(match.start_time, now), title })
  if (kind === 'anchor') return followText(match.kind === 'anchor' ? 'followed.hosting' : 'followed.talking', { title })
  return followText('followed.playing', {
    home: match.team1,
    away: match.team2,
    score: scoreText(match.homeScore, match.guestScore),
    clock: matchClockShort(match.clock, now, match.kind),
  })
}
