import { useState } from 'react'
import { oddsOf } from '#protocol/activities/chance.ts'
import type { SpinWheelRule } from '#protocol/activities/spin-wheel.ts'
import type { ActivityStep } from '#protocol/endpoints/activity.ts'
import { formatCount } from '#lib/format.ts'
import { rewardText } from '#lib/reward-text.ts'
import { activityText } from '#messages/zh/activity.ts'
import { Button } from '#ui/button/Button.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { type ActivityData, type ActivityPicture, type PictureProps, type Stage, stageOf } from '../activity-parts.ts'
import { DrawProof } from '../DrawProof.tsx'
import frame from '../ActivityView.module.css'
import styles from './Wheel.module.css'

const TURNS = 5
/** Like `DRAW_GAP_MS`: no spin is faster. */
const SPIN_MS = 3_000

const ruleOf = ({ rule }: ActivityData) => rule as unknown as SpinWheelRule
const indexOf = ({ data }: Pick<ActivityStep, 'data'>) => Number(data['prizeIndex'] ?? 0)

/** S7.97: the wheel turns to the prize that the server has drawn. With reduced motion the result is shown at once. */
function Picture({ activity, actions, now }: PictureProps) {
  const { prizes } = ruleOf(activity)
  const [turn, setTurn] = useState(0)
  const [result, setResult] = useState<ActivityStep | null>(null)
  const [isSpinning, setSpinning] = useState(false)
  const spin = async () => {
    setResult(null)
    const step = await actions.draw()
    if (step === null) return
    const slice = 360 / prizes.length
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    setTurn((before) => Math.ceil(before / 360) * 360 + TURNS * 360 - (indexOf(step) + 0.5) * slice)
    setSpinning(true)
    setTimeout(
      () => {
        setSpinning(false)
        setResult(step)
        if (step.status === 'claimable') void actions.take(step)
        else actions.reload()
      },
      isStill ? 0 : SPIN_MS,
    )
  }
  // Null while nobody can draw.
  const left = activity.draw?.left ?? null
  const prize = result && prizes[indexOf(result)]
  const isBusy = isSpinning || actions.busy !== null
  return (
    <div className={frame.columns}>
      <Panel
        title={activityText('spinWheel.title')}
        aside={left !== null && <span>{activityText('spinWheel.left', { left })}</span>}
      >
        <Wheel names={prizes.map(({ name }) => name)} turn={turn} />
        <div className={styles.action}>
          <output className={styles.result}>
            {prize
              ? prize.amount > 0
                ? activityText('spinWheel.won', { amount: rewardText(prize.amount, activity.currency) })
                : activityText('spinWheel.blank')
              : promptText(stageOf(activity, now), left !== 0 || isBusy)}
          </output>
          <Button
            kind="primary"
            isWide
            isLoading={isBusy}
            disabled={!left || activity.block !== null}
            onClick={() => void spin()}
          >
            {activityText('spinWheel.spin')}
          </Button>
        </div>
        <DrawProof draw={activity.draw} last={result} weights={prizes.map(({ weight }) => weight)} />
      </Panel>
      <Odds activity={activity} />
    </div>
  )
}

/** What the member can do now, or why nothing can be done. */
function promptText(stage: Stage, hasSpins: boolean): string {
  if (stage !== 'open') return activityText(`reason.${stage}`)
  return activityText(hasSpins ? 'spinWheel.ready' : 'spinWheel.noChance')
}

const RADIUS = 100
const TEXT_RADIUS = 66

/** The slice in the middle of the right-hand side of 0 degrees is the first one; the pointer is at the top. */
function Wheel({ names, turn }: { readonly names: readonly string[]; readonly turn: number }) {
  const slice = 360 / names.length
  return (
    <div className={styles.stage} aria-hidden="true">
      <svg viewBox="-104 -104 208 208" className={styles.wheel} style={{ rotate: `${turn}deg` }}>
        {names.map((name, index) => (
          // The position on the wheel is the identity of a slice.
          <g key={`${index} ${name}`}>
            <path className={index % 2 === 0 ? styles.even : styles.odd} d={sliceOf(index * slice, slice)} />
            <text
              transform={`rotate(${(index + 0.5) * slice}) translate(0 -${TEXT_RADIUS})`}
              textAnchor="middle"
              className={index % 2 === 0 ? styles.evenText : styles.oddText}
            >
              {name}
            </text>
          </g>
        ))}
        <circle r="16" className={styles.hub} />
      </svg>
      <svg viewBox="0 0 24 20" className={styles.pointer}>
        <path d="M0 0h24L12 20Z" />
      </svg>
    </div>
  )
}

/** The path of a slice that begins at `from` degrees, clockwise from the top. */
function sliceOf(from: number, degrees: number): string {
  const point = (angle: number) => {
    const radians = ((angle - 90) * Math.PI) / 180
    return `${(RADIUS * Math.cos(radians)).toFixed(2)} ${(RADIUS * Math.sin(radians)).toFixed(2)}`
  }
  return `M0 0L${point(from)}A${RADIUS} ${RADIUS} 0 ${degrees > 180 ? 1 : 0} 1 ${point(from + degrees)}Z`
}

/** The published odds and the stock of each prize. */
function Odds({ activity }: { readonly activity: ActivityData }) {
  const { prizes } = ruleOf(activity)
  const odds = oddsOf(prizes)
  const stock = (activity.progress['stock'] ?? []) as readonly (number | null)[]
  return (
    <Panel title={activityText('odds.title')}>
      <table className={styles.odds}>
        <thead>
          <tr>
            <th scope="col">{activityText('odds.prize')}</th>
            <th scope="col">{activityText('odds.odds')}</th>
            <th scope="col">{activityText('odds.stock')}</th>
          </tr>
        </thead>
        <tbody>
          {prizes.map(({ name }, index) => (
            // As above.
            <tr key={`${index} ${name}`}>
              <th scope="row">{name}</th>
              <td>{`${((odds[index] ?? 0) / 10_000).toFixed(2)}%`}</td>
              <td>{stockText(stock[index] ?? null)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.note}>{activityText('odds.note')}</p>
    </Panel>
  )
}

function stockText(stock: number | null): string {
  return stock === null ? activityText('odds.unlimited') : formatCount(stock)
}

export const WHEEL_PICTURE: ActivityPicture = {
  Picture,
  rules: (activity) => [
    activityText('spinWheel.rule.chances', { chances: ruleOf(activity).chancesPerDay }),
    activityText('spinWheel.rule.draw'),
    activityText('spinWheel.rule.stock'),
  ],
  recordOf: (_cycle, data) => activityText('spinWheel.record', { n: Number(data['nonce'] ?? 0) + 1 }),
}
