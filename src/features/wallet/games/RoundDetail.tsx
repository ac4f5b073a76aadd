import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router-dom'
import { CODES } from '#protocol/codes.ts'
import type { SettleCurrency } from '#protocol/currency.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { E_GAMES_VENUE } from '#protocol/rules/venue.ts'
import { siteDateTimeOf } from '#protocol/time.ts'
import { dealtLines, resultLines, type RoundLine } from '#lib/round-lines.ts'
import { sideName } from '#lib/table-side.ts'
import { gameText } from '#messages/zh/game.ts'
import { gamesText } from '#messages/zh/games.ts'
import { onForeground } from '#state/data/reconnect.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Fact, Facts } from '#ui/page/Facts.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import type { BlockData } from '#ui/state/Block.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Loaded } from '#ui/state/Loaded.tsx'
import { useRefresh } from '#ui/state/use-refresh.ts'
import { Amount, HideAmounts } from '../Amount.tsx'
import { OrderColumn } from '../order/OrderView.tsx'
import order from '../order/order.module.css'
import { GameState, isOpenState } from './GameRecords.tsx'
import { useVenueNames } from './GameFilterForm.tsx'
import styles from './games.module.css'
import { Postings } from './Postings.tsx'

type EGameRound = DataOf<'gameRound.detail'>
type VenueRound = DataOf<'gameRecord.detail'>
type TableBet = NonNullable<VenueRound['table']>

interface RoundDetailProps {
  readonly venue: string
  readonly id: string
}

/** One round of the member: bets, result, seeds, postings, and the way to check it (S7.64). Keyed by venue and id. */
export function RoundDetail({ venue, id }: RoundDetailProps) {
  return venue === E_GAMES_VENUE ? <EGameDetail id={id} /> : <VenueDetail venue={venue} id={id} />
}

function EGameDetail({ id }: Pick<RoundDetailProps, 'id'>) {
  const query = useServerData('gameRound.detail', { roundId: id })
  useFreshRound(query, query.data?.endedAt === null)
  const { data } = query
  return data === null ? <Missing query={query} /> : <EGameView detail={data} />
}

function EGameView({ detail: { round, startedAt, endedAt, postings } }: { readonly detail: EGameRound }) {
  const { gameId, currency, staked, payout, pool, roundId, memberSeed, nonce, commitment, serverSeed } = round
  const returned = (payout ?? 0) + pool
  return (
    <RoundView
      title={gameText(`game.${gameId}`)}
      state={payout === null ? 'open' : returned > staked ? 'won' : returned === staked ? 'refunded' : 'lost'}
      {...{ currency, staked, returned, postings, endedAt }}
      venue={E_GAMES_VENUE}
      at={startedAt}
      id={roundId}
      verify={payout === null ? null : roundId}
    >
      {payout !== null && <Lines title={gamesText('round.result')} lines={resultLines(gameId, round.view)} />}
      <Panel title={gamesText('round.seeds')}>
        <Seeds
          lines={[
            { name: gamesText('seed.commitment'), text: commitment },
            { name: gamesText('seed.server'), text: serverSeed ?? gamesText('seed.afterRound') },
            { name: gamesText('seed.member'), text: memberSeed },
            { name: gamesText('seed.nonce'), text: String(nonce) },
          ]}
        />
      </Panel>
    </RoundView>
  )
}

function VenueDetail({ venue, id }: RoundDetailProps) {
  const query = useServerData('gameRecord.detail', { venueEnName: venue, id })
  useFreshRound(query, query.data !== null && isOpenState(query.data.record.state))
  const { data } = query
  return data === null ? <Missing query={query} /> : <VenueView detail={data} />
}

function VenueView({ detail: { record, currency, endedAt, postings, table } }: { readonly detail: VenueRound }) {
  const { id, title, state, stake, returned, at, roundId, venueEnName } = record
  return (
    <RoundView
      {...{ title, state, currency, returned, postings, at, endedAt, id }}
      staked={stake}
      venue={venueEnName}
      verify={isOpenState(state) ? null : (roundId ?? null)}
    >
      {table && <TableParts table={table} currency={currency} />}
      {roundId === undefined && <p className={styles.provider}>{gamesText('round.provider')}</p>}
    </RoundView>
  )
}

