import { useState } from 'react'
import type { BetConsoleRow, BetMatchRow } from '#protocol/console/bets.ts'
import type { ConsoleDataOf } from '#protocol/console/table.ts'
import { CURRENCIES } from '#protocol/currency.ts'
import { lineLabel, MARKET_KINDS, marketId, outcomesOf, parseSelectionId } from '#protocol/sports/market-keys.ts'
import { formatMoney, formatOdds } from '#lib/format.ts'
import { marketLabel, selectionLabel } from '#lib/match/market-labels.ts'
import { consoleBetText } from '#messages/zh/console/bets.ts'
import { Button } from '#ui/button/Button.tsx'
import { SelectField } from '#ui/choice/SelectField.tsx'
import { Field } from '#ui/field/Field.tsx'
import { consoleCall, useConsoleData } from '../client.ts'
import { ActDialog, type DialogProps } from '../parts/ActDialog.tsx'
import { MemberLink } from '../parts/MemberLink.tsx'
import { Loaded, Part, Screen } from '../parts/Screen.tsx'
import { PagedTable, RowActions, Table } from '../parts/Table.tsx'
import { useConsole } from '../session.tsx'

/** Matches with bets of members; of a chosen one its bets, and their settlement by hand. */
export function BetsPage() {
  const [match, setMatch] = useState<BetMatchRow | null>(null)
  return match ? <MatchBets match={match} onBack={() => setMatch(null)} /> : <Matches onChoose={setMatch} />
}

const nameOf = ({ home, away }: Pick<BetMatchRow, 'home' | 'away'>): string => `${home} – ${away}`

