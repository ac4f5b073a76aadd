import { Link } from 'react-router-dom'
import { walletText } from '#messages/zh/wallet.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { useAmountText } from '../Amount.tsx'
import { OrderFacts, wayText } from '../order/OrderFacts.tsx'
import { OrderHead } from '../order/OrderHead.tsx'
import { OrderTimeline } from '../order/OrderTimeline.tsx'
import { OrderColumn, OrderView } from '../order/OrderView.tsx'
import { placeText, statusText } from '../order/order-texts.ts'
import { OrderActions } from './OrderActions.tsx'

/** One withdrawal of the member: where the money is, what the member can do, and each step. Keyed by its number. */
export function OrderScreen({ orderNo }: { readonly orderNo: string }) {
  const amountText = useAmountText()
  const action = (
    <Link className={buttonClass({ kind: 'primary' })} to="/app/wallet/records?type=withdraw">
      {walletText('withdraw.page.records')}
    </Link>
  )
  return (
    <OrderView
      orderNo={orderNo}
      kinds={['withdraw', 'fastWithdraw']}
      missing={{ title: walletText('withdraw.order.missing'), text: walletText('withdraw.order.missingText'), action }}
    >
      {({ detail, apply }) => {
        const { order } = detail
        return (
          <>
            <OrderColumn>
              <OrderHead
                order={order}
                name={wayText(order.kind)}
                title={statusText(order.kind, order.status)}
                text={placeText(order, amountText)}
              >
                <OrderActions order={order} apply={apply} />
                <OrderFacts order={order} />
              </OrderHead>
            </OrderColumn>
            <OrderColumn>
              <OrderTimeline detail={detail} />
            </OrderColumn>
          </>
        )
      }}
    </OrderView>
  )
}
