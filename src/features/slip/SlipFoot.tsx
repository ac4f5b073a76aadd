import { useSetAtom } from 'jotai'
import { Hourglass } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'
import { CODES, PLAY_STOP_CODES } from '#protocol/codes.ts'
import { CURRENCIES } from '#protocol/currency.ts'
import type { Failure } from '#protocol/result.ts'
import { ACCEPT_MODES } from '#protocol/sports/bet-terms.ts'
import { formatMoney } from '#lib/format.ts'
import { stopEnd, stopTitle } from '#lib/play-stop-text.ts'
import { playStopText } from '#messages/zh/play-stop.ts'
import { slipText } from '#messages/zh/slip.ts'
import { failureText } from '#lib/failure-text.ts'
import { loginPath } from '#state/session/login-path.ts'
import { setAcceptModeAtom } from '#state/slip/slip-atoms.ts'
import { serverNow } from '#transport/client.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { Spinner } from '#ui/button/Spinner.tsx'
import { RadioOptions } from '#ui/choice/Choices.tsx'
import styles from './SlipFoot.module.css'
import { ParlayBet } from './SlipLegs.tsx'
import { priceOf, totalReturn, totalStake, wantedBets } from './slip-model.ts'
import { NumberPad, QuickStakes } from './StakeField.tsx'
import type { SlipController } from './use-slip.ts'

interface SlipFootProps {
  readonly controller: SlipController
  readonly hasPad: boolean
  /** The skin decides the sign-in page. */
  readonly skin: Parameters<typeof loginPath>[0]
}

/** The 串关 with its stake, quick stakes, accept mode, balance and the button that places. */
export function SlipFoot({ controller, hasPad, skin }: SlipFootProps) {
  const parlay = controller.bets.find(({ id }) => id === null)
  return (
    <div className={styles.foot}>
      {parlay && <ParlayBet controller={controller} hasPad={hasPad} bet={parlay} price={priceOf(parlay)} />}
      <QuickStakes controller={controller} />
      {hasPad && controller.isPadOpen && <NumberPad controller={controller} />}
      <AcceptChoice controller={controller} />
      <Totals controller={controller} />
      {controller.placing.unsettled === null ? (
        <PlaceButton controller={controller} skin={skin} />
      ) : (
        <Unsettled controller={controller} />
      )}
    </div>
  )
}

interface PartProps {
  readonly controller: SlipController
}

function AcceptChoice({ controller: { slip, placing } }: PartProps) {
  const setAccept = useSetAtom(setAcceptModeAtom)
  const order = ['better', 'any', 'none'] as const satisfies readonly (typeof ACCEPT_MODES)[number][]
  return (
    <fieldset className={styles.accept} disabled={placing.isBusy}>
      <legend className="visually-hidden">{slipText('accept')}</legend>
      <span aria-hidden="true">{slipText('accept')}</span>
      <RadioOptions
        className={styles.choice}
        value={slip.accept}
        choices={order.map((value) => ({ value, label: slipText(`accept.${value}`) }))}
        onChange={setAccept}
      />
    </fieldset>
  )
}

function Totals({ controller }: PartProps) {
  const { bets, currency, balance, isVisitor } = controller
  const wanted = wantedBets(bets)
  const unit = CURRENCIES[currency]
  return (
    <div className={styles.totals}>
      {bets.length > 1 && (
        <p>
          <span>{slipText('total')}</span>
          <b>{formatMoney(totalStake(wanted), unit)}</b>
        </p>
      )}
      {bets.length > 1 && (
        <p>
          <span>{slipText('return')}</span>
          <b>{formatMoney(totalReturn(wanted), unit)}</b>
        </p>
      )}
      {!isVisitor && (
        <p>
          <span>
            {slipText('balance', { venue: balance.venueName })}
            <small>{slipText('balance.demo')}</small>
          </span>
          <span className={styles.balance}>
            <b data-slip-balance={balance.value ?? undefined}>
              {balance.value === null ? '—' : formatMoney(balance.value, unit)}
            </b>
            <TransferIn controller={controller} />
          </span>
        </p>
      )}
      <TransferNote controller={controller} />
    </div>
  )
}

function TransferIn({ controller: { balance, stop } }: PartProps) {
  const text = slipText('balance.transfer')
  if (balance.value === null) return null
  // Without a balance in the centre there is nothing to transfer.
  if (balance.transfer === null || balance.center === 0) {
    return (
      <Link
        className={buttonClass({ size: 'tiny' })}
        to={balance.transfer === null ? '/app/wallet/transfer' : '/app/wallet'}
      >
        {balance.transfer === null ? text : slipText('balance.wallet')}
      </Link>
    )
  }
  return (
    <Button size="tiny" isLoading={balance.isTransferring} disabled={stop !== null} onClick={balance.transfer}>
      {text}
    </Button>
  )
}

