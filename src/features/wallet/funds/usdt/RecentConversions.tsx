import { CURRENCIES } from '#protocol/currency.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { formatKickoff } from '#lib/format.ts'
import { walletText } from '#messages/zh/wallet.ts'
import type { ServerData } from '#state/data/use-server-data.ts'
import { serverNow } from '#transport/client.ts'
import { MoreLink } from '#ui/button/MoreLink.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { Row, Rows } from '#ui/page/Rows.tsx'
import { Loaded } from '#ui/state/Loaded.tsx'
import { Amount } from '../../Amount.tsx'
import funds from '../funds.module.css'
import { rateText } from './RateLine.tsx'
import styles from './usdt.module.css'

const SHOWN = 5

/** The newest conversions: what was given and received, the rate and the time. */
export function RecentConversions({ query }: { readonly query: ServerData<DataOf<'usdt.records'>> }) {
  const list = query.data?.list ?? null
  return (
    <Panel
      title={walletText('funds.converted.title')}
      aside={<MoreLink to="/app/wallet/records?type=convert">{walletText('funds.converted.all')}</MoreLink>}
    >
      <Loaded query={query} title={walletText('funds.converted.loadFailed')} rows={3} height={52} />
      {list?.length === 0 && (
        <div className={funds.body}>
          <p className={funds.text}>{walletText('funds.converted.empty')}</p>
        </div>
      )}
      <Rows label={walletText('funds.converted.title')}>
        {(list ?? []).slice(0, SHOWN).map(({ id, from, to, amount, receive, rate, at }) => (
          <Row
            key={id}
            title={walletText('funds.converted.pair', { from: CURRENCIES[from].chName, to: CURRENCIES[to].chName })}
            note={`${formatKickoff(at, serverNow())} · ${rateText(rate)}`}
            end={
              <span className={styles.amounts}>
                <b>
                  <Amount value={receive} currency={to} withPlus />
                </b>
                <small>
                  <Amount value={-amount} currency={from} />
                </small>
              </span>
            }
          />
        ))}
      </Rows>
    </Panel>
  )
}
