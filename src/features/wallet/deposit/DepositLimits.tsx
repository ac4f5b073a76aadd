import { ShieldCheck } from 'lucide-react'
import { useSetAtom } from 'jotai'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { CODES } from '#protocol/codes.ts'
import type { SettleCurrency } from '#protocol/currency.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { PlayStop } from '#protocol/wallet/play-stop.ts'
import { playStopText } from '#messages/zh/play-stop.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { stopEnd, stopTitle } from '#lib/play-stop-text.ts'
import { tabStorage } from '#state/data/tab-storage.ts'
import { useLikelyMemberId } from '#state/data/use-member-data.ts'
import { isCheckWantedAtom } from '#state/session/session.ts'
import { serverNow } from '#transport/client.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { useAmountText } from '../Amount.tsx'
import styles from './deposit.module.css'

export type Responsible = DataOf<'responsible.get'>

const SKIPPED = 'deposit-limit-skipped'

/** Annex I: members are asked for a limit before their first deposit. `skip` is remembered in this tab. */
export function useFirstLimit(rules: Responsible | null): { readonly isAsked: boolean; readonly skip: () => void } {
  const userId = useLikelyMemberId() ?? ''
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
    <Advice title={walletText('deposit.limit.firstTitle')} text={walletText('deposit.limit.firstText')}>
      <Link className={buttonClass({ kind: 'primary' })} to="/app/responsible">
        {walletText('deposit.limit.set')}
      </Link>
      <Button onClick={onSkip}>{walletText('deposit.limit.skip')}</Button>
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
      {walletText(currency === 'CNY' ? 'deposit.limit.left' : 'deposit.limit.leftUsdt', { amount })}
      <Link to="/app/responsible">{walletText('deposit.limit.manage')}</Link>
    </p>
  )
}

/** What stops deposits: an exclusion, the session or deposit limit, or a reality check. Withdrawals stay possible (I10). */
export function Stopped({ stop }: { readonly stop: PlayStop }) {
  const setWanted = useSetAtom(isCheckWantedAtom)
  return (
    <Advice title={stopTitle(stop)} text={`${stopEnd(stop, serverNow())}。${walletText('deposit.limit.withdrawable')}`}>
      {stop.code === CODES.RG_CHECK_DUE ? (
        <Button kind="primary" onClick={() => setWanted(true)}>
          {playStopText('answer')}
        </Button>
      ) : (
        <Link className={buttonClass({ kind: 'primary' })} to="/app/wallet/withdraw">
          {walletText('deposit.limit.withdraw')}
        </Link>
      )}
      <Link className={buttonClass()} to="/app/responsible">
        {walletText('deposit.limit.manage')}
      </Link>
    </Advice>
  )
}
