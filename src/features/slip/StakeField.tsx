import { Delete } from 'lucide-react'
import { useId } from 'react'
import { CURRENCIES, type SettleCurrency } from '#protocol/currency.ts'
import { amountText, amountTyped, enteredAmount, isAmountWhileTyping } from '#protocol/rules/amount.ts'
import { MAX_RETURN, MIN_STAKE } from '#protocol/sports/bet-terms.ts'
import { formatMoney } from '#lib/format.ts'
import { slipText } from '#messages/zh/slip.ts'
import { useTyped } from '#ui/field/use-typed.ts'
import type { SlipBet } from './slip-model.ts'
import styles from './StakeField.module.css'
import type { SlipController } from './use-slip.ts'

/** Quick stakes in whole units of the currency. */
const QUICK: Readonly<Record<SettleCurrency, readonly number[]>> = { CNY: [10, 50, 100, 500], USDT: [1, 10, 50, 100] }
const MAX_CHARACTERS = 12

/** A short amount without zero cents: ¥50. */
const shortMoney = (amount: number, currency: SettleCurrency) =>
  formatMoney(amount, CURRENCIES[currency]).replace(/\.00$/, '')

/** Why the stake is refused; null if it is not. */
function problemText({ stake, bounds }: SlipBet, currency: SettleCurrency): string | null {
  if (stake.problem === 'invalid') return slipText('stake.invalid')
  if (bounds === null) return null
  if (stake.problem === 'below') return slipText('stake.below', { amount: shortMoney(bounds.min, currency) })
  if (stake.problem !== 'above') return null
  const limit = (MAX_RETURN * bounds.min) / MIN_STAKE
  return slipText('stake.above', { amount: shortMoney(bounds.max, currency), limit: shortMoney(limit, currency) })
}

interface StakeFieldProps {
  readonly controller: SlipController
  readonly bet: SlipBet
  /** What the stake is for. */
  readonly name: string
  /** The field is filled by the pad below it, so no keyboard opens. */
  readonly hasPad: boolean
}

/** The stake of a bet with its return. The line below has the limits, or why the stake is refused. */
export function StakeField({ controller, bet, name, hasPad }: StakeFieldProps) {
  const { currency, slip, setStake, setActive, active, placing } = controller
  const messageId = useId()
  const value = bet.id === null ? slip.parlayStake : (slip.stakes[bet.id] ?? '')
  const typed = useTyped({
    value,
    read: amountTyped,
    onValueChange: (next) => setStake(bet.id, next.slice(0, MAX_CHARACTERS)),
  })
  const problem = problemText(bet, currency)
  return (
    <div className={styles.stake}>
      <div className={styles.line}>
        <label
          className={styles.box}
          data-invalid={problem !== null || undefined}
          data-active={(hasPad && active === bet.id) || undefined}
        >
          <span className={styles.name}>{slipText('stake')}</span>
          <span aria-hidden="true">{CURRENCIES[currency].symbols}</span>
          <input
            {...typed}
            className={styles.input}
            aria-label={slipText('stakeOf', { pick: name })}
            aria-invalid={problem !== null || undefined}
            aria-describedby={messageId}
            inputMode={hasPad ? 'none' : 'decimal'}
            autoComplete="off"
            placeholder="0"
            disabled={placing.isBusy || placing.unsettled !== null}
            onFocus={() => setActive(bet.id)}
          />
        </label>
        <span className={styles.return}>
          <span>{slipText('return')}</span>
          <b>{bet.stake.maxReturn === 0 ? '—' : formatMoney(bet.stake.maxReturn, CURRENCIES[currency])}</b>
        </span>
      </div>
      <p id={messageId} className={styles.message} data-invalid={problem !== null || undefined} aria-live="polite">
        {problem ??
          (bet.bounds &&
            slipText('stake.bounds', {
              min: shortMoney(bet.bounds.min, currency),
              max: shortMoney(bet.bounds.max, currency),
            }))}
      </p>
    </div>
  )
}

/** The stake with a quick stake added, within the limits and the balance. */
function useQuickStakes({ currency, bets, active, slip, setStake, balance }: SlipController) {
  const { decimals } = CURRENCIES[currency]
  const bet = bets.find(({ id }) => id === active)
  const typed = active === null ? slip.parlayStake : (slip.stakes[active] ?? '')
  const put = (minor: number) => setStake(active, amountText(minor, decimals))
  const max = bet?.bounds ? Math.min(bet.bounds.max, balance.value ?? bet.bounds.max) : null
  return {
    typed,
    add(whole: number) {
      const now = /^\d+(?:\.\d{0,2})?$/.test(typed) ? enteredAmount(typed.replace(/\.$/, ''), decimals, 0) : 0
      put(now + whole * 10 ** decimals)
    },
    max: max === null || max <= 0 ? null : () => put(max),
    type: (next: string) => {
      if (isAmountWhileTyping(next) && next.length <= MAX_CHARACTERS) setStake(active, next)
    },
  }
}

interface QuickProps {
  readonly controller: SlipController
}

/** Buttons that add to the stake of the active field. */
export function QuickStakes({ controller }: QuickProps) {
  const { currency, placing } = controller
  const quick = useQuickStakes(controller)
  const isHeld = placing.isBusy || placing.unsettled !== null
  return (
    <fieldset className={styles.quick} aria-label={slipText('quick')} disabled={isHeld}>
      {QUICK[currency].map((whole) => {
        const text = shortMoney(whole * 10 ** CURRENCIES[currency].decimals, currency)
        return (
          <button
            key={whole}
            type="button"
            className={styles.chip}
            aria-label={slipText('quick.add', { amount: text })}
            onClick={() => quick.add(whole)}
          >
            {`+${whole}`}
          </button>
        )
      })}
      <button type="button" className={styles.chip} disabled={quick.max === null} onClick={() => quick.max?.()}>
        {slipText('quick.max')}
      </button>
    </fieldset>
  )
}

/** Digits of the pad row by row. */
const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '0'] as const

/** The number pad of phones for the active stake field. */
export function NumberPad({ controller }: QuickProps) {
  const quick = useQuickStakes(controller)
  const { placing } = controller
  const type = (digit: string) => {
    if (digit === '.') return quick.type(quick.typed === '' ? '0.' : `${quick.typed}.`)
    quick.type(quick.typed === '0' ? digit : quick.typed + digit)
  }
  return (
    <fieldset
      className={styles.pad}
      aria-label={slipText('pad')}
      disabled={placing.isBusy || placing.unsettled !== null}
    >
      {DIGITS.map((digit) => (
        <button
          key={digit}
          type="button"
          className={styles.key}
          aria-label={digit === '.' ? slipText('pad.point') : undefined}
          onClick={() => type(digit)}
        >
          {digit}
        </button>
      ))}
      <button
        type="button"
        className={styles.key}
        aria-label={slipText('pad.delete')}
        onClick={() => quick.type(quick.typed.slice(0, -1))}
      >
        <Delete size={20} aria-hidden="true" />
      </button>
    </fieldset>
  )
}