function TransferNote({ controller: { balance, currency } }: PartProps) {
  const { transferred, failure } = balance
  const text =
    failure !== null
      ? PLAY_STOP_CODES.includes(failure.code)
        ? null
        : failureText(failure, failure.message)
      : transferred === null
        ? null
        : transferred === 0
          ? slipText('balance.none')
          : slipText('balance.transferred', { amount: formatMoney(transferred, CURRENCIES[currency]) })
  return text === null ? null : <output className={styles.note}>{text}</output>
}

/** Texts of refusals; the message of the server for all others. */
const REFUSALS = new Map<number, `refused.${'price' | 'suspended' | 'late' | 'limit' | 'balance' | 'gone'}`>([
  [CODES.ODDS_CHANGED, 'refused.price'],
  [CODES.MARKET_SUSPENDED, 'refused.suspended'],
  [CODES.BET_TOO_LATE, 'refused.late'],
  [CODES.BET_LIMIT, 'refused.limit'],
  [CODES.BALANCE_NOT_ENOUGH, 'refused.balance'],
  [CODES.NOT_FOUND, 'refused.gone'],
])

function refusalText({ code, message }: Failure): string {
  const known = REFUSALS.get(code)
  return known === undefined ? slipText('refused.other', { reason: message }) : slipText(known)
}

/** Why nothing can be placed, or why the last bet was refused. */
function PlaceNote({ controller }: PartProps) {
  const { placing, quote, isOffline, stop } = controller
  if (stop) {
    return (
      <output className={styles.stop}>
        <Hourglass size={16} aria-hidden="true" />
        <span>
          <b>{stopTitle(stop)}</b>
          {stopEnd(stop, serverNow())}
        </span>
        <Link to="/app/responsible">{playStopText('about')}</Link>
      </output>
    )
  }
  const { refusal } = placing
  if (refusal && !PLAY_STOP_CODES.includes(refusal.failure.code)) {
    return (
      <p className={styles.refusal} role="alert">
        {refusalText(refusal.failure)}
      </p>
    )
  }
  const delay = quote.quote?.delaySeconds ?? 0
  return (
    <p className={styles.note}>
      {isOffline
        ? slipText('offline')
        : quote.failure
          ? slipText('quote.failed', { reason: failureText(quote.failure, quote.failure.message) })
          : delay > 0
            ? slipText('delay', { seconds: delay })
            : ''}
    </p>
  )
}

function PlaceButton({ controller, skin }: Omit<SlipFootProps, 'hasPad'>) {
  const { isVisitor, obstacle, bets, currency, placing, isOffline, stop } = controller
  const { pathname, search } = useLocation()
  const total = totalStake(wantedBets(bets))
  if (isVisitor) {
    return (
      <>
        <PlaceNote controller={controller} />
        <Link
          className={buttonClass({ kind: 'primary', size: 'large', isWide: true })}
          to={loginPath(skin, pathname + search)}
        >
          {slipText('signIn')}
        </Link>
      </>
    )
  }
  const isPrice = obstacle === 'price'
  const label = isPrice
    ? slipText('acceptPrices')
    : isOffline
      ? slipText('obstacle.offline')
      : obstacle !== null
        ? slipText(`obstacle.${obstacle}`)
        : slipText('place', { amount: formatMoney(total, CURRENCIES[currency]) })
  return (
    <>
      <PlaceNote controller={controller} />
      <Button
        kind="primary"
        size="large"
        isWide
        isLoading={placing.isBusy}
        disabled={!isPrice && (obstacle !== null || isOffline || stop !== null)}
        onClick={isPrice ? controller.acceptPrices : controller.place}
      >
        {label}
      </Button>
    </>
  )
}

/** The outcome of the last bet is unknown: nothing else can be placed until it is known (settled 7). */
function Unsettled({ controller: { placing } }: PartProps) {
  return (
    <output className={styles.unsettled}>
      <Spinner />
      <span>
        <b>{slipText('unsettled.title')}</b>
        {slipText('unsettled.text')}
      </span>
      <Button size="small" isLoading={placing.isBusy} onClick={placing.repeat}>
        {slipText('unsettled.repeat')}
      </Button>
    </output>
  )
}
