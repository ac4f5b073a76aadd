import { useAtom } from 'jotai'
import { ChevronDown, Star } from 'lucide-react'
import { type CSSProperties, useId, useState } from 'react'
import { type BetSport, type MarketKind, MARKETS_OF } from '#protocol/sports/market-keys.ts'
import type { Market } from '#protocol/sports/markets.ts'
import { classNames } from '#lib/class-names.ts'
import { marketKindLabel, marketLabel, outcomeLabel } from '#lib/match/market-labels.ts'
import { sportsText } from '#messages/zh/sports.ts'
import { marketOf, matchLists, useMarketIds } from '#state/sports/markets.ts'
import { PRICE_AREA } from '#ui/button/price-writer.ts'
import { Choices } from '#ui/choice/Choices.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { favouritesAtom, isFavourite } from './favourites.ts'
import styles from './MarketGroups.module.css'
import { PriceCell } from './PriceCell.tsx'

interface MarketGroupsProps {
  readonly matchId: string
  readonly sport: BetSport
  readonly home: string
  readonly away: string
}

/** Groups of the match page with their kinds of markets. */
const GROUPS = {
  all: null,
  main: ['winner', 'handicap', 'total'],
  lines: ['handicap', 'total'],
  period: ['period-winner'],
  goals: ['next-goal', 'both-score', 'parity'],
  score: ['correct-score'],
} as const satisfies Record<string, readonly MarketKind[] | null>
type Group = keyof typeof GROUPS

const isIn = (group: Group, kind: MarketKind) => {
  const kinds: readonly MarketKind[] | null = GROUPS[group]
  return kinds === null || kinds.includes(kind)
}

/** 让球大小, 上半场: the names of two groups depend on the sport. */
function groupLabel(group: Group, sport: BetSport): string {
  if (group === 'lines' || group === 'period') return sportsText(`bets.${group}.${sport}`)
  return sportsText(`bets.group.${group}`)
}

/** All markets of a match by kind, favourites first. A kind can be collapsed. */
export function MarketGroups(match: MarketGroupsProps) {
  const { matchId, sport } = match
  const [chosen, setGroup] = useState<Group>('all')
  const [favourites, toggleFavourite] = useAtom(favouritesAtom)
  const [collapsed, setCollapsed] = useState<ReadonlySet<MarketKind>>(new Set())
  const markets = useMarketIds(matchLists, matchId).flatMap((id) => marketOf(id) ?? [])
  const kinds = MARKETS_OF[sport].filter((kind) => markets.some((market) => market.kind === kind))
  if (kinds.length === 0) {
    return (
      <Panel>
        <EmptyState title={sportsText('bets.closedTitle')} text={sportsText('bets.closedText')} />
      </Panel>
    )
  }
  const groups = (Object.keys(GROUPS) as Group[]).filter((group) => kinds.some((kind) => isIn(group, kind)))
  const group = groups.includes(chosen) ? chosen : 'all'
  const rank = (kind: MarketKind) => (isFavourite(favourites, sport, kind) ? 0 : 1)
  const shown = kinds.filter((kind) => isIn(group, kind)).toSorted((one, other) => rank(one) - rank(other))
  return (
    <div className={styles.groups}>
      <Choices
        label={sportsText('bets.groups')}
        value={group}
        choices={groups.map((value) => ({ value, label: groupLabel(value, sport) }))}
        onChange={setGroup}
      />
      {shown.map((kind) => (
        <KindPanel
          key={kind}
          match={match}
          kind={kind}
          markets={markets.filter((market) => market.kind === kind).toSorted((one, other) => one.line - other.line)}
          isOpen={!collapsed.has(kind)}
          isFavourite={isFavourite(favourites, sport, kind)}
          onOpen={() => setCollapsed((before) => toggled(before, kind))}
          onFavourite={() => toggleFavourite(sport, kind)}
        />
      ))}
    </div>
  )
}

function toggled(before: ReadonlySet<MarketKind>, kind: MarketKind): ReadonlySet<MarketKind> {
  const next = new Set(before)
  if (!next.delete(kind)) next.add(kind)
  return next
}

interface KindPanelProps {
  readonly match: MarketGroupsProps
  readonly kind: MarketKind
  /** By line. */
  readonly markets: readonly Market[]
  readonly isOpen: boolean
  readonly isFavourite: boolean
  readonly onOpen: () => void
  readonly onFavourite: () => void
}

