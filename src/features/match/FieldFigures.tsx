import { animationMessages as text } from '#lib/messages/animation.ts'
import type { MatchNow } from '#state/room/room-match.ts'
import { type Chances, chancesOf, countEvents } from './field-figures.ts'
import styles from './FieldFigures.module.css'
import type { StoryFacts, Tally } from './story.ts'

interface PairProps {
  readonly label: string
  readonly home: number
  readonly away: number
  /** How the numbers are written. */
  readonly say?: (value: number) => string
}

/** Two numbers and what they count, with a line that is shared as they are. */
function Pair({ label, home, away, say = String }: PairProps) {
  const share = home + away === 0 ? 50 : (home / (home + away)) * 100
  return (
    <div className={styles.pair}>
      <span className="visually-hidden">{text.pair(label, say(home), say(away))}</span>
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
  return <Pair label={text.corners} home={home} away={away} />
}

function Cards({ match }: { readonly match: MatchNow }) {
  const yellow = countEvents(match.events, 'yellow-card')
  const red = countEvents(match.events, 'red-card')
  const say = (side: 'home' | 'away') => `${yellow[side]} / ${red[side]}`
  return (
    <div className={styles.pair}>
      <span className="visually-hidden">{text.pair(text.cards, say('home'), say('away'))}</span>
      <b aria-hidden="true">{say('home')}</b>
      <span aria-hidden="true">{text.cards}</span>
      <b aria-hidden="true">{say('away')}</b>
    </div>
  )
}

function Chance({ chances }: { readonly chances: Chances }) {
  const { home, draw, away } = chances
  return (
    <div className={styles.chance} title={text.chanceNote}>
      <span className="visually-hidden">{text.chanceText(home, draw, away)}</span>
      <span className={styles.chanceLabel} aria-hidden="true">
        {text.chance}
      </span>
      <span className={styles.chanceBar} aria-hidden="true">
        <span data-of="home" style={{ flexGrow: home }}>
          {text.share(home)}
        </span>
        {draw !== null && (
          <span data-of="draw" style={{ flexGrow: draw }}>
            {text.draw} {text.share(draw)}
          </span>
        )}
        <span data-of="away" style={{ flexGrow: away }}>
          {text.share(away)}
        </span>
      </span>
    </div>
  )
}

interface FieldFiguresProps {
  readonly kind: StoryFacts['kind']
  readonly match: MatchNow
  readonly tally: Tally
}

/** The state of the match in figures: the ball, how often it came close, cards, and what the odds say of the outcome. */
export function FieldFigures({ kind, match, tally }: FieldFiguresProps) {
  const home = Math.round(tally.homeShare * 100)
  const chances = chancesOf(match.odds)
  return (
    <div className={styles.figures}>
      <Pair label={text.possession[kind]} home={home} away={100 - home} say={text.share} />
      <Pair label={text.dangers[kind]} home={tally.dangers.home} away={tally.dangers.away} />
      {kind === 'football' && <Corners match={match} />}
      {kind === 'football' && <Cards match={match} />}
      {chances && <Chance chances={chances} />}
      <p className={styles.note}>{text.note}</p>
    </div>
  )
}
