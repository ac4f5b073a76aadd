import { useAtomValue } from 'jotai'
import { Goal, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { pointsObstacle } from '#protocol/club/points.ts'
import { CODES } from '#protocol/codes.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { Failure } from '#protocol/result.ts'
import { formatCount } from '#lib/format.ts'
import { randomId } from '#lib/random-id.ts'
import { pointsText } from '#messages/zh/points.ts'
import { connectionAtom } from '#state/data/connection.ts'
import { isHeldAtom, useMemberData } from '#state/data/use-member-data.ts'
import { type MoneyCall, useMoneyCall } from '#state/data/use-money-call.ts'
import { loadCoins } from '#state/session/coins.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { CopyIcon } from '#ui/button/CopyButton.tsx'
import { Field } from '#ui/field/Field.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import { Question } from '#ui/overlay/Question.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { Loaded } from '#ui/state/Loaded.tsx'
import { DrawRecords } from './PointsRecords.tsx'
import { chanceText, rewardText } from './points-format.ts'
import styles from './points.module.css'
import { Unsettled } from './Unsettled.tsx'

type Info = DataOf<'soccerLottery.info'>
type Draw = Pick<DataOf<'soccerLottery.draw'>, 'drawId' | 'prize' | 'isReplaced' | 'reward'>
type Drawing = MoneyCall<{ commitment: string; memberSeed: string }>

/** Length of a seed for a member who has not chosen one. */
const SEED_LENGTH = 16
/** The rule of the server, without its table of characters: it refuses the rest. */
const SEED = /^\P{C}{1,64}$/u

const newSeed = (): string => randomId().slice(0, SEED_LENGTH)

interface SoccerLotteryProps {
  readonly isBarred: boolean
  /** Reads the balance again. */
  readonly onChange: () => void
}

/** The soccer lottery (S7.87): draw, published odds with stock, and own draws. */
export function SoccerLottery({ isBarred, onChange }: SoccerLotteryProps) {
  const query = useMemberData('soccerLottery.info', {})
  const [drawn, setDrawn] = useState<Draw | null>(null)
  const reread = () => {
    query.retry()
    onChange()
  }
  const drawing = useMoneyCall('soccerLottery.draw', (draw) => {
    setDrawn(draw)
    if (draw.reward?.currency === 'COIN') void loadCoins()
    reread()
  })
  return (
    <div className={styles.lottery}>
      <Panel title={pointsText('lottery.title')}>
        <Loaded query={query} title={pointsText('lottery.failed')} rows={3} height={56}>
          {(info) => <Stage info={info} drawn={drawn} drawing={drawing} isBarred={isBarred} onRefused={reread} />}
        </Loaded>
      </Panel>
      {query.data && <Prizes info={query.data} />}
      <DrawRecords key={drawn?.drawId} resultOf={(draw) => (draw.reward ? rewardText(draw.reward) : noPrize())} />
    </div>
  )
}

const noPrize = () => pointsText('reward.none')

interface StageProps {
  readonly info: Info
  readonly drawn: Draw | null
  readonly drawing: Drawing
  readonly isBarred: boolean
  readonly onRefused: () => void
}

function Stage({ info, drawn, drawing, isBarred, onRefused }: StageProps) {
  const { balance, cost, limit, used, commitment } = info
  const [memberSeed, setMemberSeed] = useState(newSeed)
  const [isOpen, setOpen] = useState(false)
  const isOffline = useAtomValue(connectionAtom) === 'offline'
  const isHeld = useAtomValue(isHeldAtom)
  const obstacle = pointsObstacle({ points: cost, balance, left: null, used, limit })
  const isWrong = !SEED.test(memberSeed)
  const send = async () => {
    await drawing.send({ commitment, memberSeed })
    onRefused()
    return null
  }
  return (
    <div className={styles.stage}>
      <Outcome drawn={drawn} failure={drawing.unsettled === null ? drawing.failure : null} />
      <div className={styles.drawRow}>
        <Button
          kind="primary"
          size="large"
          isLoading={drawing.isBusy}
          disabled={obstacle !== null || isWrong || isBarred || isOffline || isHeld || drawing.unsettled !== null}
          aria-haspopup="dialog"
          onClick={() => {
            drawing.clear()
            setOpen(true)
          }}
        >
          {obstacle === 'limit'
            ? pointsText('lottery.limit')
            : obstacle === 'points'
              ? pointsText('lottery.points', { points: formatCount(cost - balance) })
              : pointsText('lottery.action', { cost })}
        </Button>
        <span className={styles.muted}>
          {isOffline ? pointsText('offline') : pointsText('lottery.left', { left: Math.max(0, limit - used) })}
        </span>
      </div>
      {drawing.unsettled && <Unsettled isBusy={drawing.isBusy} onRepeat={() => void send()} />}
      <Fairness commitment={commitment} seed={memberSeed} isWrong={isWrong} onSeed={setMemberSeed} />
      <Question
        isOpen={isOpen}
        isRecommended
        onClose={() => setOpen(false)}
        title={pointsText('lottery.ask', { cost })}
        text={pointsText('lottery.askText', { rest: formatCount(Math.max(0, balance - cost)) })}
        action={pointsText('lottery.confirm')}
        onConfirm={send}
      />
    </div>
  )
}

/** The last draw, or why there is none. It keeps its height, so that nothing moves. */
function Outcome({ drawn, failure }: { readonly drawn: Draw | null; readonly failure: Failure | null }) {
  return (
    <div className={styles.outcome} data-won={(drawn?.reward && failure === null) || undefined}>
      <Goal size={32} aria-hidden="true" />
      <div aria-live="polite">
        {failure ? (
          failure.code === CODES.ROUND_SEED ? (
            <p>{pointsText('lottery.stale')}</p>
          ) : (
            <FormFailure failure={failure} />
          )
        ) : (
          <p>{drawn ? resultText(drawn) : pointsText('lottery.idle')}</p>
        )}
      </div>
      {drawn && failure === null && (
        <Link className={buttonClass({ size: 'small' })} to={`/app/verify/${drawn.drawId}`}>
          {pointsText('lottery.verify')}
        </Link>
      )}
    </div>
  )
}

function resultText({ prize, isReplaced, reward }: Draw): string {
  if (reward === null) return pointsText('lottery.blank')
  const words = { prize: pointsText(`prize.${prize}`), reward: rewardText(reward) }
  return isReplaced ? pointsText('lottery.replaced', words) : pointsText('lottery.won', words)
}

interface FairnessProps {
  readonly commitment: string
  readonly seed: string
  readonly isWrong: boolean
  readonly onSeed: (seed: string) => void
}

/** What decides the next draw: the commitment of the server and the seed of the member. */
function Fairness({ commitment, seed, isWrong, onSeed }: FairnessProps) {
  return (
    <details className={styles.fair}>
      <summary>{pointsText('lottery.fair')}</summary>
      <p className={styles.muted}>{pointsText('lottery.commitment')}</p>
      <p className={styles.code}>
        <code>{commitment}</code>
        <CopyIcon text={commitment} name={pointsText('lottery.commitment')} />
      </p>
      <div className={styles.seed}>
        <Field
          label={pointsText('lottery.seed')}
          value={seed}
          onValueChange={onSeed}
          hint={pointsText('lottery.seedHint')}
          error={isWrong ? pointsText('lottery.seedWrong') : null}
          isMessageReserved
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
        />
        <Button icon={<RefreshCw size={16} />} onClick={() => onSeed(newSeed())}>
          {pointsText('lottery.seedNew')}
        </Button>
      </div>
    </details>
  )
}

/** Prizes with their odds and the stock of today. */
function Prizes({ info: { prizes, numbers } }: { readonly info: Info }) {
  return (
    <Panel title={pointsText('lottery.prizes')}>
      <table className={styles.prizes}>
        <thead>
          <tr>
            <th scope="col">{pointsText('lottery.prize')}</th>
            <th scope="col">{pointsText('lottery.chance')}</th>
            <th scope="col">{pointsText('lottery.stock')}</th>
          </tr>
        </thead>
        <tbody>
          {prizes.map(({ id, weight, reward, stock, left, points }) => (
            <tr key={id}>
              <th scope="row">
                <b>{pointsText(`prize.${id}`)}</b>
                <small>
                  <span>{reward === null ? noPrize() : rewardText(reward)}</span>
                  {stock !== null && (
                    <>
                      {' · '}
                      <span>{pointsText('lottery.instead', { points: formatCount(points) })}</span>
                    </>
                  )}
                </small>
              </th>
              <td>{chanceText(weight, numbers)}</td>
              <td>
                {stock === null || left === null
                  ? pointsText('lottery.noStock')
                  : pointsText('lottery.stockValue', { left: formatCount(left), stock: formatCount(stock) })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.note}>{pointsText('lottery.rule')}</p>
    </Panel>
  )
}