function KindPanel({ match, kind, markets, isOpen, isFavourite: isStarred, onOpen, onFavourite }: KindPanelProps) {
  const id = useId()
  const name = marketKindLabel(match.sport, kind)
  return (
    <Panel className={styles.panel}>
      <div className={styles.head}>
        <h2>
          <button type="button" className={styles.open} aria-expanded={isOpen} aria-controls={id} onClick={onOpen}>
            {name}
            <ChevronDown size={16} aria-hidden="true" />
          </button>
        </h2>
        <button
          type="button"
          className={styles.star}
          aria-pressed={isStarred}
          aria-label={sportsText('bets.favourite', { market: name })}
          onClick={onFavourite}
        >
          <Star size={16} aria-hidden="true" />
        </button>
      </div>
      <div id={id} hidden={!isOpen} className={styles.body}>
        {areasOf(markets).map((area, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the part of the list, whatever is in it
          <div
            key={index}
            className={styles.area}
            style={{ '--markets': area.length } as CSSProperties}
            {...PRICE_AREA}
          >
            {area.map((market) => (
              <MarketPrices key={market.line} match={match} market={market} isNamed={isNamed(kind, match.sport)} />
            ))}
          </div>
        ))}
      </div>
    </Panel>
  )
}

/** Parts of the list of a kind that are laid out and written only near the viewport. */
function areasOf(markets: readonly Market[]): Market[][] {
  return Array.from({ length: Math.ceil(markets.length / AREA_MARKETS) }, (_, index) =>
    markets.slice(index * AREA_MARKETS, (index + 1) * AREA_MARKETS),
  )
}

const AREA_MARKETS = 4

/** True if each market of the kind needs its own name: 第 2 节独赢, 下一球：第 3 球. */
function isNamed(kind: MarketKind, sport: BetSport): boolean {
  return kind === 'next-goal' || (kind === 'period-winner' && sport !== 'football')
}

interface MarketPricesProps {
  readonly match: MarketGroupsProps
  readonly market: Market
  readonly isNamed: boolean
}

function MarketPrices({ match, market, isNamed: hasName }: MarketPricesProps) {
  const name = marketLabel(match.sport, market)
  const outcomes = market.selections.map(({ outcome }) => outcome)
  return (
    <fieldset aria-label={name} className={styles.market}>
      {hasName && <p className={styles.name}>{name}</p>}
      {market.kind === 'correct-score' ? (
        <Scores match={match} market={market} outcomes={outcomes} />
      ) : (
        <div className={classNames(styles.prices, outcomes.length === 3 && styles.three)}>
          {outcomes.map((outcome) => (
            <Cell key={outcome} {...{ match, market, outcome }} />
          ))}
        </div>
      )}
    </fieldset>
  )
}

interface CellProps {
  readonly match: MarketGroupsProps
  readonly market: Market
  readonly outcome: string
}

function Cell({ match: { sport, home, away }, market: { matchId, kind, line }, outcome }: CellProps) {
  return (
    <div className={styles.cell}>
      <PriceCell {...{ sport, home, away, matchId, kind, line, outcome }} label="whole" />
    </div>
  )
}

/** The side that wins with a score such as `2-1`; null for 其他比分. */
function winnerOf(outcome: string): 'home' | 'draw' | 'away' | null {
  const [home, away] = outcome.split('-').map(Number)
  if (home === undefined || away === undefined) return null
  if (home === away) return 'draw'
  return home > away ? 'home' : 'away'
}

/** 波胆 in three columns by the winner. */
function Scores({ match, market, outcomes }: Omit<CellProps, 'outcome'> & { readonly outcomes: readonly string[] }) {
  return (
    <div className={styles.scores}>
      {(['home', 'draw', 'away'] as const).map((side) => (
        <div key={side} className={styles.side}>
          <span className={styles.name}>{outcomeLabel(side)}</span>
          {outcomes
            .filter((outcome) => winnerOf(outcome) === side)
            .map((outcome) => (
              <Cell key={outcome} {...{ match, market, outcome }} />
            ))}
        </div>
      ))}
      {outcomes
        .filter((outcome) => winnerOf(outcome) === null)
        .map((outcome) => (
          <div key={outcome} className={styles.other}>
            <Cell {...{ match, market, outcome }} />
          </div>
        ))}
    </div>
  )
}
