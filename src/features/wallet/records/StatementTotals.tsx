import type { DataOf } from '#protocol/endpoints/table.ts'
import { CURRENCIES } from '#protocol/currency.ts'
import { commonText } from '#messages/zh/common.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { Amount, useAmountText } from '../Amount.tsx'
import { recordTypeText } from './record-text.ts'
import { Fact, Facts } from '#ui/page/Facts.tsx'
import styles from './statement.module.css'

export type Statement = DataOf<'responsible.statement'>
type Totals = Statement['currencies'][number]

/** A currency that the member has used. */
const isUsed = ({ opening, closing, lines }: Totals): boolean => opening !== 0 || closing !== 0 || lines.length > 0

/** Opening balance, lines and closing balance by currency; they add up. Unused currencies are left out. */
export function StatementTotals({ statement }: { readonly statement: Statement }) {
  const used = statement.currencies.filter(isUsed)
  if (used.length === 0) return <p className={styles.empty}>{walletText('records.statement.noLines')}</p>
  return (
    <div className={styles.totals}>
      {used.map((totals) => (
        <CurrencyTotals key={totals.currency} totals={totals} />
      ))}
    </div>
  )
}

function CurrencyTotals({ totals }: { readonly totals: Totals }) {
  const { currency, opening, closing, lines } = totals
  const amountText = useAmountText()
  const change = lines.reduce((sum, { amount }) => sum + amount, 0)
  const name = currency === 'COIN' ? commonText('coin.unit') : `${CURRENCIES[currency].chName} ${currency}`
  const balance = (value: number) => <Amount value={value} currency={currency} isInFull />
  const sum = {
    opening: amountText({ value: opening, currency, isInFull: true }),
    change: amountText({ value: change, currency, isInFull: true }),
    closing: amountText({ value: closing, currency, isInFull: true }),
  }
  return (
    <section aria-label={name}>
      <h3 className={styles.currency}>{name}</h3>
      <Facts className={styles.lines}>
        <Fact name={walletText('records.statement.opening')} isLead>
          {balance(opening)}
        </Fact>
        {lines.map(({ type, amount, count }) => (
          <Fact key={type} name={walletText('records.statement.line', { name: recordTypeText(type), count })}>
            {amount > 0 && <span aria-hidden="true">+</span>}
            {balance(amount)}
          </Fact>
        ))}
        {lines.length === 0 && <Fact name={walletText('records.statement.noLines')}>{balance(0)}</Fact>}
        <Fact name={walletText('records.statement.closing')} isLead>
          {balance(closing)}
        </Fact>
      </Facts>
      <p className={styles.sum}>{walletText('records.statement.sum', sum)}</p>
    </section>
  )
}
