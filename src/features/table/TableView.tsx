import { useState } from 'react'
import { Link } from 'react-router-dom'
import { CURRENCIES } from '#protocol/currency.ts'
import type { TableState } from '#protocol/games/tables/table-state.ts'
import { type Hand, HANDS, type TableGame } from '#protocol/games/tables/table-rules.ts'
import { type LiveTable, stakeLimits, tableRules } from '#protocol/games/tables/tables.ts'
import { formatMoney } from '#lib/format.ts'
import { sideName } from '#lib/table-side.ts'
import { tablesText } from '#messages/zh/tables.ts'
import { useServerNow } from '#state/data/clock.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { PlayingCard } from './PlayingCard.tsx'
import { Roads } from './Roads.tsx'
import type { Seat } from './use-seat.ts'
import styles from './TableView.module.css'

const COUNTDOWN_MS = 250

export function tableName(tableId: string): string {
  const name = `table.${tableId}`
  return name === 'table.bac1' || name === 'table.bac2' || name === 'table.dt1' ? tablesText(name) : tableId
}

/** The phase with the seconds that are left, by the server's clock. */
export function PhaseLine({ state }: { readonly state: TableState }) {
  const now = useServerNow(COUNTDOWN_MS)
  const left = Math.max(0, Math.ceil((state.closesAt - now) / 1_000))
  if (state.phase !== 'betting') {
    return (
      <p className={styles.phase} data-phase={state.phase}>
        {tablesText(`phase.${state.phase}`)}
      </p>
    )
  }
  return (
    <p className={styles.phase} data-phase="betting" data-urgent={left <= 5 || undefined}>
      {tablesText(left > 0 ? 'phase.betting' : 'phase.closing')}
      {left > 0 && <span className={styles.left}>{tablesText('seconds', { count: left })}</span>}
    </p>
  )
}

interface TableViewProps {
  readonly table: LiveTable
  readonly state: TableState
  readonly seat: Seat
  readonly signInPath: string
}

/** A table: cards, sides, chips and roads. */
export function TableView({ table, state, seat, signInPath }: TableViewProps) {
  const [chip, setChip] = useState<number | null>(null)
  const chips = chipsOf(table, seat.currency)
  const selected = chip ?? chips[0] ?? 0
  return (
    <div className={styles.table}>
      <section className={styles.part} aria-label={tablesText(`game.${table.game}`)}>
        <header className={styles.head}>
          <PhaseLine state={state} />
          <p className={styles.meta}>
            {state.number > 0 && <span>{tablesText('round', { number: state.number })}</span>}
            <span>{tablesText('viewers', { count: state.viewers })}</span>
          </p>
        </header>
        <Hands game={table.game} state={state} />
        <Sides table={table} state={state} seat={seat} chip={selected} />
      </section>
      <section className={styles.part} aria-label={tablesText('chips')}>
        {seat.isMember ? (
          <Controls table={table} seat={seat} chips={chips} chip={selected} onChip={setChip} />
        ) : (
          <p className={styles.visitor}>
            <Link className={buttonClass({ kind: 'primary', size: 'large' })} to={signInPath}>
              {tablesText('signIn')}
            </Link>
            <span>{tablesText('visitor')}</span>
          </p>
        )}
      </section>
      <section className={styles.part}>
        <h2 className={styles.roadsTitle}>{tablesText('roads')}</h2>
        <Roads game={table.game} history={state.history} />
        <Fairness state={state} />
        <p className={styles.terms}>{tablesText(`terms.${table.game}`)}</p>
      </section>
    </div>
  )
}

/** 闲 lies left of 庄, and 龙 left of 虎. */
const ORDER: Readonly<Record<TableGame, readonly Hand[]>> = {
  baccarat: ['second', 'first'],
  'dragon-tiger': HANDS,
}

function Hands({ game, state }: { readonly game: TableGame; readonly state: TableState }) {
  const { cards, outcome, roundId } = state
  const result =
    outcome === null
      ? ''
      : outcome.winner === 'tie'
        ? tablesText('winner.tie')
        : tablesText('winner', { hand: tablesText(`hand.${game}.${outcome.winner}`) })
  return (
    <div className={styles.hands}>
      {ORDER[game].map((hand) => {
        const own = cards.filter((one) => one.hand === hand)
        const points = outcome?.points[HANDS.indexOf(hand)]
        return (
          <div key={hand} className={styles.hand} data-hand={hand} data-winner={outcome?.winner === hand || undefined}>
            <h2>
              {tablesText(`hand.${game}.${hand}`)}
              {points !== undefined && <span className={styles.points}>{tablesText('points', { points })}</span>}
            </h2>
            <div className={styles.cards}>
              {own.map(({ card }, index) => (
                <PlayingCard key={`${roundId}.${index}`} card={card} isAcross={index === 2} />
              ))}
            </div>
          </div>
        )
      })}
      <output className={styles.result}>{result}</output>
    </div>
  )
}

interface SidesProps {
  readonly table: LiveTable
  readonly state: TableState
  readonly seat: Seat
  readonly chip: number
}

