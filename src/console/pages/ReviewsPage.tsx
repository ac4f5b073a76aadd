import { useState } from 'react'
import { REVIEW_DECISIONS } from '#protocol/console/constants.ts'
import type { ConsoleRequestOf } from '#protocol/console/table.ts'
import type { ConsoleReview } from '#protocol/console/wallet.ts'
import { CURRENCIES } from '#protocol/currency.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#protocol/time.ts'
import { eventsOf, isTransfer, type OrderKind, stateOf } from '#protocol/wallet/order-states.ts'
import { isolated } from '#messages/bidi.ts'
import { formatMoneyInFull } from '#lib/format.ts'
import { consoleWalletText } from '#messages/zh/console/wallet.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { Button } from '#ui/button/Button.tsx'
import { Fact, Facts } from '#ui/page/Facts.tsx'
import { Badge } from '#ui/text/Badge.tsx'
import { consoleCall, useConsoleData } from '../client.ts'
import { ActDialog, type DialogProps } from '../parts/ActDialog.tsx'
import { MemberLink } from '../parts/MemberLink.tsx'
import { PictureDialog } from '../parts/PictureDialog.tsx'
import { Queue } from '../parts/Queue.tsx'
import queue from '../parts/Queue.module.css'
import { Screen } from '../parts/Screen.tsx'
import { useRefresh } from '#ui/state/use-refresh.ts'
import { useConsole } from '../session.tsx'
import styles from './ReviewsPage.module.css'

const TEXT = {
  show: consoleWalletText('reviews.show'),
  open: consoleWalletText('reviews.open'),
  handled: consoleWalletText('reviews.handled'),
  emptyOpen: consoleWalletText('reviews.emptyOpen'),
  emptyHandled: consoleWalletText('reviews.emptyHandled'),
}
const REFRESH_MS = 15_000

type Decision = (typeof REVIEW_DECISIONS)[number]
type Choice = { readonly review: ConsoleReview; readonly decision: Decision }
type Proof = { readonly orderNo: string; readonly id: string }

/** Wallet orders that wait for an operator, the longest waiting first, and decisions about them. */
export function ReviewsPage() {
  const [shown, setShown] = useState<ConsoleRequestOf<'review.list'>>({ isOpen: true })
  const [choice, setChoice] = useState<Choice | null>(null)
  const [proof, setProof] = useState<Proof | null>(null)
  const query = useConsoleData('review.list', shown)
  useRefresh(query, REFRESH_MS)
  return (
    <Screen title={consoleWalletText('reviews.title')}>
      <Queue
        query={query}
        request={shown}
        text={TEXT}
        idOf={({ orderNo }) => orderNo}
        render={(review) => (
          <Review
            review={review}
            isOpen={shown.isOpen}
            onChoose={(decision) => setChoice({ review, decision })}
            onProof={(id) => setProof({ orderNo: review.orderNo, id })}
          />
        )}
        onRequest={setShown}
      />
      {choice && <DecisionDialog {...choice} onChanged={query.retry} onClose={() => setChoice(null)} />}
      {proof && (
        <PictureDialog
          title={consoleWalletText('reviews.proofTitle')}
          failed={consoleWalletText('reviews.proofFailed')}
          read={() => consoleCall('review.proof', proof)}
          onClose={() => setProof(null)}
        />
      )}
    </Screen>
  )
}

interface ReviewProps {
  readonly review: ConsoleReview
  readonly isOpen: boolean
  readonly onChoose: (decision: Decision) => void
  readonly onProof: (id: string) => void
}

