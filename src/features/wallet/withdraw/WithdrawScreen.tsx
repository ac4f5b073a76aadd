import { useAtomValue } from 'jotai'
import { Link } from 'react-router-dom'
import { currencyLabels } from '#lib/currency-labels.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { useMemberData } from '#state/data/use-member-data.ts'
import { entrancesAtom } from '#state/site/entrances.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Fact, Facts } from '#ui/page/Facts.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Loaded } from '#ui/state/Loaded.tsx'
import { Amount, HideAmounts, useAmountText } from '../Amount.tsx'
import { CurrencyChoice, useWalletCurrency } from '../use-wallet-currency.tsx'
import { FastList, OpenList } from './OrderLists.tsx'
import { boundsText, type Terms } from './terms.ts'
import { useWithdrawCalls, type WithdrawCalls } from './use-withdrawal.ts'
import { WithdrawForm } from './WithdrawForm.tsx'
import styles from './withdraw.module.css'

/** A new withdrawal, its rules, and the fast withdrawals so far (S7.70, S7.71). */
export function WithdrawScreen() {
  const [currency, setCurrency] = useWalletCurrency()
  const query = useMemberData('withdraw.prepare', { currency })
  const calls = useWithdrawCalls()
  // After a change of the currency the data is that of the other one until the response arrives.
  const terms = query.data?.currency === currency ? query.data : null
  return (
    <>
      <CurrencyChoice currency={currency} onChange={setCurrency} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <Panel title={walletText('withdraw.form.title')} aside={<HideAmounts />} isLead>
            <Loaded query={{ ...query, data: terms }} title={walletText('withdraw.page.failed')} rows={5} height={72} />
            {terms && <WithdrawBody key={currency} terms={terms} calls={calls} onChanged={query.retry} />}
          </Panel>
        </div>
        <div className={styles.column}>
          <OpenList />
          {terms && <RulesPanel terms={terms} />}
          <FastList />
        </div>
      </div>
    </>
  )
}

interface WithdrawBodyProps {
  readonly terms: Terms
  readonly calls: WithdrawCalls
  readonly onChanged: () => void
}

/** The form, or what is missing before it. */
function WithdrawBody({ terms, calls, onChanged }: WithdrawBodyProps) {
  const { currency, available, hasWithdrawPassword, accounts } = terms
  const { account, accountAdd } = currencyLabels(currency)
  const { withdrawPassword: isPasswordAsked } = useAtomValue(entrancesAtom)
  return (
    <>
      <p className={styles.available}>
        {walletText('withdraw.form.available')}
        <b>
          <Amount value={available} currency={currency} />
        </b>
      </p>
      {isPasswordAsked && !hasWithdrawPassword ? (
        <EmptyState
          title={walletText('withdraw.need.pinTitle')}
          text={walletText('withdraw.need.pinText')}
          action={
            <Link className={buttonClass({ kind: 'primary' })} to="/app/security/withdraw">
              {walletText('withdraw.need.pinLink')}
            </Link>
          }
        />
      ) : accounts.length === 0 ? (
        <EmptyState
          title={walletText('withdraw.need.account', { account })}
          text={walletText('withdraw.need.accountText')}
          action={
            <Link className={buttonClass({ kind: 'primary' })} to={`/app/wallet/cards?currency=${currency}`}>
              {accountAdd}
            </Link>
          }
        />
      ) : (
        <WithdrawForm terms={terms} calls={calls} onChanged={onChanged} />
      )}
    </>
  )
}

function RulesPanel({ terms }: { readonly terms: Terms }) {
  const { currency, dailyLeft, turnoverLeft, feeRate } = terms
  const text = useAmountText()
  return (
    <Panel title={walletText('withdraw.rules.title')}>
      <Facts layout="panel">
        <Fact name={walletText('withdraw.rules.range')}>{boundsText(terms)}</Fact>
        <Fact name={walletText('withdraw.rules.daily')}>
          <Amount value={dailyLeft} currency={currency} />
        </Fact>
        <Fact name={walletText('withdraw.rules.fee')}>
          {feeRate === 0 ? walletText('withdraw.rules.feeNone') : `${feeRate / 100}%`}
        </Fact>
        <Fact name={walletText('withdraw.rules.turnover')}>
          {turnoverLeft === 0
            ? walletText('withdraw.rules.turnoverNone')
            : walletText('withdraw.rules.turnoverLeft', { left: text({ value: turnoverLeft, currency }) })}
        </Fact>
      </Facts>
      <p className={styles.note}>{walletText('withdraw.rules.reserve')}</p>
      <p className={styles.note}>{walletText('withdraw.rules.open')}</p>
    </Panel>
  )
}