/** The sides with their odds, the totals of all players and the own chips. */
function Sides({ table, state, seat, chip }: SidesProps) {
  const unit = CURRENCIES[seat.currency]
  const isOpen = state.phase === 'betting' && seat.isMember && !seat.isBusy
  return (
    <ul className={styles.sides} data-game={table.game}>
      {tableRules(table.game).sides.map(({ id, pays, rtp }) => {
        const total = state.totals.find(({ side }) => side === id)
        const own = (seat.staked.get(id) ?? 0) + (seat.pending.get(id) ?? 0)
        return (
          <li key={id} data-side={id}>
            <button
              type="button"
              className={styles.side}
              disabled={!isOpen}
              data-pending={seat.pending.has(id) || undefined}
              onClick={() => seat.add(id, chip)}
            >
              <span className={styles.sideName}>{sideName(id)}</span>
              <span className={styles.odds}>
                <span>
                  {id === 'banker' ? tablesText('pays.banker') : tablesText('pays', { odds: pays[0] / pays[1] })}
                </span>{' '}
                <span>{tablesText('rtp', { percent: `${(rtp / 10_000).toFixed(2)}%` })}</span>
              </span>
              <span className={styles.totals}>
                {total
                  ? tablesText('total', { amount: formatMoney(total.amount, CURRENCIES.CNY), count: total.players })
                  : tablesText('noTotal')}
              </span>
              <span className={styles.own} data-empty={own === 0 || undefined}>
                {own > 0 && tablesText('own', { amount: formatMoney(own, unit) })}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** Chips of all tables in minor units. */
const CHIPS = {
  CNY: [500, 1_000, 5_000, 10_000, 50_000, 100_000, 500_000],
  USDT: [1_000_000, 2_000_000, 10_000_000, 20_000_000, 100_000_000, 200_000_000, 1_000_000_000],
} as const
const SHOWN_CHIPS = 5

function chipsOf(table: LiveTable, currency: Seat['currency']): readonly number[] {
  const { minStake, maxStake } = stakeLimits(table, currency)
  return CHIPS[currency].filter((chip) => chip >= minStake && chip <= maxStake).slice(0, SHOWN_CHIPS)
}

interface ControlsProps {
  readonly table: LiveTable
  readonly seat: Seat
  readonly chips: readonly number[]
  readonly chip: number
  readonly onChip: (chip: number) => void
}

function Controls({ table, seat, chips, chip, onChip }: ControlsProps) {
  const unit = CURRENCIES[seat.currency]
  const { total, obstacle } = seat
  return (
    <>
      <div className={styles.chips}>
        {chips.map((value) => (
          <button
            key={value}
            type="button"
            className={styles.chip}
            aria-pressed={value === chip}
            aria-label={tablesText('chip', { amount: formatMoney(value, unit) })}
            onClick={() => onChip(value)}
          >
            {chipText(value, seat.currency)}
          </button>
        ))}
      </div>
      <div className={styles.actions}>
        <Button size="large" onClick={seat.undo} disabled={total === 0 || seat.isBusy}>
          {tablesText('undo')}
        </Button>
        <Button size="large" onClick={seat.clear} disabled={total === 0 || seat.isBusy}>
          {tablesText('clear')}
        </Button>
        <Button size="large" onClick={seat.repeat} disabled={!seat.canRepeat || seat.isBusy}>
          {tablesText('repeat')}
        </Button>
        <Button
          kind="primary"
          size="large"
          className={styles.confirm}
          disabled={obstacle !== null || seat.isBusy || seat.isUnsettled}
          onClick={seat.confirm}
        >
          {total > 0 ? tablesText('confirm', { amount: formatMoney(total, unit) }) : tablesText('confirmEmpty')}
        </Button>
      </div>
      <output className={styles.note}>{noteOf(table, seat)}</output>
    </>
  )
}

/** The number on a chip: whole units. */
function chipText(value: number, currency: Seat['currency']): string {
  return String(value / 10 ** CURRENCIES[currency].decimals)
}

/** What the member has to know now: an obstacle, a refusal, or what happened last. */
function noteOf(table: LiveTable, { obstacle, failure, news, currency, isUnsettled }: Seat): string {
  const unit = CURRENCIES[currency]
  const limits = stakeLimits(table, currency)
  if (isUnsettled) return tablesText('unsettled')
  if (failure) return failure.message
  if (obstacle === 'short') return tablesText('short')
  if (obstacle === 'below') return tablesText('below', { min: formatMoney(limits.minStake, unit) })
  if (obstacle === 'above') return tablesText('above', { max: formatMoney(limits.maxStake, unit) })
  if (news === null) return ''
  const amount = formatMoney(news.amount, unit)
  if (news.kind === 'late') return tablesText('late')
  if (news.kind === 'returned' && news.amount === 0) return tablesText('lost')
  return tablesText(news.kind, { amount })
}

/** The commitment of the shoe, and the way to check the last round, which stays during the next one. */
function Fairness({ state }: { readonly state: TableState }) {
  const { shoe, cardsLeft, phase, roundId } = state
  const [last, setLast] = useState<string | null>(null)
  if (phase === 'result' && roundId !== last) setLast(roundId)
  return (
    <div className={styles.fair}>
      <h3>{tablesText('fair')}</h3>
      <p>{tablesText('fairText', { no: shoe.no, left: cardsLeft })}</p>
      <code>{shoe.commitment}</code>
      {last !== null && (
        <Link className={buttonClass({ size: 'small' })} to={`/app/verify/${last}`}>
          {tablesText('verify')}
        </Link>
      )}
    </div>
  )
}
