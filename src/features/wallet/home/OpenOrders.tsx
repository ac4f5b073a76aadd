import { walletText } from '#messages/zh/wallet.ts'
import { ErrorLine } from '#ui/ErrorLine.tsx'
import { MoreLink } from '#ui/MoreLink.tsx'
import { Panel } from '#ui/Panel.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import { OrderRows } from '../order/OrderRows.tsx'
import type { OpenOrders as Orders } from '../order/use-orders.ts'

/** The orders that still change, each with a link to its screen. Nothing if there are none. */
export function OpenOrders({ orders }: { readonly orders: Orders }) {
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
