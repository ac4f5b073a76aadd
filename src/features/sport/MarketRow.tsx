import { ChevronRight } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { type BetSport, MARKETS_OF } from '#protocol/sports/market-keys.ts'
import type { Market } from '#protocol/sports/markets.ts'
import { classNames } from '#lib/class-names.ts'
import { marketKindLabel } from '#lib/match/market-labels.ts'
import { leaguePath } from '#lib/room-path.ts'
import { sportsText } from '#messages/zh/sports.ts'
import { boardLists, marketOf, useMarketIds } from '#state/sports/markets.ts'
import { Crest } from '#ui/art/Crest.tsx'
import { PRICE_AREA } from '#ui/button/price-writer.ts'
import { ScoreFigure } from '#ui/text/Score.tsx'
import type { BoardLeague, BoardMatch } from './board.ts'
import { PriceCell } from './PriceCell.tsx'
import styles from './MarketRow.module.css'

const MAIN_KINDS = 3

/** What the board knows of the markets of a match. */
interface BoardBets {
  readonly matchId: string
  readonly sport: BetSport
  /** Number of markets that are not closed. */
  readonly marketCount: number
}

interface MarketRowProps {
  readonly match: BoardMatch
  readonly bets: BoardBets
  /** Path of the room; null if there is none. */
  readonly path: string | null
  /** A control of a coming match. */
  readonly action?: ReactNode
}

interface MarketLeagueProps extends Omit<BoardLeague, 'matches'> {
  /** Rows. */
  readonly children: ReactNode
}

/** The matches of a league, below its name and the names of the main markets. */
export function MarketLeague({ league, leagueId, kind: sport, children }: MarketLeagueProps) {
  return (
    <div className={styles.list}>
      <div className={styles.head}>
        <h3 className={styles.league}>
          <Link to={leaguePath(leagueId)}>{league}</Link>
        </h3>
        {mainKinds(sport).map((kind) => (
          <span key={kind} className={styles.column} aria-hidden="true">
            {marketKindLabel(sport, kind)}
          </span>
        ))}
      </div>
      <ul>{children}</ul>
    </div>
  )
}

/** Path of the page with all markets of a match. */
const sportMatchPath = (matchId: string) => `/app/sports/match/${encodeURIComponent(matchId)}`

const mainKinds = (sport: BetSport) => MARKETS_OF[sport].slice(0, MAIN_KINDS)

/** A match with its main markets. The names lead to all markets. */
export const MarketRow = memo(function MarketRow({ match, bets, path, action }: MarketRowProps) {
  const { home, away, homeLogo, awayLogo, stage, clock, score } = match
  const { matchId, sport, marketCount } = bets
  const toMarkets = sportMatchPath(matchId)
  return (
    <li className={classNames(styles.row, styles[stage])} {...PRICE_AREA}>
      <div className={styles.when}>
        <b>{clock}</b>
        {path !== null && (
          <Link className={styles.room} to={path} aria-label={sportsText('enterMatch', { home, away })}>
            {sportsText('room')}
          </Link>
        )}
        {action}
      </div>
      <Link className={styles.teams} to={toMarkets}>
        <Side name={home} logo={homeLogo} score={score?.home ?? null} />
        <Side name={away} logo={awayLogo} score={score?.away ?? null} />
        {sport === 'football' && <span className={styles.drawn}>{sportsText('draw')}</span>}
        <span className="visually-hidden">{sportsText('marketsOf', { home, away })}</span>
      </Link>
      <MainMarkets match={match} bets={bets} />
      <Link
        className={styles.more}
        to={toMarkets}
        aria-label={sportsText('moreMarkets', { count: marketCount, home, away })}
      >
        +{marketCount}
        <ChevronRight size={14} aria-hidden="true" />
      </Link>
    </li>
  )
})

interface SideProps {
  readonly name: string
  readonly logo: string
  readonly score: number | null
}

function Side({ name, logo, score }: SideProps) {
  return (
    <span className={styles.side}>
      <Crest team={name} src={logo} size={20} />
      <span className={styles.name} title={name}>
        {name}
      </span>
      {score !== null && (
        <b className={styles.score}>
          <ScoreFigure value={score} />
        </b>
      )}
    </span>
  )
}

/** One cell for each main kind of the sport, empty if the match has no such market now. */
function MainMarkets({ match: { home, away }, bets: { matchId, sport } }: Pick<MarketRowProps, 'match' | 'bets'>) {
  const markets = useMarketIds(boardLists, matchId).flatMap((id) => marketOf(id) ?? [])
  return mainKinds(sport).map((kind) => {
    const market = markets.find((one) => one.kind === kind)
    return (
      <fieldset key={kind} className={styles.market} aria-label={marketKindLabel(sport, kind)}>
        {market ? <Prices market={market} {...{ sport, home, away }} /> : <span className={styles.none}>–</span>}
      </fieldset>
    )
  })
}

interface PricesProps {
  readonly market: Market
  readonly sport: BetSport
  readonly home: string
  readonly away: string
}

/** Home above away, then the draw: each beside the line with its name. */
const ORDER = ['home', 'over', 'away', 'under', 'draw']

function Prices({ market: { matchId, kind, line, selections }, sport, home, away }: PricesProps) {
  return selections
    .map(({ outcome }) => outcome)
    .toSorted((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other))
    .map((outcome) => (
      <PriceCell key={outcome} {...{ sport, home, away, matchId, kind, line, outcome }} label="board" />
    ))
}