function Matches({ onChoose }: { readonly onChoose: (match: BetMatchRow) => void }) {
  const { formatTime } = useConsole()
  const query = useConsoleData('bet.matches', {})
  return (
    <Screen title={consoleBetText('bets.title')} lead={consoleBetText('bets.lead')}>
      <Loaded query={query}>
        {({ list }) => (
          <Table
            label={consoleBetText('bets.title')}
            rows={list}
            idOf={({ matchId }) => matchId}
            columns={[
              { label: consoleBetText('bets.match'), render: nameOf },
              { label: consoleBetText('bets.kickOff'), render: ({ startAt }) => formatTime(startAt) },
              { label: consoleBetText('bets.count'), render: ({ bets }) => String(bets), isNumber: true },
              { label: consoleBetText('bets.open'), render: ({ open }) => String(open), isNumber: true },
              {
                label: consoleBetText('bets.actions'),
                render: (row) => (
                  <Button size="small" onClick={() => onChoose(row)}>
                    {consoleBetText('bets.show')}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </Loaded>
    </Screen>
  )
}

type Act =
  | { readonly kind: 'void'; readonly betId: string }
  | { readonly kind: 'market'; readonly selection: string }
  | { readonly kind: 'release'; readonly market: string }
  | { readonly kind: 'resettle' }
  | { readonly kind: 'source' }

type MatchData = ConsoleDataOf<'bet.list'>

function MatchBets({ match, onBack }: { readonly match: BetMatchRow; readonly onBack: () => void }) {
  const { matchId } = match
  const [shown, setShown] = useState<{ matchId: string; after?: string | undefined }>({ matchId })
  const [act, setAct] = useState<Act | null>(null)
  const query = useConsoleData('bet.list', { matchId, ...(shown.after !== undefined && { after: shown.after }) })
  const back = (
    <Button size="small" onClick={onBack}>
      {consoleBetText('bets.back')}
    </Button>
  )
  return (
    <Screen title={nameOf(match)} actions={back}>
      <Loaded query={query}>{(data) => <Decisions match={match} data={data} onAct={setAct} />}</Loaded>
      <Bets match={match} query={query} request={shown} onPage={setShown} onAct={setAct} />
      {act && <BetAct act={act} match={match} onChanged={query.retry} onClose={() => setAct(null)} />}
    </Screen>
  )
}

interface BetsProps {
  readonly match: BetMatchRow
  readonly query: Parameters<
    typeof PagedTable<BetConsoleRow, { matchId: string; after?: string | undefined }>
  >[0]['query']
  readonly request: { matchId: string; after?: string | undefined }
  readonly onPage: (request: { matchId: string; after?: string | undefined }) => void
  readonly onAct: (act: Act) => void
}

function Bets({ match, query, request, onPage, onAct }: BetsProps) {
  const { can, formatTime } = useConsole()
  const money = (amount: number, { currency }: BetConsoleRow): string => formatMoney(amount, CURRENCIES[currency])
  return (
    <PagedTable
      query={query}
      request={request}
      onPage={onPage}
      label={nameOf(match)}
      idOf={({ betId }) => betId}
      columns={[
        {
          label: consoleBetText('bets.member'),
          render: ({ userId, nickname }) => <MemberLink userId={userId} name={nickname} />,
        },
        { label: consoleBetText('bets.selections'), render: (row) => legsText(row, match) },
        { label: consoleBetText('bets.stake'), render: (row) => money(row.stake, row), isNumber: true },
        { label: consoleBetText('bets.returned'), render: (row) => money(row.returned, row), isNumber: true },
        { label: consoleBetText('bets.state'), render: ({ state }) => consoleBetText(`bets.state.${state}`) },
        { label: consoleBetText('bets.placed'), render: ({ placedAt }) => formatTime(placedAt) },
        {
          label: consoleBetText('bets.actions'),
          render: (row) => (can('bet.void') ? <RowButtons row={row} match={match} onAct={onAct} /> : '—'),
        },
      ]}
    />
  )
}

/** The selections of a bet; those of other matches with their teams. */
function legsText({ legs }: BetConsoleRow, { matchId }: BetMatchRow): string {
  return legs
    .map(({ selection, price, sport, ...teams }) => {
      const parsed = parseSelectionId(selection)
      if (!parsed) return selection
      const text = `${marketLabel(sport, parsed)} ${selectionLabel(parsed, parsed.outcome, teams)} @${formatOdds(price)}`
      return parsed.matchId === matchId ? text : `${nameOf(teams)} ${text}`
    })
    .join('、')
}

interface RowButtonsProps extends Pick<BetsProps, 'match' | 'onAct'> {
  readonly row: BetConsoleRow
}

function RowButtons({ row: { betId, legs, state }, match, onAct }: RowButtonsProps) {
  const own = legs.find(({ selection }) => parseSelectionId(selection)?.matchId === match.matchId)
  const isVoid = state === 'cancelled' || state === 'rejected' || state === 'cashed-out'
  return (
    <RowActions>
      {!isVoid && (
        <Button size="small" onClick={() => onAct({ kind: 'void', betId })}>
          {consoleBetText('bets.void')}
        </Button>
      )}
      {own && (
        <Button size="small" onClick={() => onAct({ kind: 'market', selection: own.selection })}>
          {consoleBetText('bets.marketSettle')}
        </Button>
      )}
    </RowActions>
  )
}

interface DecisionsProps extends Pick<BetsProps, 'match' | 'onAct'> {
  readonly data: MatchData
}

/** The facts by which the match was settled, and the markets that operators have decided. */
function Decisions({ data: { decided, facts }, match, onAct }: DecisionsProps) {
  const { can } = useConsole()
  const score = facts?.periods.map(([home, away]) => `${home}:${away}`).join(' ') ?? ''
  const text = !facts
    ? consoleBetText('bets.factsNone')
    : facts.operator === ''
      ? consoleBetText('bets.factsSource', { score })
      : consoleBetText('bets.factsOperator', { operator: facts.operator, score })
  return (
    <Part title={consoleBetText('bets.facts')}>
      <p>{text}</p>
      {can('bet.resettle') && (
        <RowActions>
          <Button size="small" onClick={() => onAct({ kind: 'resettle' })}>
            {consoleBetText('bets.resettle')}
          </Button>
          {facts && facts.operator !== '' && (
            <Button size="small" onClick={() => onAct({ kind: 'source' })}>
              {consoleBetText('bets.resettleSource')}
            </Button>
          )}
          {decided.map(({ market, won }) => (
            <Button key={market} size="small" onClick={() => onAct({ kind: 'release', market })}>
              {consoleBetText('bets.releaseOf', decidedText(market, won, match))}
            </Button>
          ))}
        </RowActions>
      )}
    </Part>
  )
}

/** A decided market and the outcome that won. */
function decidedText(market: string, won: string | null, match: BetMatchRow): { market: string; won: string } {
  const outcomes = MARKET_KINDS.flatMap((kind) => outcomesOf(match.sport, kind))
  const any = outcomes.map((outcome) => parseSelectionId(`${market}.${outcome}`)).find((parsed) => parsed !== null)
  if (!any) return { market, won: won ?? consoleBetText('bets.wonNone') }
  const line = lineLabel(any, 'home')
  return {
    market: `${marketLabel(match.sport, any)}${line === '' ? '' : ` ${line}`}`,
    won: won === null ? consoleBetText('bets.wonNone') : selectionLabel(any, won, match),
  }
}

interface BetActProps extends DialogProps {
  readonly act: Act
  readonly match: BetMatchRow
}

function BetAct({ act, match, ...dialog }: BetActProps) {
  const { matchId } = match
  switch (act.kind) {
    case 'void':
      return (
        <ActDialog
          title={consoleBetText('bets.void')}
          description={consoleBetText('bets.voidLead')}
          hasReason
          act={(reason) => consoleCall('bet.void', { betId: act.betId, reason })}
          {...dialog}
        />
      )
    case 'market':
      return <MarketDialog selection={act.selection} match={match} {...dialog} />
    case 'release':
      return (
        <ActDialog
          title={consoleBetText('bets.release')}
          description={consoleBetText('bets.releaseLead')}
          hasReason
          doneText={changedText}
          act={(reason) => consoleCall('bet.releaseMarket', { matchId, market: act.market, reason })}
          {...dialog}
        />
      )
    case 'resettle':
      return <ResettleDialog matchId={matchId} {...dialog} />
    case 'source':
      return (
        <ActDialog
          title={consoleBetText('bets.resettleSource')}
          hasReason
          doneText={changedText}
          act={(reason) => consoleCall('bet.resettle', { matchId, facts: null, reason })}
          {...dialog}
        />
      )
  }
}

const changedText = ({ changed }: { readonly changed: number }): string =>
  consoleBetText('bets.changed', { count: changed })

const UNCHOSEN = ''
const VOID = '-'

/** Decides a market by the outcome that won. */
function MarketDialog({
  selection,
  match,
  ...dialog
}: DialogProps & { readonly selection: string; readonly match: BetMatchRow }) {
  const [won, setWon] = useState(UNCHOSEN)
  const parsed = parseSelectionId(selection)
  if (!parsed) return null
  const outcomes = outcomesOf(match.sport, parsed.kind)
  const options = [
    { value: UNCHOSEN, label: consoleBetText('bets.wonChoose') },
    ...outcomes.map((value) => ({ value, label: selectionLabel(parsed, value, match) })),
    { value: VOID, label: consoleBetText('bets.wonNone') },
  ]
  const market = marketId(parsed)
  return (
    <ActDialog
      title={`${consoleBetText('bets.marketSettle')} · ${marketLabel(match.sport, parsed)}`}
      description={consoleBetText('bets.marketLead')}
      submitLabel={consoleBetText('bets.marketSettle')}
      hasReason
      isReady={won !== UNCHOSEN}
      doneText={changedText}
      act={(reason) =>
        consoleCall('bet.settleMarket', { matchId: match.matchId, market, won: won === VOID ? null : won, reason })
      }
      {...dialog}
    >
      <SelectField label={consoleBetText('bets.won')} value={won} options={options} onValueChange={setWon} />
    </ActDialog>
  )
}

const END_STATES = ['ended', 'abandoned', 'postponed'] as const

/** Settles a match by typed scores. The order of goals is that of the source as far as the scores allow it. */
function ResettleDialog({ matchId, ...dialog }: DialogProps & { readonly matchId: string }) {
  const [state, setState] = useState<(typeof END_STATES)[number]>('ended')
  const [text, setText] = useState('')
  const periods = periodsOf(text)
  return (
    <ActDialog
      title={consoleBetText('bets.resettle')}
      description={consoleBetText('bets.resettleLead')}
      hasReason
      isReady={periods !== null}
      doneText={changedText}
      act={(reason) =>
        consoleCall('bet.resettle', { matchId, facts: { state, periods: periods ?? [], goals: [] }, reason })
      }
      {...dialog}
    >
      <SelectField
        label={consoleBetText('bets.matchState')}
        value={state}
        options={END_STATES.map((value) => ({ value, label: consoleBetText(`bets.matchState.${value}`) }))}
        onValueChange={setState}
      />
      <Field
        label={consoleBetText('bets.periods')}
        hint={consoleBetText('bets.periodsHint')}
        value={text}
        maxLength={64}
        onValueChange={setText}
      />
    </ActDialog>
  )
}

/** `1:0 1:1` as scores; null if it has another form. */
function periodsOf(text: string): [number, number][] | null {
  const parts = text.trim().split(/\s+/)
  const scores = parts.map((part) => /^(\d{1,3})[:：-](\d{1,3})$/.exec(part))
  if (scores.some((score) => score === null)) return null
  return scores.map((score): [number, number] => [Number(score?.[1]), Number(score?.[2])])
}
