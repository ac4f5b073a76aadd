import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { spellsPlayed, type StoryInput, tally } from '#protocol/rules/match-story.ts'
import { hasHalves, matchClockText, playHalfMinutes } from '#lib/match/match-clock.ts'
import { animationText } from '#messages/zh/animation.ts'
import { roomText } from '#messages/zh/room.ts'
import { clockAtom } from '#state/data/clock.ts'
import type { MatchDetail, MatchNow } from '#state/room/room-match.ts'
import { matchNowAtom } from '#state/room/room-match.ts'
import { AnimatedField } from './AnimatedField.tsx'
import { EventList } from './EventList.tsx'
import { FieldFigures } from './FieldFigures.tsx'
import styles from './MatchBoard.module.css'
import { MatchLine } from './MatchLine.tsx'
import { TalkBoard } from './TalkBoard.tsx'
import { serverNow } from '#transport/client.ts'
import { Button } from '#ui/button/Button.tsx'
import { useSavePng } from '#ui/hooks/use-save-png.ts'
import { ScoreCard } from './ScoreCard.tsx'
import { eventTime } from './play-time.ts'

const LATEST = 3

/** The state of play as text: clock, score and the latest events. */
function sceneText(detail: MatchDetail, match: MatchNow, minute: string): string {
  const { team1, team2 } = detail.match
  const scene = animationText('scene', {
    clock: minute,
    home: team1,
    homeScore: match.homeScore,
    awayScore: match.guestScore,
    away: team2,
  })
  const latest = match.events
    .slice(-LATEST)
    .toReversed()
    .map((event) => `${eventTime(event, detail.match.kind)} ${event.text}`)
  return latest.length === 0
    ? `${animationText('title')}：${scene}`
    : `${animationText('title')}：${scene}。${animationText('latest', { events: latest.join('；') })}`
}

interface PlayBoardProps {
  readonly kind: StoryInput['kind']
  readonly detail: MatchDetail
  readonly match: MatchNow
}

function PlayBoard({ kind, detail, match }: PlayBoardProps) {
  const now = useAtomValue(clockAtom)
  const { matchId } = detail.match
  const input = useMemo<StoryInput>(
    () => ({ seed: matchId, kind, events: match.events }),
    [matchId, kind, match.events],
  )
  const spells = spellsPlayed(kind, match.clock, now, playHalfMinutes(kind)).join()
  const soFar = useMemo(() => tally(input, spells === '' ? [] : spells.split(',').map(Number)), [input, spells])
  return (
    <div className={styles.board}>
      <div className={styles.main}>
        <AnimatedField
          input={input}
          detail={detail}
          match={match}
          label={sceneText(detail, match, matchClockText(match.clock, now, kind))}
        />
        <div className={styles.line}>
          <MatchLine kind={kind} />
        </div>
        <FieldFigures kind={kind} match={match} tally={soFar} />
      </div>
      <section className={styles.side} aria-label={roomText('match.events')}>
        <div className={styles.head}>
          <h2>{roomText('match.events')}</h2>
          <SaveCard detail={detail} match={match} />
        </div>
        <EventList detail={detail} match={match} />
      </section>
    </div>
  )
}

export interface MatchBoardProps {
  readonly detail: MatchDetail
}

/** 动画: the match as animation, statistics and event list. A talk show has its own board. */
export function MatchBoard({ detail }: MatchBoardProps) {
  const match = useAtomValue(matchNowAtom)
  const { kind } = detail.match
  if (match === null) return null
  return hasHalves(kind) ? (
    <PlayBoard kind={kind} detail={detail} match={match} />
  ) : (
    <TalkBoard detail={detail} match={match} />
  )
}

/** Saves the score card as a picture (S2.21). Not offered for talk shows. */
function SaveCard({ detail, match }: { readonly detail: MatchDetail; readonly match: MatchNow }) {
  const { ref, isSaving, save } = useSavePng<HTMLDivElement>()
  const { team1: home, team2: away } = detail.match
  return (
    <div className={styles.save}>
      <Button size="small" isLoading={isSaving} onClick={() => void save(roomText('match.cardName', { home, away }))}>
        {roomText('match.saveCard')}
      </Button>
      <div className={styles.unseen} aria-hidden="true">
        <ScoreCard ref={ref} detail={detail} match={match} now={serverNow()} />
      </div>
    </div>
  )
}
