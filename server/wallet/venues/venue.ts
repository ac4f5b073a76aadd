import type { OrderKind } from '#protocol/wallet/order-states.ts'
import type { PaymentState } from '../payments/adapter.ts'

/** A transfer between the centre and a venue. The order number is the idempotency key. */
export interface VenueTransfer {
  readonly orderNo: string
  readonly kind: OrderKind
  readonly memberId: string
  readonly venueEnName: string
  readonly currency: 'CNY' | 'USDT'
  /** Minor units. */
  readonly amount: number
}

/** The wallet of the venues. Both methods may be repeated and may reject; the outcome is then unknown. */
export interface VenueWallet {
  /** Executes a transfer once per order number. */
  transfer(transfer: VenueTransfer): Promise<PaymentState>
  query(transfer: VenueTransfer): Promise<PaymentState>
}
