import { WalletMinimal } from 'lucide-react'
import { Link } from 'react-router-dom'
import { wf } from '#lib/messages/wallet-funds.ts'
import { failureText } from '#state/data/failure-text.ts'
import { useMemberData } from '#state/data/use-member-data.ts'
import { Badge } from '#ui/Badge.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { LoadStates } from '#ui/LoadStates.tsx'
import { MoreLink } from '#ui/MoreLink.tsx'
import { Panel } from '#ui/Panel.tsx'
import { Row, Rows } from '#ui/Rows.tsx'
import funds from '../funds.module.css'

const NO_PARAMS = {}
const CARDS = '/app/wallet/cards?currency=USDT'

/** The addresses that USDT can be withdrawn to (S3.27, S9.11). They are managed on the page of the cards. */
export function AddressPanel() {
  const query = useMemberData('virtualCurrency.list', NO_PARAMS)
  const list = query.data?.list ?? null
  return (
    <Panel title={wf('address.title')} aside={<MoreLink to={CARDS}>{wf('address.manage')}</MoreLink>}>
      <LoadStates
        query={query}
        failed={wf('address.loadFailed')}
        message={failureText(query.failure, wf('address.loadFailed'))}
        rows={2}
        height={52}
      />
      {list?.length === 0 && (
        <div className={funds.form}>
          <p className={funds.text}>{wf('address.empty')}</p>
          <Link className={buttonClass({ isWide: true })} to={CARDS}>
            {wf('address.add')}
          </Link>
        </div>
      )}
      <Rows>
        {(list ?? []).map(({ id, chain, alias, last4, isDefault }) => (
          <Row
            key={id}
            lead={<WalletMinimal size={20} aria-hidden="true" />}
            title={alias || wf('address.unnamed', { chain })}
            note={wf('address.note', { chain, last4 })}
            end={isDefault && <Badge>{wf('address.default')}</Badge>}
          />
        ))}
      </Rows>
    </Panel>
  )
}
