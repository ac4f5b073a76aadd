import { Pause, Play } from 'lucide-react'
import { useState, useEffect, useRef, useMemo } from 'react'
import { animationText } from '#messages/zh/animation.ts'
import type { MatchDetail, MatchNow } from '#state/room/room-match.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { useReducedMotion } from '#ui/hooks/use-media.ts'
import styles from './AnimatedField.module.css'
import { Ball } from './Ball.tsx'
import { CourtMarkings } from './CourtMarkings.tsx'
import { CueBanner } from './CueBanner.tsx'
import { LaneMarkings } from './LaneMarkings.tsx'
import { PitchMarkings } from './PitchMarkings.tsx'
import { points, VIEW } from './projection.ts'
import type { Scene, Cue } from './scene.ts'
import type { StoryInput } from '#protocol/rules/match-story.ts'
import { Terrace } from './Terrace.tsx'
import { serverNow } from '#transport/client.ts'
import type { PhaseClock } from '#lib/match/match-clock.ts'
import { sceneAt } from './scene.ts'
import { spellMs, DEPTH, LENGTH, mirrored, type Place, type Spell, type Stage } from '#protocol/rules/match-story.ts'

interface AnimatedFieldProps {
  readonly input: StoryInput
  readonly detail: MatchDetail
  readonly match: MatchNow
  /** Text alternative of the animation. */
  readonly label: string
}

const MARKINGS = { football: PitchMarkings, basketball: CourtMarkings, esports: LaneMarkings } as const

/** The side in possession and its progress. */
function Caption({ scene, input, detail }: { readonly scene: Scene } & Pick<AnimatedFieldProps, 'input' | 'detail'>) {
  const { spell } = scene
  if (spell === null) return null
  const { team1, team2 } = detail.match
  return (
    <p className={styles.caption} data-side={spell.side}>
      <b>{spell.side === 'home' ? team1 : team2}</b>
      {animationText(`stages.${input.kind}.${spell.stage}`)}
    </p>
  )
}

/** The animation of the match: ball, progress of the attack, and events. */
export function AnimatedField({ input, detail, match, label }: AnimatedFieldProps) {
  const [isPaused, setPaused] = useState(false)
  const isCalm = useReducedMotion()
  const cue = useCue(match, input.kind)
  const scene = useScene({ input, clock: match.clock, cue, isPaused, isCalm })
  const Markings = MARKINGS[input.kind]
  const cheering = scene.cue?.type === 'goal' && scene.cue.side !== 'none' && !isCalm ? scene.cue.side : null
  return (
    <div className={styles.field} data-kind={input.kind} data-cue={scene.cue?.type}>
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
        <Ball scene={scene} kind={input.kind} isStill={isCalm || isPaused} />
      </svg>
      {scene.cue && <CueBanner key={scene.cue.id} cue={scene.cue} kind={input.kind} detail={detail} match={match} />}
      <div className={styles.foot}>
        <Caption scene={scene} input={input} detail={detail} />
        <IconButton
          className={styles.pause}
          size="small"
          ground="video"
          icon={isPaused ? <Play size={16} /> : <Pause size={16} />}
          label={isPaused ? animationText('resume') : animationText('pause')}
          onClick={() => setPaused(!isPaused)}
        />
      </div>
    </div>
  )
}

/** The event of a changed score. Basketball has no other events for points. */
function pointsCue(before: MatchNow, after: MatchNow): Cue | null {
  const home = after.homeScore - before.homeScore
  const away = after.guestScore - before.guestScore
  const points = Math.max(home, away)
  if (points <= 0 || points > 3) return null // another match, or several points at once
  const at = serverNow()
  const side = home >= away ? 'home' : 'away'
  return { id: `points ${at}`, type: 'points', side, text: animationText('points', { points }), points, at }
}

/** The newest event since the board was opened; earlier events are not animated. */
function useCue(match: MatchNow, kind: StoryInput['kind']): Cue | null {
  const [cue, setCue] = useState<Cue | null>(null)
  const before = useRef(match)
  useEffect(() => {
    const known = new Set(before.current.events.map(({ id }) => id))
    const news = match.events.filter(({ id }) => !known.has(id)).at(-1)
    const scored = kind === 'basketball' ? pointsCue(before.current, match) : null
    before.current = match
    if (news) setCue({ ...news, points: null, at: serverNow() })
    else if (scored) setCue(scored)
  }, [match, kind])
  return cue
}

const LEAST_WAIT_MS = 50

interface SceneOptions {
  readonly input: StoryInput
  readonly clock: PhaseClock
  readonly cue: Cue | null
  /** Freezes the scene. */
  readonly isPaused: boolean
  /** Updates once per spell instead of every step. */
  readonly isCalm: boolean
}

/** The current scene. Updates when the scene ends, not with every frame. */
function useScene({ input, clock, cue, isPaused, isCalm }: SceneOptions): Scene {
  const [seen, setSeen] = useState(() => ({ moment: serverNow(), clock, cue }))
  const scene = useMemo(() => sceneAt(input, seen.clock, seen.cue, seen.moment), [input, seen])

  useEffect(() => {
    if (isPaused) return
    const spell = spellMs(input.kind)
    const isInSpell = isCalm && scene.cue === null
    const until = isInSpell ? seen.moment + spell - ((seen.moment - clock.phaseStartedAt) % spell) : scene.until
    // A new event or phase updates the scene at once.
    const isNew = cue !== seen.cue || clock !== seen.clock
    const wait = isNew ? 0 : Math.max(LEAST_WAIT_MS, until - serverNow())
    const timer = setTimeout(() => setSeen({ moment: serverNow(), clock, cue }), wait)
    return () => clearTimeout(timer)
  }, [input.kind, clock, cue, scene, seen, isPaused, isCalm])

  return scene
}

const STAGES: readonly Stage[] = ['build', 'attack', 'danger']
const FROM: Readonly<Record<Stage, number>> = { build: 32, attack: 56, danger: 79 }
const TO: Readonly<Record<Stage, number>> = { build: 54, attack: 77, danger: LENGTH }
const TIP = 7
const INSET = 3

/** An arrow band that points to the right. */
function band(stage: Stage): Place[] {
  const from = FROM[stage]
  const to = TO[stage]
  const tip = stage === 'danger' ? 0 : TIP
  return [
    { x: from, y: INSET },
    { x: to, y: INSET },
    { x: to + tip, y: DEPTH / 2 },
    { x: to, y: DEPTH - INSET },
    { x: from, y: DEPTH - INSET },
    { x: from + TIP, y: DEPTH / 2 },
  ]
}

/** Progress of the attack: up to three arrows, the foremost the strongest. */
function Zones({ spell }: { readonly spell: Spell | null }) {
  const reached = spell === null ? -1 : STAGES.indexOf(spell.stage)
  return (['home', 'away'] as const).map((side) => (
    <g key={side} className={styles.zones} data-side={side}>
      {STAGES.map((stage, index) => {
        const places = side === 'home' ? band(stage) : band(stage).map(mirrored)
        const progress = spell?.side !== side || index > reached ? 'off' : index === reached ? 'front' : 'behind'
        return <polygon key={stage} data-look={progress} points={points(places)} />
      })}
    </g>
  ))
}
