import { useAtomValue, useSetAtom } from 'jotai'
import { CircleCheck, CircleX, Hourglass, X } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { CURRENCIES } from '#protocol/currency.ts'
import { amountText } from '#protocol/rules/amount.ts'
import { LIVE_DELAY_SECONDS } from '#protocol/sports/bet-terms.ts'
import { SECOND_MS } from '#protocol/time.ts'
import { betLegTexts, betTitle } from '#lib/match/bet-text.ts'
import { formatMoney, formatOdds } from '#lib/format.ts'
import { slipText } from '#messages/zh/slip.ts'
import { clockAtom } from '#state/data/clock.ts'
import { removeReceiptAtom, slipAtom, type SlipLeg } from '#state/slip/slip-atoms.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import styles from './Receipts.module.css'
import { ShowBet } from './ShowBet.tsx'
import type { Bet } from './use-placing.ts'
import type { Receipt } from './use-receipts.ts'

interface ReceiptsProps {
  readonly receipts: readonly Receipt[]
  /** The room in which accepted bets can be shown. */
  readonly chatRoomNo?: string | undefined
}

/** The bets placed from this slip: waiting with a countdown, accepted, or not accepted with the reason. */
export function Receipts({ receipts, chatRoomNo }: ReceiptsProps) {
  if (receipts.length === 0) return null
  return (
    <ul className={styles.receipts} aria-label={slipText('receipt.list')}>
      {receipts.map(({ betId, bet, hasFailed }) => (
        <li key={betId} className={styles.receipt} data-bet={betId} data-state={bet?.state}>
          {bet === null ? (
            hasFailed ? (
              <Dismissable betId={betId}>{slipText('receipt.failed')}</Dismissable>
            ) : (
              <Skeleton height="60px" shape="plate" />
            )
          ) : (
            <ReceiptCard bet={bet} chatRoomNo={chatRoomNo} />
          )}
        </li>
      ))}
    </ul>
  )
}

function Dismissable({ betId, children }: { readonly betId: string; readonly children: ReactNode }) {
  const remove = useSetAtom(removeReceiptAtom)
  return (
    <div className={styles.head}>
      <span className={styles.state}>{children}</span>
      <IconButton
        size="small"
        label={slipText('receipt.dismiss')}
        icon={<X size={16} />}
        onClick={() => remove(betId)}
      />
    </div>
  )
}

interface ReceiptCardProps {
  readonly bet: Bet
  readonly chatRoomNo: string | undefined
}

function ReceiptCard({ bet, chatRoomNo }: ReceiptCardProps) {
  const again = useBetAgain(bet)
  const unit = CURRENCIES[bet.currency]
  const [first] = bet.legs
  const texts = first && betLegTexts(first)
  return (
    <>
      <Dismissable betId={bet.betId}>
        <BetStateText bet={bet} />
      </Dismissable>
      <div className={styles.what}>
        <b dir="auto">{betTitle(bet)}</b>
        <b className={styles.price}>{formatOdds(bet.price)}</b>
      </div>
      {bet.legs.length === 1 && texts && <p className={styles.note} dir="auto">{`${texts.market} · ${texts.match}`}</p>}
      <p className={styles.note}>
        {slipText('receipt.stake', { amount: formatMoney(bet.stake, unit) })}
        {' · '}
        {bet.state === 'rejected'
          ? slipText('receipt.back')
          : bet.state === 'pending' || bet.state === 'accepted'
            ? slipText('receipt.return', { amount: formatMoney(bet.maxReturn, unit) })
            : slipText('receipt.returned', { amount: formatMoney(bet.returned, unit) })}
      </p>
      <div className={styles.actions}>
        <button type="button" className={styles.action} onClick={again}>
          {slipText('receipt.again')}
        </button>
        <Link className={styles.action} to={`/app/records/games/${bet.betId}`}>
          {slipText('receipt.detail')}
        </Link>
        {chatRoomNo !== undefined && <ShowBet bet={bet} chatRoomNo={chatRoomNo} />}
      </div>
    </>
  )
}

/** 已接受, 未接受 with the reason, or the time until the decision by the clock of the server. */
function BetStateText({ bet }: { readonly bet: Bet }) {
  const { state, rejection } = bet
  if (state === 'pending') return <Countdown decidesAt={bet.decidesAt} />
  const Icon = state === 'rejected' ? CircleX : CircleCheck
  return (
    <>
      <Icon size={16} aria-hidden="true" />
      {[slipText(`state.${state}`), rejection && slipText(`rejection.${rejection}`)].filter(Boolean).join('：')}
    </>
  )
}

function Countdown({ decidesAt }: { readonly decidesAt: number | null }) {
  const now = useAtomValue(clockAtom)
  const seconds = decidesAt === null ? 0 : Math.ceil(Math.max(0, decidesAt - now) / SECOND_MS)
  return (
    <>
      <Hourglass size={16} aria-hidden="true" />
      {slipText('state.pending')}
      <span className={styles.left} role="timer">
        {seconds > 0 ? slipText('receipt.left', { seconds }) : slipText('receipt.deciding')}
      </span>
      <span
        className={styles.track}
        style={{ '--left': Math.min(1, seconds / LIVE_DELAY_SECONDS) } as CSSProperties}
        aria-hidden="true"
      />
    </>
  )
}

/** Fills the slip with the selections and the stake of a bet, at current prices. */
function useBetAgain(bet: Bet): () => void {
  const change = useSetAtom(slipAtom)
  return () => {
    const legs = bet.legs.map(({ selection, price, match }): SlipLeg => {
      const texts = betLegTexts({ selection, match })
      return { id: selection, price, match: texts.match, market: texts.market, pick: texts.pick }
    })
    const stake = amountText(bet.stake, CURRENCIES[bet.currency].decimals)
    const [first] = legs
    change((slip) => ({
      ...slip,
      legs,
      mode: legs.length > 1 ? 'parlay' : 'single',
      stakes: legs.length === 1 && first ? { [first.id]: stake } : {},
      parlayStake: legs.length > 1 ? stake : '',
      placed: slip.placed.filter((id) => id !== bet.betId),
    }))
  }
}
