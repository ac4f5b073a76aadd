import { useAtomValue } from 'jotai'
import { useNavigate } from 'react-router-dom'
import { CURRENCIES } from '#protocol/currency.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { TableState } from '#protocol/games/tables/table-state.ts'
import { roundsOf } from '#protocol/games/tables/table-rules.ts'
import { stakeLimits, TABLES_VENUE } from '#protocol/games/tables/tables.ts'
import { formatMoney } from '#lib/format.ts'
import { tablesText } from '#messages/zh/tables.ts'
import { useMoneyCall } from '#state/data/use-money-call.ts'
import { tableStatesAtom } from '#state/games/tables.ts'
import { memberAtom } from '#state/session/session.ts'
import { siteAtom } from '#state/site/site.ts'
import { Button } from '#ui/button/Button.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Roads, roadSummary } from './Roads.tsx'
import { PhaseLine, tableName } from './TableView.tsx'
import styles from './TableHall.module.css'

type ListedTable = DataOf<'table.list'>['list'][number]

const tablePath = (tableId: string): string => `/app/game/${TABLES_VENUE}/${tableId}`

/** The tables with their roads, limits and viewers. Sitting down transfers automatically, if the member has chosen that. */
export function TableHall({ list }: { readonly list: readonly ListedTable[] }) {
  const states = useAtomValue(tableStatesAtom)
  const isMember = useAtomValue(memberAtom) !== null
  const { currency } = useAtomValue(siteAtom)
  const navigate = useNavigate()
  const launch = useMoneyCall(
    'game.launch',
    ({ url }, { isRequested }) => isRequested && void navigate(url),
    ({ venueEnName }) => venueEnName === TABLES_VENUE,
  )
  if (list.length === 0) return <EmptyState title={tablesText('noneTitle')} text={tablesText('noneText')} />
  return (
    <>
      {launch.failure && (
        <p className={styles.failure} role="alert">
          {launch.failure.message}
        </p>
      )}
      <ul className={styles.hall}>
        {list.map((table) => (
          <li key={table.tableId}>
            <HallTable
              table={table}
              state={newest(table.state, states.get(table.tableId))}
              isMember={isMember}
              isBusy={launch.isBusy}
              onEnter={() => {
                if (!isMember) return void navigate(tablePath(table.tableId))
                return void launch.send({ venueEnName: TABLES_VENUE, currency, gameId: table.tableId })
              }}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

const newest = (known: TableState, state: TableState | undefined): TableState =>
  state && state.version > known.version ? state : known

interface HallTableProps {
  readonly table: ListedTable
  readonly state: TableState
  readonly isMember: boolean
  readonly isBusy: boolean
  readonly onEnter: () => void
}

function HallTable({ table, state, isMember, isBusy, onEnter }: HallTableProps) {
  const { tableId, game } = table
  const { currency } = useAtomValue(siteAtom)
  const { minStake, maxStake } = stakeLimits({ min: table.minStake, max: table.maxStake }, currency)
  const [min, max] = [minStake, maxStake].map((amount) => formatMoney(amount, CURRENCIES[currency]))
  return (
    <article className={styles.table} aria-labelledby={`table-${tableId}`}>
      <header className={styles.head}>
        <h3 id={`table-${tableId}`}>{tableName(tableId)}</h3>
        <PhaseLine state={state} />
      </header>
      <Roads game={game} history={state.history} isBrief />
      <p className={styles.facts}>
        <span>{roadSummary(game, roundsOf(state.history))}</span>
        <span>{tablesText('viewers', { count: state.viewers })}</span>
      </p>
      <footer className={styles.foot}>
        <span>{tablesText('limits', { min: min ?? '', max: max ?? '' })}</span>
        <Button kind="minor" disabled={isBusy} onClick={onEnter} aria-describedby={`table-${tableId}`}>
          {tablesText(isMember ? 'sit' : 'watch')}
        </Button>
      </footer>
    </article>
  )
}
