import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { Failure } from '#protocol/result.ts'
import { SECOND_MS } from '#protocol/time.ts'
import { gamesText } from '#messages/zh/games.ts'
import { clockAtom } from '#state/data/clock.ts'
import { oldDataAtom } from '#state/data/old-reads.ts'
import { useMoneyCall } from '#state/data/use-money-call.ts'
import { call } from '#transport/client.ts'
import { Button } from '#ui/button/Button.tsx'
import { Spinner } from '#ui/button/Spinner.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import { useLater } from '#ui/hooks/use-later.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { useAmountText } from '../Amount.tsx'
import styles from './games.module.css'

type Detail = DataOf<'bet.detail'>
type Offer = DataOf<'bet.cashOutQuote'>

/** The second press of a double press for the offer does not accept it. */
const DOUBLE_PRESS_MS = 400

interface CashOutProps {
  readonly detail: Detail
  readonly onDone: (bet: Detail['bet']) => void
  /** Reads the bet again, for example after a refusal. */
  readonly onStale: () => void
}

/** The open offer of a bet, and what can be done with it. */
function useCashOut({ detail: { bet }, onDone, onStale }: CashOutProps) {
  const { betId } = bet
  const [offer, setOffer] = useState<Offer | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [refusal, setRefusal] = useState<Failure | null>(null)
  const take = useMoneyCall(
    'bet.cashOut',
    ({ bet: after }) => {
      setOffer(null)
      onDone(after)
    },
    (params) => params.betId === betId,
  )
  const { failure: refused, unsettled } = take
  // A refused offer is used or wrong by now.
  useEffect(() => {
    if (refused !== null && unsettled === null) onStale()
  }, [refused, unsettled, onStale])
  return {
    offer,
    isBusy: take.isBusy || isAsking,
    isUnsettled: unsettled !== null,
    /** The early settlement of another bet is not confirmed. */
    isLocked: take.isLocked,
    failure: unsettled === null ? (refused ?? refusal) : null,
    async ask() {
      setAsking(true)
      setRefusal(null)
      take.clear()
      const result = await call('bet.cashOutQuote', { betId })
      setAsking(false)
      setOffer(result.ok ? result.data : null)
      setRefusal(result.ok ? null : result)
    },
    take: () => offer && void take.send({ betId, quoteId: offer.quoteId }),
    repeat: () => unsettled && void take.send(unsettled),
    cancel: () => setOffer(null),
  }
}

/**
 * Early settlement of an open bet: an offer with its expiry by the clock of the server, which the member accepts or not
 * (I9). A member has one open offer.
 */
export function CashOut(props: CashOutProps) {
  const { bet, cashOut } = props.detail
  const textOf = useAmountText()
  const isHeld = useAtomValue(oldDataAtom) !== null
  const controller = useCashOut(props)
  const { offer, failure, isBusy, isLocked } = controller
  const amountOf = (value: number) => textOf({ value, currency: bet.currency, isInFull: true })
  return (
    <Panel title={gamesText('cashOut.title')}>
      <div className={styles.cashOut}>
        {controller.isUnsettled ? (
          <output className={styles.offer}>
            <Spinner />
            {gamesText('cashOut.unsettled')}
            <Button size="small" isLoading={isBusy} onClick={controller.repeat}>
              {gamesText('cashOut.repeat')}
            </Button>
          </output>
        ) : offer !== null ? (
          <OfferView
            key={offer.quoteId}
            offer={offer}
            amount={amountOf(offer.amount)}
            isBusy={isBusy}
            isLocked={isLocked}
            onTake={controller.take}
            onAgain={() => void controller.ask()}
            onCancel={controller.cancel}
          />
        ) : (
          <>
            <p>
              {cashOut === null ? gamesText('cashOut.none') : gamesText('cashOut.now', { amount: amountOf(cashOut) })}
            </p>
            <div className={styles.buttons}>
              <Button
                kind="primary"
                isLoading={isBusy}
                disabled={cashOut === null || isHeld || isLocked}
                onClick={() => void controller.ask()}
              >
                {gamesText('cashOut.ask')}
              </Button>
            </div>
          </>
        )}
        {failure !== null && <FormFailure failure={failure} />}
        <p className={styles.muted}>{gamesText(isLocked ? 'cashOut.locked' : 'cashOut.note')}</p>
      </div>
    </Panel>
  )
}

interface OfferViewProps {
  readonly offer: Offer
  readonly amount: string
  readonly isBusy: boolean
  readonly isLocked: boolean
  readonly onTake: () => void
  readonly onAgain: () => void
  readonly onCancel: () => void
}

function OfferView({ offer, amount, isBusy, isLocked, onTake, onAgain, onCancel }: OfferViewProps) {
  const now = useAtomValue(clockAtom)
  const seconds = Math.ceil(Math.max(0, offer.expiresAt - now) / SECOND_MS)
  const isExpired = seconds === 0
  const isSettled = useLater(DOUBLE_PRESS_MS)
  return (
    <>
      <div className={styles.offer} data-expired={isExpired || undefined}>
        <span>{gamesText('cashOut.offer')}</span>
        <b>{amount}</b>
      </div>
      <p className={styles.muted} role={isExpired ? 'alert' : 'timer'}>
        {isExpired ? gamesText('cashOut.expired') : gamesText('cashOut.left', { seconds })}
      </p>
      <div className={styles.buttons}>
        {isExpired ? (
          <Button kind="primary" isLoading={isBusy} disabled={isLocked} onClick={onAgain}>
            {gamesText('cashOut.again')}
          </Button>
        ) : (
          <Button kind="primary" isLoading={isBusy || !isSettled} disabled={isLocked} onClick={onTake}>
            {gamesText('cashOut.take', { amount })}
          </Button>
        )}
        <Button disabled={isBusy} onClick={onCancel}>
          {gamesText('cashOut.cancel')}
        </Button>
      </div>
    </>
  )
}
