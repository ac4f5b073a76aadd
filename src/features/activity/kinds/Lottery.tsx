import { useEffect, useState } from 'react'
import { type LotteryRule, ticketOdds } from '#protocol/activities/lottery.ts'
import type { ActivityStep } from '#protocol/endpoints/activity.ts'
import { classNames } from '#lib/class-names.ts'
import { formatClock, formatCount, formatDate } from '#lib/format.ts'
import { rewardText } from '#lib/reward-text.ts'
import { activityText } from '#messages/zh/activity.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { Row, Rows } from '#ui/page/Rows.tsx'
import { type ActivityData, type ActivityPicture, type PictureProps, stageOf } from '../activity-parts.ts'
import { ProofLine, ProofVerdict, Proof } from '../DrawProof.tsx'
import { StepButton } from '../StepButton.tsx'
import frame from '../ActivityView.module.css'
import styles from './Lottery.module.css'

interface LotteryProgress {
  readonly tickets: number
  /** Settled bets and rounds of today. */
  readonly plays: number
  readonly commitment: string
  /** Null before the draw. */
  readonly seed: string | null
  /** Numbers of the tickets that win each prize; null before the draw. */
  readonly winners: readonly (readonly number[])[] | null
}

const ruleOf = ({ rule }: ActivityData) => rule as unknown as LotteryRule
const progressOf = ({ progress }: ActivityData) => progress as unknown as LotteryProgress
const ticketOf = ({ data }: Pick<ActivityStep, 'data'>) => Number(data['ticket'] ?? 0)

/** S7.96: tickets of the member, how more are earned, the prizes with their odds, and the draw. */
function Picture({ activity, actions, now }: PictureProps) {
  const { steps, block, end } = activity
  const own = steps.filter((step) => ticketOf(step) > 0).toSorted((one, other) => ticketOf(one) - ticketOf(other))
  const sources = steps.filter((step) => ticketOf(step) === 0)
  const stage = stageOf(activity, now)
  const drawAt = `${formatDate(end, now)} ${formatClock(end)}`
  return (
    <div className={frame.columns}>
      <div className={styles.side}>
        <Panel
          title={activityText('lottery.own')}
          aside={<span>{activityText('lottery.count', { count: own.length })}</span>}
        >
          {own.length > 0 ? (
            <Tickets own={own} actions={actions} />
          ) : (
            <p className={styles.empty}>{activityText(stage === 'open' ? 'lottery.noTicket' : `reason.${stage}`)}</p>
          )}
          <p className={styles.note}>
            {activityText(now < end ? 'lottery.drawAt' : 'lottery.drawnAt', { time: drawAt })}
          </p>
        </Panel>
        {sources.length > 0 && now < end && (
          <Panel title={activityText('lottery.earn')}>
            <Rows>
              {sources.map((step) => (
                <Row
                  key={step.cycle}
                  title={activityText(isFree(step) ? 'lottery.free' : 'lottery.play', { n: indexOf(step) })}
                  note={isFree(step) ? activityText('lottery.freeText') : playText(activity, step)}
                  end={
                    <StepButton
                      step={step}
                      actions={actions}
                      item={activityText(isFree(step) ? 'lottery.free' : 'lottery.play', { n: indexOf(step) })}
                      label={step.status === 'eligible' ? activityText('lottery.take') : undefined}
                      isBlocked={block !== null}
                      size="small"
                      kind="primary"
                    />
                  }
                />
              ))}
            </Rows>
          </Panel>
        )}
      </div>
      <Prizes activity={activity} />
    </div>
  )
}

/** The tickets of the member, each with what the draw decided. */
function Tickets({ own, actions }: Pick<PictureProps, 'actions'> & { readonly own: readonly ActivityStep[] }) {
  return (
    <ul className={styles.tickets}>
      {own.map((step) => (
        <li key={step.cycle} className={classNames(styles.ticket, step.status === 'rejected' && styles.blank)}>
          <small>No.</small>
          <b>{ticketOf(step)}</b>
          {step.status === 'applied' ? (
            <span>{activityText('lottery.waits')}</span>
          ) : (
            <StepButton
              step={step}
              actions={actions}
              item={activityText('lottery.ticket', { n: ticketOf(step) })}
              isBlocked={false}
              size="small"
              kind="primary"
            />
          )}
        </li>
      ))}
    </ul>
  )
}

