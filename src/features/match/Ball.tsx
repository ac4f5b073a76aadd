import { useLayoutEffect, useRef } from 'react'
import { serverNow } from '#transport/client.ts'
import styles from './AnimatedField.module.css'
import { project, scaleAt } from './projection.ts'
import type { Scene } from './scene.ts'
import { CENTRE, type Place, type StoryInput } from '#protocol/rules/match-story.ts'

/** Fraction of a step that a pass takes; then the ball rests. */
const PASS = 0.6
const LONGEST_TRAVEL_MS = 2_000
/** Passes longer than this (metres) are high. */
const HIGH_FROM = 20

const at = (place: Place) => {
  const { x, y } = project(place)
  return `translate(${x}px, ${y}px) scale(${scaleAt(place.y)})`
}

interface BallProps {
  readonly scene: Scene
  readonly kind: StoryInput['kind']
  /** Moves the ball without animation. */
  readonly isStill: boolean
}

/** The ball. A CSS transition moves it, without script per frame. */
export function Ball({ scene, kind, isStill }: BallProps) {
  const ground = useRef<SVGGElement>(null)
  const air = useRef<SVGGElement>(null)
  const last = useRef<Place>(scene.ball ?? CENTRE)
  const { until } = scene
  const x = scene.ball?.x
  const y = scene.ball?.y

  useLayoutEffect(() => {
    const from = last.current
    if (!ground.current || x === undefined || y === undefined) return
    const ball = { x, y }
    const travelMs = Math.min(LONGEST_TRAVEL_MS, until - serverNow())
    last.current = ball
    ground.current.style.transform = at(ball)
    if (isStill || travelMs <= 0 || (from.x === x && from.y === y)) return
    const easing = 'cubic-bezier(0.2, 0.7, 0.3, 1)'
    const travel = ground.current.animate(
      [{ transform: at(from), easing }, { transform: at(ball), offset: PASS }, { transform: at(ball) }],
      travelMs,
    )
    const distance = Math.hypot(x - from.x, y - from.y)
    const rise = distance > HIGH_FROM ? -Math.min(46, distance) : 0
    const flight = air.current?.animate(
      [
        { transform: 'translateY(0)', easing: 'ease-out' },
        { transform: `translateY(${rise}px)`, offset: PASS / 2, easing: 'ease-in' },
        { transform: 'translateY(0)', offset: PASS },
        { transform: 'translateY(0)' },
      ],
      travelMs,
    )
    return () => {
      travel.cancel()
      flight?.cancel()
    }
  }, [x, y, until, isStill])

  return (
    <g ref={ground} className={styles.ball} data-side={scene.spell?.side}>
      <ellipse className={styles.shadow} cx="0" cy="1" rx="8" ry="3.500" />
      <ellipse className={styles.ring} cx="0" cy="0" rx="15" ry="8.500" />
      <g ref={air} className={styles.air}>
        {kind === 'esports' ? (
          <path className={styles.spark} d="M0-17 9-6 0 5-9-6Z" />
        ) : (
          <>
            <circle className={styles.leather} data-kind={kind} cx="0" cy="-6" r="6.500" />
            <path className={styles.seams} d="M-6-6q6 3.500 12 0M0-12.500q-3 6.500 0 13" />
          </>
        )}
      </g>
    </g>
  )
}
