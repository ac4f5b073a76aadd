import { Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { animationText as text } from '#lib/text/animation.ts'
import type { MatchDetail, MatchNow } from '#state/room/room-match.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { useReducedMotion } from '#ui/use-media.ts'
import styles from './AnimatedField.module.css'
import { Ball } from './Ball.tsx'
import { CourtMarkings } from './CourtMarkings.tsx'
import { CueBanner } from './CueBanner.tsx'
import { LaneMarkings } from './LaneMarkings.tsx'
import { PitchMarkings } from './PitchMarkings.tsx'
import { points, VIEW } from './projection.ts'
import type { Scene } from './scene.ts'
import type { StoryFacts } from './story.ts'
import { Terrace } from './Terrace.tsx'
import { useCue } from './use-cue.ts'
import { useScene } from './use-scene.ts'
import { Zones } from './Zones.tsx'

export interface AnimatedFieldProps {
  readonly facts: StoryFacts
  readonly detail: MatchDetail
  readonly match: MatchNow
  /** The state of play in words, for who does not see it. */
  readonly label: string
}

const MARKINGS = { football: PitchMarkings, basketball: CourtMarkings, esports: LaneMarkings } as const

/** Which side has the ball, and what it makes of it. */
function Caption({ scene, facts, detail }: { readonly scene: Scene } & Pick<AnimatedFieldProps, 'facts' | 'detail'>) {
  const { spell } = scene
  if (spell === null) return null
  const { team1, team2 } = detail.match
  return (
    <p className={styles.caption} data-side={spell.side}>
      <b>{spell.side === 'home' ? team1 : team2}</b>
      {text.stages[facts.kind][spell.stage]}
    </p>
  )
}

/** The match as a moving picture: the ball, how far it has come, and what happens. */
export function AnimatedField({ facts, detail, match, label }: AnimatedFieldProps) {
  const [isPaused, setPaused] = useState(false)
  const isCalm = useReducedMotion()
  const cue = useCue(match, facts.kind)
  const scene = useScene({ facts, clock: match.clock, cue, isPaused, isCalm })
  const Markings = MARKINGS[facts.kind]
  const cheering = scene.cue?.type === 'goal' && scene.cue.side !== 'none' && !isCalm ? scene.cue.side : null
  return (
    <div className={styles.field} data-kind={facts.kind} data-cue={scene.cue?.type}>
      <p className="visually-hidden">{label}</p>
      <svg
        className={styles.picture}
        viewBox={`0 ${VIEW.top} ${VIEW.width} ${VIEW.height}`}
        preserveAspectRatio="xMidYMax meet"
        aria-hidden="true"
      >
        <rect className={styles.ground} x="-320" y="108" width="1280" height="400" />
        <Terrace cheering={cheering} />
        <Markings />
        <Zones spell={scene.spell} />
        {scene.trail.length > 1 && (
          <g className={styles.trail} data-side={scene.spell?.side}>
            <polyline points={points(scene.trail)} />
          </g>
        )}
        <Ball scene={scene} kind={facts.kind} isStill={isCalm || isPaused} />
      </svg>
      {scene.cue && <CueBanner key={scene.cue.id} cue={scene.cue} kind={facts.kind} detail={detail} match={match} />}
      <div className={styles.foot}>
        <Caption scene={scene} facts={facts} detail={detail} />
        <IconButton
          className={styles.pause}
          size="small"
          ground="video"
          icon={isPaused ? <Play size={16} /> : <Pause size={16} />}
          label={isPaused ? text.resume : text.pause}
          onClick={() => setPaused(!isPaused)}
        />
      </div>
    </div>
  )
}