function TableParts({ table, currency }: { readonly table: TableBet; readonly currency: SettleCurrency }) {
  const { game, number, shoeNo, sides, cards, outcome, commitment, seed } = table
  return (
    <>
      <Panel title={gamesText('round.sides')}>
        <ul className={styles.legs}>
          {sides.map(({ side, amount, returned }) => (
            <li key={side} className={styles.side}>
              <b>{sideName(side)}</b>
              <span className={styles.price}>
                <Amount value={amount} currency={currency} isInFull />
              </span>
              <span className={styles.muted}>
                {returned === null ? (
                  gamesText('round.open')
                ) : (
                  <>
                    {gamesText('bet.returned')} <Amount value={returned} currency={currency} isInFull />
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      </Panel>
      {outcome && <Lines title={gamesText('round.result')} lines={dealtLines(game, { cards, outcome })} />}
      <Panel title={gamesText('round.seeds')}>
        <Seeds
          lines={[
            { name: gamesText('round.shoe'), text: gamesText('round.shoeText', { number, shoe: shoeNo }) },
            { name: gamesText('seed.shoe'), text: commitment },
            { name: gamesText('seed.server'), text: seed ?? gamesText('seed.afterShoe') },
          ]}
        />
      </Panel>
    </>
  )
}

interface RoundViewProps {
  readonly title: string
  readonly venue: string
  readonly state: string
  readonly currency: SettleCurrency
  readonly staked: number
  /** 0 while the round is open. */
  readonly returned: number
  readonly at: number
  readonly endedAt: number | null
  readonly id: string
  /** The round that can be checked; null if there is none, or none yet. */
  readonly verify: string | null
  readonly postings: EGameRound['postings'] | VenueRound['postings']
  readonly children: ReactNode
}

function RoundView(props: RoundViewProps) {
  const { title, venue, state, currency, staked, returned, at, endedAt, id, verify, postings, children } = props
  const venues = useVenueNames()
  const isOpen = isOpenState(state)
  return (
    <div className={order.columns}>
      <OrderColumn>
        <Panel isLead title={title} aside={<HideAmounts />}>
          <div className={order.head}>
            <div className={order.words} aria-live="polite">
              <GameState state={state} />
              <p>{gamesText(isOpen ? 'round.running' : 'bet.returned')}</p>
            </div>
            <b className={order.amount}>{isOpen ? '—' : <Amount value={returned} currency={currency} isInFull />}</b>
          </div>
          <div className={styles.facts}>
            <Facts layout="lines">
              <Fact name={gamesText('bet.stake')}>
                <Amount value={staked} currency={currency} isInFull />
              </Fact>
              <Fact name={gamesText('venue')}>{venues.get(venue) ?? venue}</Fact>
              <Fact name={gamesText('round.started')}>{siteDateTimeOf(at)}</Fact>
              {endedAt !== null && <Fact name={gamesText('bet.settled')}>{siteDateTimeOf(endedAt)}</Fact>}
              <Fact name={gamesText('bet.number')}>{id}</Fact>
            </Facts>
            {verify !== null && (
              <Link className={buttonClass({ kind: 'outline' })} to={`/app/verify/${verify}`}>
                {gamesText('round.verify')}
              </Link>
            )}
          </div>
        </Panel>
        {children}
      </OrderColumn>
      <OrderColumn>
        <Postings postings={postings} currency={currency} />
      </OrderColumn>
    </div>
  )
}

function Lines({ title, lines }: { readonly title: string; readonly lines: readonly RoundLine[] }) {
  return (
    <Panel title={title}>
      <dl className={styles.lines}>
        {lines.map(({ name, text }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines of an ended round do not change
          <div key={index}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

/** Values that are long and have no spaces. */
function Seeds({ lines }: { readonly lines: readonly RoundLine[] }) {
  return (
    <dl className={styles.lines}>
      {lines.map(({ name, text }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd data-code={/^[0-9a-f]{16,}$/.test(text) || undefined}>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

type Query = Omit<BlockData<unknown>, 'data'>

function Missing({ query }: { readonly query: Query }) {
  const { failure } = query
  // A malformed number is refused as a parameter.
  if (failure?.code === CODES.NOT_FOUND || failure?.code === CODES.PARAM_ERROR) {
    return (
      <Panel>
        <EmptyState title={gamesText('round.gone')} text={gamesText('bet.goneText')} scene="search" level={2} />
      </Panel>
    )
  }
  return (
    <Panel>
      <Loaded query={{ ...query, data: null }} title={gamesText('round.failed')} rows={5} height={52} />
    </Panel>
  )
}

/** Time between reads of a round that has not ended, on a visible page. */
const OPEN_MS = 5_000

function useFreshRound(query: Query, isOpen: boolean): void {
  const { retry } = query
  useRefresh(query, isOpen ? OPEN_MS : null)
  useEffect(() => (isOpen ? onForeground(retry) : undefined), [isOpen, retry])
}
