import { formatKickoff } from '#lib/format.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { serverNow } from '#transport/client.ts'
import { MoreLink } from '#ui/button/MoreLink.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { Row, Rows } from '#ui/page/Rows.tsx'
import { Loaded } from '#ui/state/Loaded.tsx'
import { Amount } from '../../Amount.tsx'
import { kindText } from '../../order/order-texts.ts'
import { OrderStatus } from '../../order/OrderStatus.tsx'
import { orderPath } from '../../order/use-orders.ts'
import funds from '../funds.module.css'
import styles from './transfer.module.css'
import type { Transfers } from './use-transfers.ts'

const SHOWN = 5

interface RecentTransfersProps {
  readonly transfers: Transfers
  readonly venueName: (venueEnName: string) => string
}

/** The newest transfers in both currencies. */
export function RecentTransfers({ transfers, venueName }: RecentTransfersProps) {
  const { list } = transfers
  return (
    <Panel
      title={walletText('funds.recent.title')}
      aside={<MoreLink to="/app/wallet/records">{walletText('funds.recent.all')}</MoreLink>}
    >
      <Loaded query={{ ...transfers, data: list }} title={walletText('funds.recent.loadFailed')} rows={3} height={52} />
      {list?.length === 0 && (
        <div className={funds.body}>
          <p className={funds.text}>{walletText('funds.recent.empty')}</p>
        </div>
      )}
      <Rows>
        {(list ?? []).slice(0, SHOWN).map(({ orderNo, kind, status, channel, amount, currency, createdAt }) => (
          <Row
            key={orderNo}
            to={orderPath({ kind, orderNo })}
            title={`${kindText(kind)} · ${venueName(channel)}`}
            note={formatKickoff(createdAt, serverNow())}
            end={
              <span className={styles.outcome}>
                <b>
                  <Amount value={amount} currency={currency} />
                </b>
                <OrderStatus kind={kind} status={status} />
              </span>
            }
          />
        ))}
      </Rows>
    </Panel>
  )
}
