import { animationText } from '#messages/zh/animation.ts'
import type { MatchNow } from '#state/room/room-match.ts'
import styles from './FieldFigures.module.css'
import type { StoryInput, Tally, Side } from '#protocol/rules/match-story.ts'
import type { MatchEvent, MatchOdds } from '#protocol/room/feed.ts'

interface PairProps {
  readonly label: string
  readonly home: number
  readonly away: number
  /** Formats the numbers. */
  readonly say?: (value: number) => string
}

/** Two numbers with a bar in their proportion. */
function Pair({ label, home, away, say = String }: PairProps) {
  const share = home + away === 0 ? 50 : (home / (home + away)) * 100
  return (
    <div className={styles.pair}>
      <span className="visually-hidden">{animationText('pair', { label, home: say(home), away: say(away) })}</span>
      <b aria-hidden="true">{say(home)}</b>
      <span aria-hidden="true">{label}</span>
      <b aria-hidden="true">{say(away)}</b>
      <i className={styles.bar} aria-hidden="true" data-none={home + away === 0 || undefined}>
        <i style={{ width: `${share}%` }} />
      </i>
    </div>
  )
}

function Corners({ match }: { readonly match: MatchNow }) {
  const { home, away } = countEvents(match.events, 'corner')
  return <Pair label={animationText('corners')} home={home} away={away} />
}

function Cards({ match }: { readonly match: MatchNow }) {
  const yellow = countEvents(match.events, 'yellow-card')
  const red = countEvents(match.events, 'red-card')
  const say = (side: 'home' | 'away') => `${yellow[side]} / ${red[side]}`
  return (
    <div className={styles.pair}>
      <span className="visually-hidden">
        {animationText('pair', { label: animationText('cards'), home: say('home'), away: say('away') })}
      </span>
      <b aria-hidden="true">{say('home')}</b>
      <span aria-hidden="true">{animationText('cards')}</span>
      <b aria-hidden="true">{say('away')}</b>
    </div>
  )
}

function Chance({ chances }: { readonly chances: Chances }) {
  const { home, draw, away } = chances
  return (
    <div className={styles.chance} title={animationText('chanceNote')}>
      <span className="visually-hidden">
        {draw === null
          ? animationText('chanceTwo', { home, away })
          : animationText('chanceThree', { home, draw, away })}
      </span>
      <span className={styles.chanceLabel} aria-hidden="true">
        {animationText('chance')}
      </span>
      <span className={styles.chanceBar} aria-hidden="true">
        <span data-of="home" style={{ flexGrow: home }}>
          {animationText('share', { percent: home })}
        </span>
        {draw !== null && (
          <span data-of="draw" style={{ flexGrow: draw }}>
            {animationText('draw')} {animationText('share', { percent: draw })}
          </span>
        )}
        <span data-of="away" style={{ flexGrow: away }}>
          {animationText('share', { percent: away })}
        </span>
      </span>
    </div>
  )
}

interface FieldFiguresProps {
  readonly kind: StoryInput['kind']
  readonly match: MatchNow
  readonly tally: Tally
}

/** Statistics of the match: possession, chances, cards, and the probabilities of the outcome from the odds. */
export function FieldFigures({ kind, match, tally }: FieldFiguresProps) {
  const home = Math.round(tally.homeShare * 100)
  const chances = chancesOf(match.odds)
  return (
    <div className={styles.figures}>
      <Pair
        label={animationText(`possession.${kind}`)}
        home={home}
        away={100 - home}
        say={(percent) => animationText('share', { percent })}
      />
      <Pair label={animationText(`dangers.${kind}`)} home={tally.dangers.home} away={tally.dangers.away} />
      {kind === 'football' && <Corners match={match} />}
      {kind === 'football' && <Cards match={match} />}
      {chances && <Chance chances={chances} />}
      <p className={styles.note}>{animationText('note')}</p>
    </div>
  )
}

/** Integer percentages with the sum 100. `draw` is null if there is none. */
interface Chances {
  readonly home: number
  readonly draw: number | null
  readonly away: number
}

/** Probabilities from the odds, without the margin; null if the odds are suspended or missing. */
export function chancesOf(odds: MatchOdds | null): Chances | null {
  if (odds === null || odds.suspended) return null
  const weights = [odds.home, odds.draw, odds.away].map((line) =>
    line === null || line.value <= 0 ? 0 : 1 / line.value,
  )
  const [home = 0, draw = 0, away = 0] = weights
  const all = home + draw + away
  if (all === 0) return null
  const homePercent = Math.round((home / all) * 100)
  const drawPercent = odds.draw === null ? null : Math.round((draw / all) * 100)
  return { home: homePercent, draw: drawPercent, away: 100 - homePercent - (drawPercent ?? 0) }
}

/** Number of events of a type per side. */
function countEvents(events: readonly MatchEvent[], type: MatchEvent['type']): Readonly<Record<Side, number>> {
  const of = (side: Side) => events.filter((event) => event.type === type && event.side === side).length
  return { home: of('home'), away: of('away') }
}
