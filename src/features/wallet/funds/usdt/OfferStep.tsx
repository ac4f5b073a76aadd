import { CURRENCIES } from '#protocol/currency.ts'
import { QUOTE_MS } from '#protocol/wallet/conversion.ts'
import { formatClockInFull, formatMoneyInFull } from '#lib/format.ts'
import { formatLeft } from '#lib/countdown.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { Button } from '#ui/button/Button.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import { useLater } from '#ui/hooks/use-later.ts'
import { Amount, useAmountText } from '../../Amount.tsx'
import { Fact, Facts } from '#ui/page/Facts.tsx'
import funds from '../funds.module.css'
import { Unsettled } from '../Unsettled.tsx'
import { rateNumber, rateText, sourceText, spreadText } from './RateLine.tsx'
import type { Conversion, Offer } from './use-conversion.ts'
import styles from './usdt.module.css'

/** The second press of a double press for the offer does not accept it. */
const DOUBLE_PRESS_MS = 400

interface OfferStepProps {
  readonly offer: Offer
  readonly conversion: Conversion
}

/**
 * The second step of a conversion: the offer with what is taken and received, until it expires. After that the member
 * asks for a new one and confirms its rate; nothing is converted at another rate.
 */
export function OfferStep({ offer, conversion }: OfferStepProps) {
  const { quote, earlierRate } = offer
  const { from, to, amount, receive, rate, mid, spreadPpm, source } = quote
  return (
    <div className={funds.form}>
      <div className={styles.offer} data-expired={conversion.isExpired || undefined}>
        <Facts layout="lines">
          <Fact name={walletText('funds.usdt.pay')}>
            <b>
              <Amount value={amount} currency={from} isInFull />
            </b>
          </Fact>
          <Fact name={walletText('funds.usdt.receive')}>
            <b>
              <Amount value={receive} currency={to} isInFull />
            </b>
          </Fact>
          <Fact name={walletText('funds.usdt.rate')}>{`${rateText(rate)} · ${sourceText(source)}`}</Fact>
          <Fact name={walletText('funds.usdt.spread')}>
            {walletText('funds.usdt.spreadOf', { spread: spreadText(spreadPpm), mid: rateNumber(mid) })}
          </Fact>
        </Facts>
      </div>
      {earlierRate !== null && earlierRate !== rate && (
        <output className={styles.changed}>
          {walletText('funds.usdt.rateChanged', { before: rateNumber(earlierRate), after: rateNumber(rate) })}
        </output>
      )}
      <LeastAmount offer={offer} />
      {conversion.unsettled === null ? (
        <OfferActions key={quote.quoteId} conversion={conversion} offer={offer} />
      ) : (
        <UnsettledConversion conversion={conversion} offer={offer} />
      )}
    </div>
  )
}

/** How long the offer is valid, and the button that accepts it or asks for a new one. */
function OfferActions({ offer: { quote }, conversion }: OfferStepProps) {
  const { isExpired, leftMs, failure, isConverting, isQuoting, askAgain, accept, reset } = conversion
  const isSettled = useLater(DOUBLE_PRESS_MS)
  const left = formatLeft(Math.min(leftMs, QUOTE_MS))
  return (
    <>
      <p className={styles.until} role={isExpired ? 'alert' : undefined}>
        {isExpired
          ? walletText('funds.usdt.expired')
          : walletText('funds.usdt.validUntil', { clock: formatClockInFull(quote.expiresAt), left })}
      </p>
      {failure && <FormFailure failure={failure} />}
      <div className={funds.buttons}>
        <Button
          kind="primary"
          size="large"
          isLoading={isConverting || isQuoting || !isSettled}
          onClick={isExpired ? askAgain : accept}
        >
          {walletText(isExpired ? 'funds.usdt.askAgain' : 'funds.usdt.accept')}
        </Button>
        <Button size="large" disabled={isConverting || isQuoting} onClick={reset}>
          {walletText('funds.usdt.change')}
        </Button>
      </div>
    </>
  )
}

function UnsettledConversion({ conversion, offer: { quote } }: OfferStepProps) {
  const textOf = useAmountText()
  return (
    <Unsettled
      text={walletText('funds.usdt.sent', {
        pay: textOf({ value: quote.amount, currency: quote.from, isInFull: true }),
        receive: textOf({ value: quote.receive, currency: quote.to, isInFull: true }),
      })}
      isBusy={conversion.isConverting}
      onRepeat={conversion.repeat}
    />
  )
}

/** A conversion from before a reload, whose offer is not known any more. Its outcome replaces it. */
export function EarlierConversion({ conversion }: Pick<OfferStepProps, 'conversion'>) {
  const textOf = useAmountText()
  const { unsettled, isConverting, repeat } = conversion
  if (unsettled === null) return null
  const pay = textOf({ value: unsettled.amount, currency: unsettled.from, isInFull: true })
  return (
    <div className={funds.form}>
      <Unsettled
        text={walletText('funds.usdt.sentBefore', { pay, currency: unsettled.to })}
        isBusy={isConverting}
        onRepeat={repeat}
      />
    </div>
  )
}

/** Why less is taken than was asked for: the rest would not yield another unit of the other currency. */
function LeastAmount({ offer: { quote, asked } }: { readonly offer: Offer }) {
  const textOf = useAmountText()
  if (quote.amount >= asked) return null
  return (
    <p className={funds.text}>
      {walletText('funds.usdt.least', {
        amount: textOf({ value: quote.amount, currency: quote.from, isInFull: true }),
        rest: textOf({ value: asked - quote.amount, currency: quote.from, isInFull: true }),
        unit: formatMoneyInFull(1, CURRENCIES[quote.to]),
      })}
    </p>
  )
}
