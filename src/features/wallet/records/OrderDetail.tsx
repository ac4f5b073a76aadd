import { Copy } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { CODES } from '#protocol/codes.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { WalletOrder } from '#protocol/endpoints/wallet.ts'
import { siteDateTimeOf } from '#protocol/time.ts'
import { eventsOf, isTerminal, ORDER_LETTERS, type OrderActor } from '#protocol/wallet/order-states.ts'
import { copyText } from '#lib/copy-text.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { failureText } from '#state/data/failure-text.ts'
import { onForeground } from '#state/data/reconnect.ts'
import { useCachedData } from '#state/data/use-cached-data.ts'
import { type ServerData, useServerData } from '#state/data/use-server-data.ts'
import { buttonClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { LoadStates } from '#ui/LoadStates.tsx'
import { Panel } from '#ui/Panel.tsx'
import { toast } from '#ui/toast-manager.ts'
import { Amount, HideAmounts, useAmountText } from '../Amount.tsx'
import { Fact } from '../Fact.tsx'
import { kindText, OrderStatus, statusText } from '../OrderStatus.tsx'
import styles from './records.module.css'

type Detail = DataOf<'dealRecord.detail'>
type Posting = Detail['postings'][number]

/** An open order is read again this often while it is shown. */
const REFRESH_MS = 5_000

/** The order, read again while it can change. */
function useOrder(orderNo: string): ServerData<Detail> {
  const query = useServerData('dealRecord.detail', { orderNo })
  const { data, retry } = query
  const isOpen = data !== null && !isTerminal(data.order.kind, data.order.status)
  useEffect(() => {
    if (!isOpen) return
    const timer = setInterval(() => {
      if (!document.hidden) retry()
    }, REFRESH_MS)
    const stop = onForeground(retry)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [isOpen, retry])
  return query
}

/** One order: its facts, its events and the postings of the member in plain words (S7.75). */
export function OrderDetail({ orderNo }: { readonly orderNo: string }) {
  const query = useOrder(orderNo)
  const { data, failure } = query
  if (failure !== null && (failure.code === CODES.NOT_FOUND || failure.code === CODES.PARAM_ERROR)) {
    return (
      <Panel>
        <EmptyState
          title={walletText('records.detail.gone')}
          text={walletText('records.detail.goneText')}
          scene="search"
          level={2}
        />
      </Panel>
    )
  }
  if (data === null) {
    return (
      <Panel>
        <LoadStates
          query={query}
          failed={walletText('records.detail.failed')}
          message={failureText(failure, walletText('records.list.failedText'))}
          rows={5}
          height={52}
        />
      </Panel>
    )
  }
  return (
    <div className={styles.detail}>
      <Facts order={data.order} />
      <div className={styles.side}>
        <Events detail={data} />
        <Postings detail={data} />
      </div>
    </div>
  )
}

function Facts({ order }: { readonly order: WalletOrder }) {
  const { orderNo, kind, status, currency, amount, fee, account, createdAt, updatedAt, expireAt } = order
  const isOpen = !isTerminal(kind, status)
  const copy = async () => {
    const isCopied = await copyText(orderNo)
    toast({
      text: walletText(isCopied ? 'records.detail.copied' : 'records.detail.copyFailed'),
      ...(isCopied && { tone: 'success' as const }),
    })
  }
  return (
    <Panel title={kindText(kind)} aside={<HideAmounts />} isLead>
      <div className={styles.sum}>
        <b>
          <Amount value={amount} currency={currency} isInFull />
        </b>
        <OrderStatus kind={kind} status={status} isLead />
      </div>
      {isOpen && <p className={styles.note}>{walletText('records.detail.open')}</p>}
      <dl className={styles.facts} aria-label={walletText('records.detail.facts')}>
        <Fact name={walletText('records.detail.number')}>
          <span className={styles.code}>{orderNo}</span>
          <IconButton
            size="small"
            label={walletText('records.detail.copy')}
            icon={<Copy size={16} />}
            onClick={() => void copy()}
          />
        </Fact>
        {fee > 0 && (
          <Fact name={walletText('records.detail.fee')}>
            <Amount value={fee} currency={currency} isInFull />
          </Fact>
        )}
        <Channel order={order} />
        {account !== '' && <Fact name={walletText('records.detail.account')}>{account}</Fact>}
        <Fact name={walletText('records.detail.created')}>{siteDateTimeOf(createdAt)}</Fact>
        <Fact name={walletText('records.detail.updated')}>{siteDateTimeOf(updatedAt)}</Fact>
        {isOpen && expireAt !== null && (
          <Fact name={walletText('records.detail.expires')}>{siteDateTimeOf(expireAt)}</Fact>
        )}
      </dl>
      <Handle order={order} />
    </Panel>
  )
}

const isTransfer = ({ kind }: WalletOrder): boolean => ORDER_LETTERS[kind] === 'T'
const isPayIn = ({ kind }: WalletOrder): boolean => kind === 'deposit' || kind === 'speedDeposit'

/** The name of the payment type, or of the venue. A withdrawal has its account instead. */
function Channel({ order }: { readonly order: WalletOrder }) {
  const { channel, currency } = order
  const types = useCachedData('payType.list', isPayIn(order) ? { currency } : null)
  const balances = useServerData('balance.list', isTransfer(order) ? { currency } : null)
  if (isTransfer(order)) {
    const venue = balances.data?.venues.find(({ venueEnName }) => venueEnName === channel)
    return <Fact name={walletText('records.detail.venue')}>{venue?.venueChName ?? channel}</Fact>
  }
  if (!isPayIn(order)) return null
  const type = types.data?.list.find(({ id }) => id === channel)
  return <Fact name={walletText('records.detail.channel')}>{type?.name ?? channel}</Fact>
}

/** The way to the page of the order, if the member can do something there. */
function Handle({ order }: { readonly order: WalletOrder }) {
  const { orderNo, kind, status } = order
  if (isTransfer(order) || eventsOf(kind, status, 'member').length === 0) return null
  const page = isPayIn(order) ? 'deposit' : 'withdraw'
  return (
    <div className={styles.handle}>
      <Link className={buttonClass({ kind: 'primary' })} to={`/app/wallet/${page}/${orderNo}`}>
        {walletText('records.detail.handle')}
      </Link>
    </div>
  )
}

const ACTORS: readonly OrderActor[] = ['member', 'operator', 'adapter', 'system']

function Events({ detail: { order, events } }: { readonly detail: Detail }) {
  return (
    <Panel title={walletText('records.event.title')}>
      <ol className={styles.events}>
        {events.map(({ to, event, actor, note, at }, index) => {
          const by = ACTORS.find((one) => one === actor)
          return (
            // oxlint-disable-next-line react/no-array-index-key -- events are only added at the end
            <li key={index} data-event={event}>
              <b>{statusText(order.kind, to)}</b>
              <small>{[by && walletText(`records.event.${by}`), siteDateTimeOf(at)].filter(Boolean).join(' · ')}</small>
              {note !== '' && <p>{note}</p>}
            </li>
          )
        })}
      </ol>
    </Panel>
  )
}

function After({ value, currency }: { readonly value: number; readonly currency: WalletOrder['currency'] }) {
  const amountText = useAmountText()
  return <small>{walletText('records.posting.after', { amount: amountText({ value, currency }) })}</small>
}

function accountName(account: string): string {
  if (account === 'main' || account === 'locked') return walletText(`records.posting.${account}`)
  return account.startsWith('venue:')
    ? walletText('records.posting.venue', { name: account.slice(6) })
    : walletText('records.posting.other')
}

/** The posting in plain words: 从中心钱包冻结, 存入中心钱包. */
export function postingText({ type, account, amount }: Pick<Posting, 'type' | 'account' | 'amount'>): string {
  return walletText(`records.moved.${type}${amount < 0 ? 'Out' : 'In'}`, { account: accountName(account) })
}

function Postings({ detail: { order, postings } }: { readonly detail: Detail }) {
  const { currency } = order
  const total = postings.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <Panel title={walletText('records.posting.title')}>
      {postings.length === 0 ? (
        <p className={styles.note}>{walletText('records.posting.none')}</p>
      ) : (
        <>
          <ul className={styles.postings}>
            {postings.map((posting, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- postings are only added at the end
              <li key={index}>
                <span>
                  {postingText(posting)}
                  <small>{siteDateTimeOf(posting.at)}</small>
                </span>
                <span>
                  <b>
                    <Amount value={posting.amount} currency={currency} withPlus />
                  </b>
                  <After value={posting.balanceAfter} currency={currency} />
                </span>
              </li>
            ))}
          </ul>
          <p className={styles.total}>
            {walletText('records.posting.total')}
            <b>
              <Amount value={total} currency={currency} withPlus />
            </b>
          </p>
        </>
      )}
    </Panel>
  )
}
