import styles from './AnimatedField.module.css'
import { points } from './projection.ts'
import { DEPTH, LENGTH, mirrored, type Place, type Spell, type Stage } from './story.ts'

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

/** How far the side with the ball has come: up to three arrows, the foremost the strongest. */
export function Zones({ spell }: { readonly spell: Spell | null }) {
  const reached = spell === null ? -1 : STAGES.indexOf(spell.stage)
  return (['home', 'away'] as const).map((side) => (
    <g key={side} className={styles.zones} data-side={side}>
      {STAGES.map((stage, index) => {
        const places = side === 'home' ? band(stage) : band(stage).map(mirrored)
        const look = spell?.side !== side || index > reached ? 'off' : index === reached ? 'front' : 'behind'
        return <polygon key={stage} data-look={look} points={points(places)} />
      })}
    </g>
  ))
}