function Review({ review, isOpen, onChoose, onProof }: ReviewProps) {
  const { can } = useConsole()
  const { orderNo, kind, status, currency, amount, fee, userId, memberName, proofs } = review
  const money = (value: number): string => formatMoneyInFull(value, CURRENCIES[currency])
  const decisions = REVIEW_DECISIONS.filter((one) => eventsOf(kind, status, 'operator').includes(one))
  return (
    <article className={queue.card} aria-label={`${walletText(`kind.${kind}`)} ${orderNo}`}>
      <header className={queue.head}>
        <h2>{walletText(`kind.${kind}`)}</h2>
        <Badge tone={isOpen ? 'accent' : 'neutral'}>{statusText(kind, status)}</Badge>
        <span className={styles.number}>{orderNo}</span>
      </header>
      <p className={styles.amount}>
        {money(amount)} <span className={queue.muted}>{currency}</span>
        {fee > 0 && <span className={queue.muted}>{consoleWalletText('reviews.fee', { fee: money(fee) })}</span>}
      </p>
      <p>
        <MemberLink userId={userId} name={memberName} />
      </p>
      <Waiting review={review} isOpen={isOpen} />
      <History review={review} />
      {proofs.length > 0 && (
        <div className={queue.actions}>
          {proofs.map((id, index) => (
            <Button key={id} onClick={() => onProof(id)}>
              {consoleWalletText('reviews.proof', { number: index + 1 })}
            </Button>
          ))}
        </div>
      )}
      {isOpen && can('review.decide') && (
        <div className={queue.actions}>
          {decisions.map((decision) => (
            <Button key={decision} onClick={() => onChoose(decision)}>
              {decisionText(kind, decision)}
            </Button>
          ))}
        </div>
      )}
    </article>
  )
}

function Waiting({ review, isOpen }: Pick<ReviewProps, 'review' | 'isOpen'>) {
  const { formatTime } = useConsole()
  const { kind, account, channel, createdAt, waitedMs } = review
  return (
    <Facts layout="tiles">
      {account === '' ? (
        <Fact name={consoleWalletText(isTransfer(kind) ? 'reviews.venue' : 'reviews.channel')}>{channel}</Fact>
      ) : (
        <Fact name={consoleWalletText('reviews.account')}>{account}</Fact>
      )}
      <Fact name={consoleWalletText('reviews.created')}>{formatTime(createdAt)}</Fact>
      {isOpen && <Fact name={consoleWalletText('reviews.waiting')}>{durationText(waitedMs)}</Fact>}
    </Facts>
  )
}

function History({ review: { kind, events } }: Pick<ReviewProps, 'review'>) {
  const { formatTime } = useConsole()
  return (
    <ol className={styles.history} aria-label={consoleWalletText('reviews.history')}>
      {events.map(({ to, actor, note, at }) => (
        <li key={`${at} ${to}`}>
          <span className={queue.muted}>{formatTime(at)}</span> {statusText(kind, to)}
          <span className={queue.muted}>（{consoleWalletText(`actor.${actor}` as 'actor.member')}）</span>
          {note !== '' && <q dir="auto">{note}</q>}
        </li>
      ))}
    </ol>
  )
}

function DecisionDialog({ review, decision, onChanged, onClose }: Choice & DialogProps) {
  const { orderNo, version, kind, currency, amount, memberName } = review
  const lead = consoleWalletText(`decide.${labelKind(kind)}.${decision}Lead` as 'decide.withdraw.approveLead')
  const subject = `${isolated(memberName)} · ${walletText(`kind.${kind}`)} ${formatMoneyInFull(amount, CURRENCIES[currency])}`
  return (
    <ActDialog
      title={decisionText(kind, decision)}
      description={`${subject}。${lead}${consoleWalletText('reviews.reasonSeen')}`}
      hasReason
      act={(reason) => consoleCall('review.decide', { orderNo, version, decision, reason })}
      {...{ onChanged, onClose }}
    />
  )
}

/** Transfers in both directions share their texts. */
const labelKind = (kind: OrderKind): string => (isTransfer(kind) ? 'transfer' : kind)

function decisionText(kind: OrderKind, decision: Decision): string {
  return consoleWalletText(`decide.${labelKind(kind)}.${decision}` as 'decide.withdraw.approve')
}

/** Both pair orders have the states of a pair. */
function statusText(kind: OrderKind, status: string): string {
  const group = kind === 'fastWithdraw' || kind === 'speedDeposit' ? 'pair' : labelKind(kind)
  return walletText(`status.${group}.${stateOf(kind, status) ?? ''}` as 'status.deposit.created')
}

function durationText(ms: number): string {
  if (ms >= 2 * DAY_MS) return consoleWalletText('reviews.days', { count: Math.floor(ms / DAY_MS) })
  if (ms >= 2 * HOUR_MS) return consoleWalletText('reviews.hours', { count: Math.floor(ms / HOUR_MS) })
  return consoleWalletText('reviews.minutes', { count: Math.floor(ms / MINUTE_MS) })
}
