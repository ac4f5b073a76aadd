import { type ComponentProps, useCallback, useRef } from 'react'
import { Link } from 'react-router-dom'
import { CURRENCIES, type SettleCurrency } from '#protocol/currency.ts'
import type { GameRecord } from '#protocol/endpoints/sports.ts'
import { type Result, success } from '#protocol/result.ts'
import { BET_STATES, OPEN_BET_STATES } from '#protocol/sports/bet-terms.ts'
import { siteDateTimeOf } from '#protocol/time.ts'
import { betLegTexts, betTitle } from '#lib/match/bet-text.ts'
import { classNames } from '#lib/class-names.ts'
import { gamesText } from '#messages/zh/games.ts'
import { slipText } from '#messages/zh/slip.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { useOlderPages } from '#state/data/use-older-pages.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { call, serverNow } from '#transport/client.ts'
import { Button } from '#ui/button/Button.tsx'
import { Fact, Facts } from '#ui/page/Facts.tsx'
import { ListFoot } from '#ui/page/ListFoot.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { ErrorLine } from '#ui/state/ErrorLine.tsx'
import { ErrorPanel } from '#ui/state/ErrorPanel.tsx'
import { Loading, Skeleton } from '#ui/state/Skeleton.tsx'
import { Badge } from '#ui/text/Badge.tsx'
import { failureText } from '#lib/failure-text.ts'
import { Amount } from '../Amount.tsx'
import { plainDecimals } from '../records/all-records.ts'
import records from '../records/records.module.css'
import { lastDays } from '../records/records-filter.ts'
import { type GameFilter, gameRequest, RESET_DAYS } from './game-filter.ts'
import { useVenueNames } from './GameFilterForm.tsx'
import styles from './games.module.css'

type GameRequest = NonNullable<ReturnType<typeof gameRequest>> & { readonly currency: SettleCurrency }

/** The state of a bet or a round in words; another state as it is. */
function gameStateText(state: string): string {
  if (state === 'open') return gamesText('state.open')
  const known = BET_STATES.find((one) => one === state)
  return known ? slipText(`state.${known}`) : state
}

const TONES: Readonly<Record<string, ComponentProps<typeof Badge>['tone']>> = {
  pending: 'accent',
  accepted: 'accent',
  open: 'accent',
  won: 'coin',
  'half-won': 'coin',
  rejected: 'danger',
}

export function GameState({ state }: { readonly state: string }) {
  return <Badge tone={TONES[state] ?? 'neutral'}>{gameStateText(state)}</Badge>
}

const OPEN_STATES: readonly string[] = ['open', ...OPEN_BET_STATES]

/** True while a bet or a round may still return something. */
export const isOpenState = (state: string): boolean => OPEN_STATES.includes(state)

/** What a record is about: the selection of a bet and its match, the bets of a parlay, or the game of a round. */
function recordTexts({ legs, title }: Pick<GameRecord, 'legs' | 'title'>): {
  readonly title: string
  readonly note: string
} {
  const [first] = legs ?? []
  if (!legs || !first) return { title, note: '' }
  const picks = legs.map((leg) => betLegTexts(leg).pick)
  if (legs.length > 1) return { title: betTitle({ legs }), note: picks.join('、') }
  const { pick, market, match } = betLegTexts(first)
  return { title: pick, note: `${market} · ${match}` }
}

/** Totals of the filtered venue and dates, equal to the postings of the ledger. */
export function GameTotals({ request }: { readonly request: GameRequest }) {
  const query = useServerData('gameRecord.summary', request)
  const { failure, isLoading, retry } = query
  const { currency } = request
  const data = query.isCurrent ? query.data : null
  if (data === null && failure !== null) {
    return (
      <div className={styles.totals}>
        <ErrorLine message={gamesText('totalsFailed')} failure={failure} isRetrying={isLoading} onRetry={retry} />
      </div>
    )
  }
  const amount = (value: number | null | undefined, withPlus = false) =>
    value === undefined || value === null ? '—' : <Amount value={value} currency={currency} withPlus={withPlus} />
  return (
    <Facts layout="tiles" label={gamesText('totals')} className={styles.totals}>
      <Fact name={gamesText('total.count')}>{data?.count ?? '—'}</Fact>
      <Fact name={gamesText('total.staked')}>{amount(data?.staked)}</Fact>
      <Fact name={gamesText('total.returned')}>{amount(data?.returned)}</Fact>
      <Fact name={gamesText('total.open')}>{data?.open ?? '—'}</Fact>
      <Fact name={gamesText('total.net')}>{amount(data && data.returned - data.staked, true)}</Fact>
    </Facts>
  )
}

interface GameListProps {
  readonly request: GameRequest
  readonly status: GameFilter['status']
  readonly onDates: (dates: Pick<GameFilter, 'from' | 'to'>) => void
}

