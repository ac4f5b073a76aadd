import { useParams, useSearchParams } from 'react-router-dom'
import { gamesText } from '#messages/zh/games.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { BetDetail } from '#features/wallet/games/BetDetail.tsx'
import { type GameFilter, gameRequest, readGameFilter, withGameFilter } from '#features/wallet/games/game-filter.ts'
import { GameFilterForm, useVenueNames } from '#features/wallet/games/GameFilterForm.tsx'
import { GameList, gameRows, GameTotals, readAllGames } from '#features/wallet/games/GameRecords.tsx'
import { RoundDetail } from '#features/wallet/games/RoundDetail.tsx'
import { HideAmounts } from '#features/wallet/Amount.tsx'
import { ExportRecords } from '#features/wallet/records/ExportRecords.tsx'
import { CurrencyChoice, useWalletCurrency } from '#features/wallet/use-wallet-currency.tsx'
import { serverNow } from '#transport/client.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { WalletFrame } from './WalletFrame.tsx'

/** `/app/records/games`: bets and rounds of games by venue, status and date (S7.64). The URL has the filter. */
export function GameRecordsPage() {
  return (
    <WalletFrame title={gamesText('title')} lead={gamesText('lead')}>
      <Records />
    </WalletFrame>
  )
}

/** Rendered for members only: by then the clock of the server is known. */
function Records() {
  const [search, setSearch] = useSearchParams()
  const [currency, setCurrency] = useWalletCurrency()
  const venues = useVenueNames()
  const filter = readGameFilter(search, serverNow())
  const dates = gameRequest(filter)
  const request = dates && { ...dates, currency }
  const change = (next: GameFilter) => setSearch((before) => withGameFilter(before, next), { replace: true })
  return (
    <>
      <CurrencyChoice currency={currency} onChange={setCurrency} />
      <Panel title={gamesText('list')} aside={<HideAmounts />}>
        <GameFilterForm filter={filter} onChange={change} />
        {request === null ? (
          <EmptyState title={walletText('records.list.refused')} scene="search" />
        ) : (
          <>
            <GameTotals request={request} />
            <ExportRecords
              file={gamesText('export.file')}
              read={(options) => readAllGames(request, filter.status, options)}
              rowsOf={(list) => gameRows(list, currency, venues)}
            />
            <GameList
              key={JSON.stringify([request, filter.status])}
              request={request}
              status={filter.status}
              onDates={(next) => change({ ...filter, ...next })}
            />
          </>
        )}
      </Panel>
    </>
  )
}

/** `/app/records/games/:betId`: one bet of the member. */
export function BetPage() {
  const { betId = '' } = useParams()
  return (
    <WalletFrame
      title={gamesText('bet.title')}
      lead={gamesText('bet.lead')}
      back={{ to: '/app/records/games', text: gamesText('bet.back') }}
    >
      <BetDetail key={betId} betId={betId} />
    </WalletFrame>
  )
}

/** `/app/records/games/:venue/:roundId`: one round of the member. */
export function RoundPage() {
  const { venue = '', roundId = '' } = useParams()
  return (
    <WalletFrame
      title={gamesText('round.title')}
      lead={gamesText('round.lead')}
      back={{ to: '/app/records/games', text: gamesText('bet.back') }}
    >
      <RoundDetail key={`${venue} ${roundId}`} venue={venue} id={roundId} />
    </WalletFrame>
  )
}