const isFree = ({ cycle }: ActivityStep) => cycle.includes('-free')
const indexOf = ({ cycle }: ActivityStep) => Number(cycle.at(-1))

function playText(activity: ActivityData, step: ActivityStep): string {
  const needed = ruleOf(activity).plays * indexOf(step)
  return activityText('lottery.playText', { plays: Math.min(needed, progressOf(activity).plays), needed })
}

/** The prizes, the odds of a ticket as they are now, and the winners after the draw. */
function Prizes({ activity }: { readonly activity: ActivityData }) {
  const { prizes } = ruleOf(activity)
  const { tickets, winners } = progressOf(activity)
  const odds = ticketOdds(prizes, tickets)
  return (
    <Panel
      title={activityText('lottery.prizes')}
      aside={<span>{activityText('lottery.tickets', { tickets: formatCount(tickets) })}</span>}
    >
      <table className={styles.prizes}>
        <thead>
          <tr>
            <th scope="col">{activityText('odds.prize')}</th>
            <th scope="col">{activityText('lottery.reward')}</th>
            <th scope="col">{activityText('lottery.number')}</th>
            <th scope="col">{activityText('lottery.odds')}</th>
          </tr>
        </thead>
        <tbody>
          {prizes.map(({ name, amount, count }, index) => (
            // Prizes have no identity besides their position.
            <tr key={`${index} ${name}`}>
              <th scope="row">
                {name}
                {winners && <Winners numbers={winners[index] ?? []} />}
              </th>
              <td>{rewardText(amount, activity.currency)}</td>
              <td>{formatCount(count)}</td>
              <td>{tickets === 0 ? '–' : `${((odds[index] ?? 0) * 100).toFixed(2)}%`}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.note}>{activityText('lottery.oddsNote')}</p>
      <LotteryProof activity={activity} />
    </Panel>
  )
}

function Winners({ numbers }: { readonly numbers: readonly number[] }) {
  const shown = numbers.length === 0 ? activityText('lottery.noWinner') : numbers.map((n) => `No.${n}`).join(' ')
  return <small className={styles.winners}>{shown}</small>
}

/** The published hash, and after the draw the whole draw computed again in this browser. */
function LotteryProof({ activity }: { readonly activity: ActivityData }) {
  const { commitment, seed, tickets, winners } = progressOf(activity)
  const { activityId } = activity
  const { prizes } = ruleOf(activity)
  const [isRight, setRight] = useState<boolean | null>(null)
  useEffect(() => {
    if (seed === null) return undefined
    let isCurrent = true
    const check = async () => {
      // Hash functions are no part of the page's first load.
      const [{ commitmentOf, seededDraw }, { seedsOfLottery, winningTickets }] = await Promise.all([
        import('#protocol/games/draw.ts'),
        import('#protocol/activities/lottery.ts'),
      ])
      const computed = winningTickets(prizes, tickets, seededDraw(seedsOfLottery({ activityId, seed, tickets })))
      const isSame = JSON.stringify(computed) === JSON.stringify(winners)
      if (isCurrent) setRight(isSame && commitmentOf(seed) === commitment)
    }
    void check()
    return () => {
      isCurrent = false
    }
  }, [activityId, commitment, prizes, seed, tickets, winners])
  return (
    <Proof>
      <ProofLine label={activityText('proof.commitment')} value={commitment} />
      {seed !== null && <ProofLine label={activityText('proof.seed')} value={seed} />}
      <ProofVerdict isRight={isRight} />
    </Proof>
  )
}

export const LOTTERY_PICTURE: ActivityPicture = {
  Picture,
  rules(activity) {
    const { dailyTickets, playTickets, plays } = ruleOf(activity)
    return [
      ...(dailyTickets > 0 ? [activityText('lottery.rule.free', { tickets: dailyTickets })] : []),
      ...(playTickets > 0 ? [activityText('lottery.rule.play', { plays, tickets: playTickets })] : []),
      activityText('lottery.rule.draw'),
      activityText('lottery.rule.once'),
    ]
  },
  recordOf: (_cycle, data) => activityText('lottery.ticket', { n: ticketOf({ data }) }),
}
