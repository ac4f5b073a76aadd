import type { ReactNode } from 'react'
import { isNotFound } from '#lib/failures.ts'
import type { OrderKind } from '#protocol/wallet/order-states.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Loaded } from '#ui/state/Loaded.tsx'
import { type ApplyOrder, type OrderDetail, useOrder } from './use-order.ts'
import styles from './order.module.css'

export interface ShownOrder {
  readonly detail: OrderDetail
  readonly apply: ApplyOrder
}

interface OrderViewProps {
  readonly orderNo: string
  /** Orders of other kinds do not exist on this screen. */
  readonly kinds: readonly OrderKind[]
  readonly missing: { readonly title: string; readonly text: string; readonly action?: ReactNode }
  /** The two columns of the screen. */
  readonly children: (order: ShownOrder) => ReactNode
}

/** One order of the member, its loading and its failure. Keyed by its number. */
export function OrderView({ orderNo, kinds, missing, children }: OrderViewProps) {
  const { apply, ...query } = useOrder(orderNo)
  const { data, failure } = query
  // A malformed number is refused as a parameter.
  const isUnknown = isNotFound(failure)
  if (data === null ? isUnknown : !kinds.includes(data.order.kind)) {
    return (
      <Panel>
        <EmptyState {...missing} scene="search" level={2} />
      </Panel>
    )
  }
  if (data === null) {
    const failed = walletText('withdraw.order.failed')
    return (
      <Panel>
        <Loaded query={query} title={failed} rows={5} height={52} />
      </Panel>
    )
  }
  return <div className={styles.columns}>{children({ detail: data, apply })}</div>
}

/** One of the two columns. */
export function OrderColumn({ children }: { readonly children: ReactNode }) {
  return <div className={styles.column}>{children}</div>
}
