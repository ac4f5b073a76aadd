import { useAtomValue } from 'jotai'
import { CreditCard, Wallet } from 'lucide-react'
import { type ComponentType, type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import type { SettleCurrency } from '#protocol/currency.ts'
import { offeredChains } from '#protocol/rules/site-offers.ts'
import { currencyLabels } from '#lib/currency-labels.ts'
import { walletText } from '#messages/zh/wallet.ts'
import type { ServerData } from '#state/data/use-server-data.ts'
import { useMemberData } from '#state/data/use-member-data.ts'
import { useBindingWizard } from '#state/session/binding.ts'
import { loadSecurity, type SecurityOverview } from '#state/session/security.ts'
import { entrancesAtom } from '#state/site/entrances.ts'
import { siteConfigAtom } from '#state/site/site-config.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { Sheet } from '#ui/overlay/Sheet.tsx'
import { toast } from '#ui/overlay/toast-manager.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { Row, Rows } from '#ui/page/Rows.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { lazyPanel } from '#ui/state/lazy-part.tsx'
import { Loaded } from '#ui/state/Loaded.tsx'
import { Badge } from '#ui/text/Badge.tsx'
import { type Account, AccountChange, type Change } from './AccountChange.tsx'
import { type AccountFormProps, CardForm } from './CardForm.tsx'
import styles from './cards.module.css'

const AddressForm = lazyPanel<AccountFormProps>(async () => (await import('./AddressForm.tsx')).AddressForm)

interface PanelProps {
  readonly security: SecurityOverview
}

/** Whether accounts may be changed: the withdrawal password is set, or the site asks for none. */
function useMayChange({ hasWithdrawPassword }: SecurityOverview): boolean {
  return !useAtomValue(entrancesAtom).withdrawPassword || hasWithdrawPassword
}

/** Bank cards of the member (S7.73). */
export function CardPanel({ security }: PanelProps) {
  const query = useMemberData('bankCard.list', {})
  const openWizard = useBindingWizard()
  const { realName } = security
  const isAllowed = useMayChange(security)
  const accounts = query.data?.list.map(({ id, bankName, branch, holder, last4, isDefault }): Account => ({
    id,
    name: `${bankName} ${walletText('cards.list.ending', { last4 })}`,
    title: bankName,
    note: [walletText('cards.list.ending', { last4 }), holder, branch].filter(Boolean).join(' · '),
    isDefault,
  }))
  return (
    <AccountPanel
      currency="CNY"
      query={query}
      accounts={accounts ?? null}
      canChange={isAllowed}
      canAdd={isAllowed && realName !== null}
      Form={CardForm}
      realName={realName ?? ''}
    >
      {isAllowed && realName === null && (
        <div className={styles.need}>
          <p>{walletText('cards.need.name')}</p>
          <Button
            kind="primary"
            aria-haspopup="dialog"
            onClick={() => void openWizard(['userRealNameBind']).then(() => loadSecurity())}
          >
            {walletText('cards.need.nameOpen')}
          </Button>
        </div>
      )}
    </AccountPanel>
  )
}

/** USDT addresses of the member (S7.74, S3.27). Hidden if the site has none and the member neither. */
export function AddressPanel({ security }: PanelProps) {
  const isAllowed = useMayChange(security)
  const query = useMemberData('virtualCurrency.list', {})
  const isOffered = offeredChains(useAtomValue(siteConfigAtom)).length > 0
  if (!isOffered && (query.data?.list.length ?? 0) === 0) return null
  const accounts = query.data?.list.map(({ id, chain, alias, last4, isDefault }): Account => ({
    id,
    name: `${chain} ${walletText('cards.list.ending', { last4 })}`,
    title: alias === '' ? chain : `${chain} · ${alias}`,
    note: walletText('cards.list.ending', { last4 }),
    isDefault,
  }))
  return (
    <AccountPanel
      currency="USDT"
      query={query}
      accounts={accounts ?? null}
      canChange={isAllowed}
      canAdd={isAllowed && isOffered}
      Form={AddressForm}
      realName={security.realName ?? ''}
    >
      {!isOffered && <p className={styles.need}>{walletText('cards.list.closed')}</p>}
    </AccountPanel>
  )
}

/** All changes need the withdrawal password, if the site has one (S5.17). */
export function PasswordNeeded() {
  return (
    <Panel title={walletText('cards.page.prepare')}>
      <div className={styles.need}>
        <p>{walletText('cards.need.pin')}</p>
        <Link className={buttonClass({ kind: 'primary' })} to="/app/security/withdraw">
          {walletText('cards.need.pinLink')}
        </Link>
      </div>
    </Panel>
  )
}

const TEXTS = {
  CNY: {
    title: 'cards.list.cards',
    empty: 'cards.list.cardsEmpty',
    sheet: 'cards.card.title',
    added: 'cards.card.added',
    Icon: CreditCard,
  },
  USDT: {
    title: 'cards.list.addresses',
    empty: 'cards.list.addressesEmpty',
    sheet: 'cards.address.title',
    added: 'cards.address.added',
    Icon: Wallet,
  },
} as const

interface AccountPanelProps {
  readonly currency: SettleCurrency
  readonly query: ServerData<{ readonly max: number }>
  /** Null until loaded. */
  readonly accounts: readonly Account[] | null
  readonly canChange: boolean
  readonly canAdd: boolean
  readonly Form: ComponentType<AccountFormProps>
  readonly realName: string
  /** What is missing before an account can be added. */
  readonly children: ReactNode
}

/** The accounts of one currency. At three the limit is shown instead of the form (S9.11). */
function AccountPanel(props: AccountPanelProps) {
  const { currency, query, accounts, canChange, canAdd, Form, realName, children } = props
  const [isAdding, setAdding] = useState(false)
  const [change, setChange] = useState<Change | null>(null)
  const { title, empty, sheet, added } = TEXTS[currency]
  const { data, retry } = query
  const max = data?.max ?? 0
  const isFull = accounts !== null && accounts.length >= max
  const count = accounts !== null && <span>{walletText('cards.list.count', { count: accounts.length, max })}</span>
  const done = () => {
    setAdding(false)
    toast({ text: walletText(added), tone: 'success' })
    retry()
  }
  return (
    <Panel title={walletText(title)} aside={count}>
      <Loaded query={query} title={walletText('cards.list.failed')} height={52} />
      {accounts?.length === 0 && <EmptyState title={walletText(empty)} text={walletText('cards.list.emptyText')} />}
      {accounts !== null && accounts.length > 0 && (
        <AccountRows currency={currency} accounts={accounts} canChange={canChange} onChange={setChange} />
      )}
      {accounts !== null && children}
      {accounts !== null && canAdd && (
        <div className={styles.foot}>
          {isFull ? (
            walletText('cards.list.limit', { reason: currencyLabels(currency).accountLimit, max })
          ) : (
            <Button aria-haspopup="dialog" onClick={() => setAdding(true)}>
              {currencyLabels(currency).accountAdd}
            </Button>
          )}
        </div>
      )}
      <Sheet isOpen={isAdding} onOpenChange={setAdding} title={walletText(sheet)}>
        {isAdding && <Form realName={realName} onDone={done} onUnknown={retry} />}
      </Sheet>
      {change !== null && (
        <AccountChange currency={currency} change={change} onClose={() => setChange(null)} onChanged={retry} />
      )}
    </Panel>
  )
}

interface AccountRowsProps {
  readonly currency: SettleCurrency
  readonly accounts: readonly Account[]
  readonly canChange: boolean
  readonly onChange: (change: Change) => void
}

function AccountRows({ currency, accounts, canChange, onChange }: AccountRowsProps) {
  const { title, Icon } = TEXTS[currency]
  return (
    <Rows label={walletText(title)}>
      {accounts.map((account) => (
        <Row
          key={account.id}
          lead={<Icon size={20} aria-hidden="true" />}
          title={
            <>
              {account.title} {account.isDefault && <Badge tone="accent">{walletText('cards.list.default')}</Badge>}
            </>
          }
          note={account.note}
          end={
            canChange && (
              <>
                {!account.isDefault && (
                  <Button
                    size="small"
                    kind="quiet"
                    aria-haspopup="dialog"
                    aria-label={walletText('cards.list.preferOf', { name: account.name })}
                    onClick={() => onChange({ kind: 'prefer', account })}
                  >
                    {walletText('cards.list.prefer')}
                  </Button>
                )}
                <Button
                  size="small"
                  kind="quiet"
                  aria-haspopup="dialog"
                  aria-label={walletText('cards.list.removeOf', { name: account.name })}
                  onClick={() => onChange({ kind: 'remove', account })}
                >
                  {walletText('cards.list.remove')}
                </Button>
              </>
            )
          }
        />
      ))}
    </Rows>
  )
}
