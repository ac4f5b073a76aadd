import { useEffect, useEffectEvent, useState } from 'react'
import type { RedRainRule } from '#protocol/activities/red-rain.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { formatClock, formatDate } from '#lib/format.ts'
import { rewardText } from '#lib/reward-text.ts'
import { rainText } from '#messages/zh/rain.ts'
import { useServerNow } from '#state/data/clock.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { Loaded } from '#ui/state/Loaded.tsx'
import type { ActivityData, ActivityPicture, PictureProps } from '../activity-parts.ts'
import proofStyles from '../DrawProof.module.css'
import { RainField } from '../rain/RainField.tsx'
import { useRain } from '../rain/use-rain.ts'

/** Times of a rule that are listed; more are counted. */
const LISTED_TIMES = 12
const CLOCK_MS = 250

const ruleOf = ({ rule }: ActivityData) => rule as unknown as RedRainRule

/** S7.103: the rain, and the division of the last round computed again. */
function Picture({ activity, actions }: PictureProps) {
  const now = useServerNow(CLOCK_MS)
  const rain = useRain(activity.activityId, now)
  const { round, own } = rain
  const isRunning = round !== null && now >= round.start && now < round.end
  // The records and the rest of the budget have changed.
  const read = useEffectEvent(() => actions.reload())
  useEffect(() => {
    if (own !== null) read()
  }, [own])
  return (
    <Panel
      title={rainText('title')}
      aside={
        <span>
          {isRunning
            ? rainText('left', { left: Math.max(0, round.packets - round.taken), packets: round.packets })
            : rainText('hint')}
        </span>
      }
    >
      <Loaded query={rain} title={rainText('failed')} rows={1} height={400}>
        {(data) => (
          <>
            <RainField rain={rain} now={now} currency={activity.currency} isBlocked={activity.block !== null} />
            <Proof rule={ruleOf(activity)} data={data} currency={activity.currency} now={now} />
          </>
        )}
      </Loaded>
    </Panel>
  )
}

interface ProofProps {
  readonly rule: RedRainRule
  readonly data: DataOf<'redRain.round'>
  readonly currency: ActivityData['currency']
  readonly now: number
}

/** The hash of the next round, and the last one computed again in this browser. */
function Proof({ rule, data, currency, now }: ProofProps) {
  const { round, last } = data
  return (
    <details className={proofStyles.proof}>
      <summary>{rainText('proof.title')}</summary>
      <p>{rainText('proof.text')}</p>
      {round && <Line label={rainText('proof.next')} value={round.commitment} />}
      {last && (
        <>
          <p>
            {rainText('proof.round', {
              time: `${formatDate(last.start, now)} ${formatClock(last.start)}`,
              taken: last.taken,
            })}
          </p>
          <Line label={rainText('proof.commitment')} value={last.commitment} />
          <Line label={rainText('proof.seed')} value={last.seed} />
          {last.own && (
            <p>{rainText('proof.own', { n: last.own.packet, amount: rewardText(last.own.amount, currency) })}</p>
          )}
          <Checked key={last.roundId} rule={rule} last={last} />
        </>
      )}
    </details>
  )
}

function Line({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <p>
      {label}
      <code>{value}</code>
    </p>
  )
}

type LastRound = NonNullable<DataOf<'redRain.round'>['last']>

function Checked({ rule, last }: { readonly rule: RedRainRule; readonly last: LastRound }) {
  const [isRight, setRight] = useState<boolean | null>(null)
  useEffect(() => {
    let isCurrent = true
    const check = async () => {
      // Hash functions are no part of the page's first load.
      const [{ commitmentOf }, { packetsOfRound }] = await Promise.all([
        import('#protocol/games/draw.ts'),
        import('#protocol/activities/red-rain-division.ts'),
      ])
      const packets = packetsOfRound(rule, last.roundId, last.seed)
      const isOwnRight = last.own === null || packets[last.own.packet - 1] === last.own.amount
      if (isCurrent) setRight(commitmentOf(last.seed) === last.commitment && isOwnRight)
    }
    void check()
    return () => {
      isCurrent = false
    }
  }, [rule, last])
  if (isRight === null) return null
  return <output className={proofStyles.verdict}>{rainText(isRight ? 'proof.right' : 'proof.wrong')}</output>
}

function timesRule({ times }: RedRainRule): string {
  return times.length > LISTED_TIMES
    ? rainText('rule.many', { count: times.length })
    : rainText('rule.times', { times: times.join('、') })
}

export const RED_RAIN_PICTURE: ActivityPicture = {
  Picture,
  rules: (activity) => {
    const rule = ruleOf(activity)
    const amount = (value: number) => rewardText(value, activity.currency)
    return [
      timesRule(rule),
      rainText('rule.amount', {
        packets: rule.packets,
        amount: amount(rule.roundAmount),
        min: amount(rule.min),
        max: amount(rule.max),
      }),
      rainText('rule.once'),
      rainText('rule.order'),
      rainText('rule.held'),
    ]
  },
  recordOf: (cycle) =>
    rainText('record', { date: cycle.slice(0, 10), time: `${cycle.slice(11, 13)}:${cycle.slice(13)}` }),
}
