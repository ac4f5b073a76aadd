import type { WalletOrder } from '#protocol/endpoints/wallet.ts'
import { isOpen, isPayIn, isTransfer, stateOf } from '#protocol/wallet/order-states.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { useCachedData } from '#state/data/use-cached-data.ts'
import { useMemberData } from '#state/data/use-member-data.ts'
import { serverNow } from '#transport/client.ts'
import { CopyIcon } from '#ui/button/CopyButton.tsx'
import { Fact, Facts } from '#ui/page/Facts.tsx'
import { Amount } from '../Amount.tsx'
import { kindText, timeText } from './order-texts.ts'

/** Number, way, amounts and times of an order. */
export function OrderFacts({ order }: { readonly order: WalletOrder }) {
  const { orderNo, kind, status, currency, amount, fee, account, createdAt, expireAt } = order
  const isDone = stateOf(kind, status) === 'success'
  const amountName = isPayIn(kind) ? walletText('deposit.order.amount') : walletText('withdraw.confirm.amount')
  return (
    <Facts layout="ruled" label={walletText('records.detail.facts')}>
      <Fact name={walletText('records.detail.number')}>
        {orderNo} <CopyIcon text={orderNo} name={walletText('records.detail.number')} />
      </Fact>
      <Way order={order} />
      {account !== '' && <Fact name={walletText('records.detail.account')}>{account}</Fact>}
      <Fact name={isTransfer(kind) ? walletText('records.column.amount') : amountName}>
        <Amount value={amount} currency={currency} isInFull />
      </Fact>
      {/* An order that has failed has taken no fee. */}
      {!isTransfer(kind) && (isDone || isOpen(kind, status)) && (
        <>
          <Fact name={walletText('records.detail.fee')}>
            <Amount value={fee} currency={currency} isInFull />
          </Fact>
          <Fact name={walletText(isDone ? 'withdraw.order.paid' : 'withdraw.order.net')}>
            <Amount value={amount - fee} currency={currency} isInFull />
          </Fact>
        </>
      )}
      <Fact name={walletText('records.detail.created')}>{timeText(createdAt, serverNow())}</Fact>
      {isOpen(kind, status) && expireAt !== null && (
        <Fact name={walletText('records.detail.expires')}>{timeText(expireAt, serverNow())}</Fact>
      )}
    </Facts>
  )
}

/** The payment type, the venue, or the way of a withdrawal. */
function Way({ order: { kind, channel, currency } }: { readonly order: WalletOrder }) {
  const types = useCachedData('payType.list', isPayIn(kind) ? { currency } : null)
  const balances = useMemberData('balance.list', isTransfer(kind) ? { currency } : null)
  if (isTransfer(kind)) {
    const venue = balances.data?.venues.find(({ venueEnName }) => venueEnName === channel)
    return <Fact name={walletText('records.detail.venue')}>{venue?.venueChName ?? channel}</Fact>
  }
  const type = types.data?.list.find(({ id }) => id === channel)
  return (
    <Fact name={walletText('deposit.order.type')}>
      {isPayIn(kind) ? (type?.name ?? kindText(kind)) : wayText(kind)}
    </Fact>
  )
}

/** 普通提款, 极速提款. */
export function wayText(kind: WalletOrder['kind']): string {
  return walletText(kind === 'withdraw' ? 'withdraw.form.normal' : 'withdraw.form.fast')
}
