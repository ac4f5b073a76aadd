import { useAtomValue } from 'jotai'
import { Coins, Ticket } from 'lucide-react'
import { useState } from 'react'
import { pointsObstacle } from '#protocol/club/points.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { formatCount } from '#lib/format.ts'
import { pointsText } from '#messages/zh/points.ts'
import { connectionAtom } from '#state/data/connection.ts'
import { isHeldAtom } from '#state/data/use-member-data.ts'
import { useMoneyCall } from '#state/data/use-money-call.ts'
import { loadCoins } from '#state/session/coins.ts'
import { Button } from '#ui/button/Button.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import { Question } from '#ui/overlay/Question.tsx'
import { toast } from '#ui/overlay/toast-manager.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { Row, Rows } from '#ui/page/Rows.tsx'
import { rewardText } from './points-format.ts'
import styles from './points.module.css'
import { Unsettled } from './Unsettled.tsx'

type Overview = DataOf<'points.get'>
type Item = Overview['items'][number]

interface ExchangeListProps {
  readonly data: Overview
  /** Reads balance and stock again. */
  readonly onChange: () => void
}

/** What points can be exchanged for. Each exchange is confirmed, because it costs points. */
export function ExchangeList({ data, onChange }: ExchangeListProps) {
  const { balance, items, isBarred } = data
  const [asked, setAsked] = useState<Item | null>(null)
  const [isOpen, setOpen] = useState(false)
  const isOffline = useAtomValue(connectionAtom) === 'offline'
  const isHeld = useAtomValue(isHeldAtom)
  const exchange = useMoneyCall('points.exchange', ({ reward }) => {
    toast({ text: pointsText('exchange.done', { reward: rewardText(reward) }), tone: 'success' })
    if (reward.currency === 'COIN') void loadCoins()
    onChange()
  })
  const confirm = async (id: Item['id']) => {
    await exchange.send({ id })
    onChange()
    return null
  }
  const isLocked = isBarred || isOffline || isHeld || exchange.isBusy || exchange.unsettled !== null
  return (
    <Panel title={pointsText('exchange.title')}>
      {exchange.unsettled && (
        <Unsettled isBusy={exchange.isBusy} onRepeat={() => void exchange.send({ id: items[0]?.id ?? 'coins-20' })} />
      )}
      {exchange.failure && exchange.unsettled === null && (
        <div className={styles.failure}>
          <FormFailure failure={exchange.failure} />
        </div>
      )}
      <Rows label={pointsText('exchange.title')}>
        {items.map((item) => (
          <ItemRow
            key={item.id}
            item={item}
            balance={balance}
            isLocked={isLocked}
            onAsk={() => {
              exchange.clear()
              setAsked(item)
              setOpen(true)
            }}
          />
        ))}
      </Rows>
      <p className={styles.note}>{isOffline ? pointsText('offline') : pointsText('exchange.note')}</p>
      {asked && (
        <Question
          isOpen={isOpen}
          isRecommended
          onClose={() => setOpen(false)}
          title={pointsText('exchange.ask', { points: formatCount(asked.points), reward: rewardText(asked.reward) })}
          text={pointsText('exchange.askText', { rest: formatCount(Math.max(0, balance - asked.points)) })}
          action={pointsText('exchange.confirm')}
          onConfirm={() => confirm(asked.id)}
        />
      )}
    </Panel>
  )
}

interface ItemRowProps {
  readonly item: Item
  readonly balance: number
  readonly isLocked: boolean
  readonly onAsk: () => void
}

function ItemRow({ item, balance, isLocked, onAsk }: ItemRowProps) {
  const { points, reward, left, limit, used } = item
  const obstacle = pointsObstacle({ points, balance, left, used, limit })
  const Icon = reward.currency === 'COIN' ? Coins : Ticket
  const name = rewardText(reward)
  const notes = [
    pointsText('exchange.left', { left: formatCount(left) }),
    pointsText('exchange.limit', { limit, used }),
  ]
  return (
    <Row
      lead={<Icon size={20} aria-hidden="true" />}
      title={name}
      note={notes.join(' · ')}
      isWrapped
      end={
        <span className={styles.end}>
          <b className={styles.price}>{pointsText('count', { points: formatCount(points) })}</b>
          {obstacle === null ? (
            <Button
              size="small"
              kind="outline"
              disabled={isLocked}
              aria-haspopup="dialog"
              aria-label={pointsText('exchange.name', { reward: name })}
              onClick={onAsk}
            >
              {pointsText('exchange.action')}
            </Button>
          ) : (
            <small className={styles.state}>
              {obstacle === 'points'
                ? pointsText('exchange.points', { points: formatCount(points - balance) })
                : pointsText(obstacle === 'limit' ? 'exchange.day-limit' : 'exchange.sold-out')}
            </small>
          )}
        </span>
      }
    />
  )
}