/** Bets and rounds as a table on wide screens and as cards on a phone. Keyed by its filter. */
export function GameList({ request, status, onDates }: GameListProps) {
  const page = useRef(0)
  const key = JSON.stringify({ ...request, status })
  const read = useCallback(
    async (last: GameRecord | null, signal: AbortSignal) => {
      const pageNum = last === null ? 1 : page.current + 1
      const params = { ...(JSON.parse(key) as GameRequest & Pick<GameFilter, 'status'>), pageNum }
      const result = await call('gameRecord.list', params, { signal })
      if (!result.ok) return result
      page.current = pageNum
      const { list, total, pageSize } = result.data
      return success({ list, hasMore: list.length > 0 && pageNum * pageSize < total })
    },
    [key],
  )
  const { records: list, hasMore, failure, isLoading, load } = useOlderPages<GameRecord>(read)
  if (list === null) {
    if (failure === null || isLoading) return <ListLoading />
    return (
      <ErrorPanel
        title={gamesText('failed')}
        message={failureText(failure, gamesText('failed'))}
        failure={failure}
        onRetry={load}
      />
    )
  }
  if (list.length === 0) return <NoRecords request={request} onDates={onDates} />
  const text = {
    failed: gamesText('moreFailed'),
    more: walletText('records.list.more'),
    end: gamesText('end', { count: list.length }),
  }
  return (
    <div className={styles.table}>
      <div className={records.columns} aria-hidden="true">
        {(['time', 'title', 'venue', 'stake', 'returned', 'state'] as const).map((name) => (
          <span key={name}>{gamesText(`column.${name}`)}</span>
        ))}
      </div>
      <ul className={records.list} aria-label={gamesText('list')} aria-busy={isLoading}>
        {list.map((record) => (
          <li key={record.id}>
            <GameRow record={record} currency={request.currency} />
          </li>
        ))}
      </ul>
      <ListFoot count={list.length} {...{ hasMore, isLoading, failure, text }} onMore={load} />
    </div>
  )
}

function NoRecords({ request, onDates }: Pick<GameListProps, 'request' | 'onDates'>) {
  return (
    <EmptyState
      title={gamesText('empty')}
      text={gamesText('emptyText', { from: request.start, to: request.end })}
      action={
        <Button kind="outline" size="small" onClick={() => onDates(lastDays(RESET_DAYS, serverNow()))}>
          {gamesText('reset')}
        </Button>
      }
    />
  )
}

const SKELETON_ROWS = 6

function ListLoading() {
  return (
    <Loading className={records.loading}>
      {Array.from({ length: SKELETON_ROWS }, (_, index) => (
        <Skeleton key={index} height="52px" shape="plate" />
      ))}
    </Loading>
  )
}

function GameRow({ record, currency }: { readonly record: GameRecord; readonly currency: SettleCurrency }) {
  const { id, kind, venueEnName, stake, returned, state, at } = record
  const venues = useVenueNames()
  const { title, note } = recordTexts(record)
  return (
    <Link
      className={records.row}
      to={`/app/records/games/${kind === 'bet' ? id : `${venueEnName}/${encodeURIComponent(id)}`}`}
      data-record={id}
    >
      <time className={records.time} dateTime={new Date(at).toISOString()}>
        {siteDateTimeOf(at)}
      </time>
      <b className={classNames(records.kind, styles.title)} dir="auto">
        {title}
        {note !== '' && <small dir="auto">{note}</small>}
      </b>
      <span className={styles.venue}>{venues.get(venueEnName) ?? venueEnName}</span>
      <span className={styles.stake}>
        <small className={styles.label}>{gamesText('column.stake')}</small>
        <Amount value={stake} currency={currency} />
      </span>
      <b className={records.amount}>{isOpenState(state) ? '—' : <Amount value={returned} currency={currency} />}</b>
      <span className={records.status}>
        <GameState state={state} />
      </span>
    </Link>
  )
}

/** Pages of an export are at least this far apart, below the rate at which the server refuses a member. */
const PAGE_MS = 80

/** All records of a filter, newest first; the first failure ends it. */
export async function readAllGames(
  request: GameRequest,
  status: GameFilter['status'],
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (count: number) => void },
): Promise<Result<readonly GameRecord[]>> {
  const all: GameRecord[] = []
  for (let pageNum = 1; ; pageNum += 1) {
    // oxlint-disable-next-line no-await-in-loop -- page by page
    const result = await call('gameRecord.list', { ...request, status, pageNum }, { signal })
    if (!result.ok) return result
    const { list, total } = result.data
    all.push(...list)
    onProgress(all.length)
    if (list.length === 0 || all.length >= total) return success(all)
    // oxlint-disable-next-line no-await-in-loop -- as above
    await new Promise((resolve) => setTimeout(resolve, PAGE_MS))
  }
}

/** The rows of an exported file, with a head. `venues` are the names by `venueEnName`. */
export function gameRows(
  list: readonly GameRecord[],
  currency: SettleCurrency,
  venues: ReadonlyMap<string, string>,
): string[][] {
  const { decimals } = CURRENCIES[currency]
  const head = ['number', 'time', 'title', 'venue', 'stake', 'returned', 'state'] as const
  return [
    head.map((name) => gamesText(`column.${name}`)),
    ...list.map((record) => {
      const { id, at, venueEnName, stake, returned, state } = record
      const { title, note } = recordTexts(record)
      return [
        id,
        siteDateTimeOf(at),
        note === '' ? title : `${title} · ${note}`,
        venues.get(venueEnName) ?? venueEnName,
        `${plainDecimals(stake, decimals)} ${currency}`,
        `${plainDecimals(returned, decimals)} ${currency}`,
        gameStateText(state),
      ]
    }),
  ]
}
