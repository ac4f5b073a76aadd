import { Check, Lock } from 'lucide-react'
import { type BreakoutRule, cycleOfStage, passedStages } from '#protocol/activities/breakout.ts'
import { classNames } from '#lib/class-names.ts'
import { formatCount } from '#lib/format.ts'
import { rewardText } from '#lib/reward-text.ts'
import { activityText } from '#messages/zh/activity.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { type ActivityData, type ActivityPicture, type PictureProps, stepOf } from '../activity-parts.ts'
import { StepButton } from '../StepButton.tsx'
import styles from './Breakout.module.css'

const COLUMNS = 4
/** Height of a row of the map, in the units of its picture. */
const ROW = 100
/** In pixels. */
const ROW_HEIGHT = 132

const ruleOf = ({ rule }: ActivityData) => rule as unknown as BreakoutRule

/** S7.102: a path of barriers that turns at the end of each row, with the way that the member has passed. */
function Picture({ activity, actions }: PictureProps) {
  const rule = ruleOf(activity)
  const { stages, by } = rule
  const count = Number(activity.progress['count'] ?? 0)
  const passed = passedStages(rule, count)
  const rows = Math.ceil(stages.length / COLUMNS)
  const next = stages[passed]
  return (
    <Panel
      title={activityText('breakout.title')}
      aside={<span>{activityText('breakout.passed', { passed, all: stages.length })}</span>}
    >
      <p className={styles.now}>
        <b>{activityText(`breakout.count.${by}`, { count: formatCount(count) })}</b>
        {next
          ? activityText(`breakout.next.${by}`, { n: passed + 1, rest: formatCount(next.needed - count) })
          : activityText('breakout.all')}
      </p>
      <div className={styles.map} style={{ height: `${rows * ROW_HEIGHT}px` }}>
        <svg
          className={styles.way}
          viewBox={`0 0 ${COLUMNS * ROW} ${rows * ROW}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path className={styles.path} d={wayTo(stages.length - 1)} />
          <path className={styles.walked} d={wayTo(Math.min(passed, stages.length - 1))} />
        </svg>
        <ol>
          {stages.map((_, index) => (
            <Stage key={cycleOfStage(index)} {...{ index, passed, activity, actions }} />
          ))}
        </ol>
      </div>
    </Panel>
  )
}

interface StageProps extends Pick<PictureProps, 'activity' | 'actions'> {
  readonly index: number
  /** Number of passed stages. */
  readonly passed: number
}

/** A barrier on the map with its reward. */
function Stage({ index, passed, activity, actions }: StageProps) {
  const { stages, by } = ruleOf(activity)
  const { needed = 0, amount = 0 } = stages[index] ?? {}
  const step = stepOf(activity, cycleOfStage(index))
  const [x, y] = pointOf(index)
  const height = Math.ceil(stages.length / COLUMNS) * ROW
  return (
    <li
      className={classNames(styles.stage, index < passed && styles.open, index === passed && styles.current)}
      style={{ left: `${(x / (COLUMNS * ROW)) * 100}%`, top: `${(y / height) * 100}%` }}
      aria-current={index === passed ? 'step' : undefined}
    >
      <span className={styles.gate}>
        {step?.status === 'claimed' ? (
          <Check size={20} aria-hidden="true" />
        ) : index > passed ? (
          <Lock size={16} aria-hidden="true" />
        ) : (
          index + 1
        )}
      </span>
      <span className="visually-hidden">
        {activityText(`breakout.needed.${by}`, { n: index + 1, needed: formatCount(needed) })}
      </span>
      <small>{rewardText(amount, activity.currency)}</small>
      {step && index < passed && (
        <StepButton
          step={step}
          actions={actions}
          item={activityText('breakout.stage', { n: index + 1 })}
          isBlocked={activity.block !== null}
          size="small"
          kind="primary"
        />
      )}
      {index >= passed && <span className={styles.needed}>{activityText(`breakout.short.${by}`, { needed })}</span>}
    </li>
  )
}

/** Where a stage is on the map: rows from the top, every second one from right to left. */
function pointOf(index: number): [x: number, y: number] {
  const row = Math.floor(index / COLUMNS)
  const column = index % COLUMNS
  const place = row % 2 === 0 ? column : COLUMNS - 1 - column
  return [(place + 0.5) * ROW, row * ROW + 28]
}

/** The way from the first stage to the one at an index. Turns between rows bow outwards, beside the labels. */
function wayTo(index: number): string {
  const [start, ...rest] = Array.from({ length: index + 1 }, (_, at) => pointOf(at))
  const parts = rest.map(([x, y], at) => {
    const [, fromY] = pointOf(at)
    const outside = x < (COLUMNS * ROW) / 2 ? 4 : COLUMNS * ROW - 4
    return y === fromY ? `L${x} ${y}` : `C${outside} ${fromY} ${outside} ${y} ${x} ${y}`
  })
  return `M${start?.join(' ') ?? '0 0'}${parts.join('')}`
}

export const BREAKOUT_PICTURE: ActivityPicture = {
  Picture,
  rules(activity) {
    const { by, stages } = ruleOf(activity)
    return [
      activityText(`breakout.rule.${by}`),
      activityText('breakout.rule.stages', { all: stages.length }),
      activityText('breakout.rule.pace'),
    ]
  },
  recordOf: (cycle) => activityText('breakout.stage', { n: Number(cycle.slice('stage-'.length)) }),
}
