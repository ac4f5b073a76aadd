import { ArrowLeftRight, Download, Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { walletText } from '#messages/zh/wallet.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Fact, Facts } from '#ui/page/Facts.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { ErrorLine } from '#ui/state/ErrorLine.tsx'
import { Loading } from '#ui/state/Skeleton.tsx'
import { Amount, HideAmounts, useAmountText } from '../Amount.tsx'
import type { MoneyByPlace } from './use-money-by-place.ts'
import styles from './BalancePanel.module.css'

const PLACES = ['available', 'locked', 'interest', 'inVenues'] as const
const NAMES = {
  available: 'home.balance.available',
  locked: 'home.balance.locked',
  interest: 'home.balance.interest',
  inVenues: 'home.balance.venues',
} as const

interface BalancePanelProps {
  readonly balances: MoneyByPlace
  /** The choice of the currency. */
  readonly choice: ReactNode
}

/** What is available, and where the rest of the member's money is. The parts add up to the total. */
export function BalancePanel({ balances, choice }: BalancePanelProps) {
  const { currency, available, total, failure, isLoading, retry } = balances
  const isFirstLoad = total === null && failure === null
  return (
    <Panel title={walletText('home.balance.title')} aside={<HideAmounts />} isLead>
      <div className={styles.body}>
        {choice}
        <p className={styles.main}>
          <span className={styles.label}>{walletText('home.balance.available')}</span>
          <b className={styles.figure}>
            <Amount value={available} currency={currency} />
          </b>
        </p>
        <Ways currency={currency} />
        {/* The places are shown from the start, so that nothing below moves when the amounts arrive. */}
        <div className={styles.where}>
          <Places balances={balances} isReserved={total === 0} />
          {total === 0 && <Empty />}
        </div>
        {/* The dashes in place of the amounts are what is seen while they load. */}
        {isFirstLoad && <Loading className="visually-hidden">{null}</Loading>}
        {failure && (
          <ErrorLine
            message={walletText(available === null ? 'home.failed' : 'home.balance.partFailed')}
            failure={failure}
            isRetrying={isLoading}
            onRetry={retry}
          />
        )}
      </div>
    </Panel>
  )
}

function Ways({ currency }: Pick<MoneyByPlace, 'currency'>) {
  const to = (path: string) => `/app/wallet/${path}?currency=${currency}`
  return (
    <div className={styles.ways}>
      <Link className={buttonClass({ kind: 'primary', size: 'large' })} to={to('deposit')}>
        <Download size={18} aria-hidden="true" />
        {walletText('home.balance.deposit')}
      </Link>
      <Link className={buttonClass({ size: 'large' })} to={to('withdraw')}>
        <Upload size={18} aria-hidden="true" />
        {walletText('home.balance.withdraw')}
      </Link>
      <Link className={buttonClass({ size: 'large' })} to={to('transfer')}>
        <ArrowLeftRight size={18} aria-hidden="true" />
        {walletText('home.balance.transfer')}
      </Link>
    </div>
  )
}

/** The way to play money. */
function Empty() {
  return (
    <p className={styles.empty}>
      <b>{walletText('home.balance.emptyTitle')}</b>
      {walletText('home.balance.emptyText')}
    </p>
  )
}

interface PlacesProps {
  readonly balances: MoneyByPlace
  /** Takes its room without being seen. */
  readonly isReserved: boolean
}

function Places({ balances, isReserved }: PlacesProps) {
  const { currency, total, locked } = balances
  const isHidden = useAmountText()({ value: 1, currency }) === '••••'
  return (
    <div className={styles.places} data-reserved={isReserved || undefined} aria-hidden={isReserved || undefined}>
      <h3 className={styles.label}>{walletText('home.balance.where')}</h3>
      {/* The widths would show what the member hides. */}
      <div className={styles.bar} aria-hidden="true">
        {!isHidden &&
          PLACES.filter((place) => (balances[place] ?? 0) > 0).map((place) => (
            <span key={place} className={styles[place]} style={{ flexGrow: (balances[place] ?? 0) / (total || 1) }} />
          ))}
      </div>
      <Facts className={styles.list}>
        {PLACES.map((place) => (
          <Fact key={place} name={<span className={styles[place]}>{walletText(NAMES[place])}</span>}>
            <Amount value={balances[place]} currency={currency} />
          </Fact>
        ))}
        <Fact name={walletText('home.balance.total')} isLead>
          <Amount value={total} currency={currency} />
        </Fact>
      </Facts>
      {locked !== null && locked > 0 && <p className={styles.note}>{walletText('home.balance.lockedNote')}</p>}
    </div>
  )
}
