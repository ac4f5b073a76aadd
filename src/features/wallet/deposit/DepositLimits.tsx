import { ShieldCheck } from 'lucide-react'
import { useAtomValue } from 'jotai'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import type { SettleCurrency } from '#protocol/currency.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { formatClock, formatDate } from '#lib/format.ts'
import { wdt } from '#lib/messages/wallet-deposit.ts'
import { tabStorage } from '#state/data/tab-storage.ts'
import { memberAtom } from '#state/session/session.ts'
import { Button } from '#ui/Button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Panel } from '#ui/Panel.tsx'
import { useAmountText } from '../Amount.tsx'
import styles from './deposit.module.css'

export type Responsible = DataOf<'responsible.get'>

const SKIPPED = 'deposit-limit-skipped'

/** Annex I: members are asked for a limit before their first deposit. `skip` is remembered in this tab. */
export function useFirstLimit(rules: Responsible | null): { readonly isAsked: boolean; readonly skip: () => void } {
  const userId = useAtomValue(memberAtom)?.userId ?? ''
  const [skippedBy, setSkippedBy] = useState(() => tabStorage()?.getItem(SKIPPED) ?? '')
  return {
    isAsked: rules !== null && rules.hasNoLimit && !rules.hasDeposited && skippedBy !== userId,
    skip: () => {
      tabStorage()?.setItem(SKIPPED, userId)
      setSkippedBy(userId)
    },
  }
}

/** The question before the first deposit. It can be skipped. */
export function FirstLimit({ onSkip }: { readonly onSkip: () => void }) {
  return (
    <Advice title={wdt('limit.firstTitle')} text={wdt('limit.firstText')}>
      <Link className={buttonClass({ kind: 'primary' })} to="/app/responsible">
        {wdt('limit.set')}
      </Link>
      <Button onClick={onSkip}>{wdt('limit.skip')}</Button>
    </Advice>
  )
}

interface AdviceProps {
  readonly title: string
  readonly text: string
  /** Links and buttons. */
  readonly children: ReactNode
}

/** A panel in place of the form, with the ways on. */
function Advice({ title, text, children }: AdviceProps) {
  return (
    <Panel>
      <div className={styles.first}>
        <span className={styles.picture} aria-hidden="true">
          <ShieldCheck size={20} />
        </span>
        <div>
          <h2>{title}</h2>
          <p>{text}</p>
          <div className={styles.ways}>{children}</div>
        </div>
      </div>
    </Panel>
  )
}

/** What the lowest deposit limit leaves. It is in CNY. */
export function LimitLeft({ remaining, currency }: { readonly remaining: number; readonly currency: SettleCurrency }) {
  const amount = useAmountText()({ value: remaining, currency: 'CNY' })
  return (
    <p className={styles.limit}>
      {wdt(currency === 'CNY' ? 'limit.left' : 'limit.leftUsdt', { amount })}
      <Link to="/app/responsible">{wdt('limit.manage')}</Link>
    </p>
  )
}

/** A time-out or self-exclusion: deposits are refused, withdrawals are not (I10). */
export function Excluded({ rules: { exclusion, serverTime } }: { readonly rules: Responsible }) {
  if (exclusion === null) return null
  const { kind, until } = exclusion
  const text = (end: number) => {
    const values = { until: `${formatDate(end, serverTime)} ${formatClock(end)}` }
    return kind === 'timeOut' ? wdt('limit.timeOut', values) : wdt('limit.excluded', values)
  }
  return (
    <Advice title={until === null ? wdt('limit.forever') : text(until)} text={wdt('limit.withdrawable')}>
      <Link className={buttonClass({ kind: 'primary' })} to="/app/wallet/withdraw">
        {wdt('limit.withdraw')}
      </Link>
      <Link className={buttonClass()} to="/app/responsible">
        {wdt('limit.manage')}
      </Link>
    </Advice>
  )
}
