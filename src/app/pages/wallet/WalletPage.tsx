import { useAtomValue } from 'jotai'
import { walletText } from '#messages/zh/wallet.ts'
import { BalancePanel } from '#features/wallet/home/BalancePanel.tsx'
import { useMoneyByPlace } from '#features/wallet/home/use-money-by-place.ts'
import { VenuePanel } from '#features/wallet/home/VenuePanel.tsx'
import { type OpenOrders as Orders, useOpenOrders } from '#features/wallet/order/use-orders.ts'
import { CurrencyChoice, useWalletCurrency } from '#features/wallet/use-wallet-currency.tsx'
import { isHeldAtom } from '#state/data/use-member-data.ts'
import { useSettled } from '#ui/hooks/use-settled.ts'
import { WalletEntries } from './WalletEntries.tsx'
import { WalletFrame } from './WalletFrame.tsx'
import { MoreLink } from '#ui/button/MoreLink.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { ErrorLine } from '#ui/state/ErrorLine.tsx'
import { Loading, Skeleton } from '#ui/state/Skeleton.tsx'
import { OrderRows } from '#features/wallet/order/OrderRows.tsx'
import styles from './WalletPage.module.css'

/** `/app/wallet`: where the member's money is, open orders, and the ways to every screen of the wallet. */
export function WalletPage() {
  return (
    <WalletFrame title={walletText('home.title')} lead={walletText('home.lead')} isEarly hasLinks back={null}>
      <Overview />
    </WalletFrame>
  )
}

function Overview() {
  const [currency, setCurrency] = useWalletCurrency()
  const orders = useOpenOrders()
  const balances = useMoneyByPlace(currency, orders.revision)
  const isSettled = useSettled()
  const isHeld = useAtomValue(isHeldAtom)
  return (
    <div className={styles.grid}>
      <div className={styles.column}>
        <BalancePanel balances={balances} choice={<CurrencyChoice currency={currency} onChange={setCurrency} />} />
        <OpenOrders orders={orders} />
      </div>
      {isSettled && (
        <>
          <WalletEntries currency={currency} />
          <div className={styles.column} inert={isHeld}>
            <VenuePanel key={currency} balances={balances} orders={orders} />
          </div>
        </>
      )}
    </div>
  )
}

/** The orders that still change, each with a link to its screen. Nothing if there are none. */
function OpenOrders({ orders }: { readonly orders: Orders }) {
  const { open, failure, isLoading, retry } = orders
  if (open === null && failure === null) {
    return (
      <Loading>
        <Skeleton height="100px" shape="plate" />
      </Loading>
    )
  }
  if (open?.length === 0) return null
  return (
    <Panel
      title={walletText('home.orders.title')}
      aside={<MoreLink to="/app/wallet/records">{walletText('home.orders.all')}</MoreLink>}
    >
      {open === null && failure && (
        <ErrorLine
          message={walletText('home.orders.failed')}
          failure={failure}
          isRetrying={isLoading}
          onRetry={retry}
        />
      )}
      <OrderRows orders={open ?? []} label={walletText('home.orders.title')} />
    </Panel>
  )
}
