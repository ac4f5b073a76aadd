import { WalletMinimal } from 'lucide-react'
import { Link } from 'react-router-dom'
import { walletText } from '#messages/zh/wallet.ts'
import { useMemberData } from '#state/data/use-member-data.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { MoreLink } from '#ui/button/MoreLink.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { Row, Rows } from '#ui/page/Rows.tsx'
import { Loaded } from '#ui/state/Loaded.tsx'
import { Badge } from '#ui/text/Badge.tsx'
import funds from '../funds.module.css'
const CARDS = '/app/wallet/cards?currency=USDT'

/** The addresses that USDT can be withdrawn to (S3.27, S9.11). They are managed on the page of the cards. */
export function AddressPanel() {
  const query = useMemberData('virtualCurrency.list', {})
  const list = query.data?.list ?? null
  return (
    <Panel
      title={walletText('funds.address.title')}
      aside={<MoreLink to={CARDS}>{walletText('funds.address.manage')}</MoreLink>}
    >
      <Loaded query={query} title={walletText('funds.address.loadFailed')} height={52} />
      {list?.length === 0 && (
        <div className={funds.form}>
          <p className={funds.text}>{walletText('funds.address.empty')}</p>
          <Link className={buttonClass({ isWide: true })} to={CARDS}>
            {walletText('funds.address.add')}
          </Link>
        </div>
      )}
      <Rows>
        {(list ?? []).map(({ id, chain, alias, last4, isDefault }) => (
          <Row
            key={id}
            lead={<WalletMinimal size={20} aria-hidden="true" />}
            title={alias || walletText('funds.address.unnamed', { chain })}
            note={walletText('funds.address.note', { chain, last4 })}
            end={isDefault && <Badge>{walletText('funds.address.default')}</Badge>}
          />
        ))}
      </Rows>
    </Panel>
  )
}
