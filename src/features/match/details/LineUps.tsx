import type { LineUp } from '#protocol/endpoints/match.ts'
import type { MatchEvent } from '#protocol/room/feed.ts'
import { commonText } from '#messages/zh/common.ts'
import { sportsText } from '#messages/zh/sports.ts'
import { Crest } from '#ui/art/Crest.tsx'
import styles from './LineUps.module.css'

type Player = LineUp['starters'][number]

interface TeamLineUp {
  readonly name: string
  readonly logo: string
  readonly lineUp: LineUp
}

interface LineUpsProps {
  readonly home: TeamLineUp
  readonly away: TeamLineUp
  /** Events of the match so far; those that name their players are marked beside them. */
  readonly events: readonly MatchEvent[]
}

/** Both line-ups: in football on a pitch, and as lists with the substitutes. */
export function LineUps({ home, away, events }: LineUpsProps) {
  const hasPitch = home.lineUp.formation !== '' && away.lineUp.formation !== ''
  return (
    <>
      {hasPitch && <Pitch home={home} away={away} />}
      <div className={styles.lists}>
        <section data-side="home" aria-label={home.name}>
          <TeamHead team={home} />
          <Squad lineUp={home.lineUp} marks={playerMarks(events, 'home')} />
        </section>
        <section data-side="away" aria-label={away.name}>
          <TeamHead team={away} />
          <Squad lineUp={away.lineUp} marks={playerMarks(events, 'away')} />
        </section>
      </div>
    </>
  )
}

function TeamHead({ team: { name, logo, lineUp } }: { readonly team: TeamLineUp }) {
  return (
    <h3 className={styles.head}>
      <Crest team={name} src={logo} size={24} />
      <span>{name}</span>
      {lineUp.formation !== '' && <small>{lineUp.formation}</small>}
    </h3>
  )
}

interface SquadProps {
  readonly lineUp: LineUp
  readonly marks?: PlayerMarks
  /** Level of the headings. */
  readonly level?: 3 | 4
}

/** Starters and substitutes of one team with number and position. */
export function Squad({ lineUp: { starters, substitutes }, marks = NO_MARKS, level = 4 }: SquadProps) {
  return (
    <>
      <Players title={sportsText('match.lineUp.starters')} players={starters} marks={marks} level={level} />
      {substitutes.length > 0 && (
        <Players title={sportsText('match.lineUp.substitutes')} players={substitutes} marks={marks} level={level} />
      )}
    </>
  )
}

interface PlayersProps {
  readonly title: string
  readonly players: readonly Player[]
  readonly marks: PlayerMarks
  readonly level: 3 | 4
}

function Players({ title, players, marks, level }: PlayersProps) {
  const Heading = `h${level}` as const
  return (
    <>
      <Heading className={styles.group}>{title}</Heading>
      <ul className={styles.players} aria-label={title}>
        {players.map(({ name, number, position }) => (
          <li key={name}>
            {number !== null && <b>{number}</b>}
            <span>{name}</span>
            {marks.get(name)?.map(({ id, type, minute }) => (
              <i key={id} className={styles.mark} data-of={type}>
                <span className="visually-hidden">{sportsText(`match.mark.${type}`)}</span>
                {commonText('match.minuteOnly', { minute })}
              </i>
            ))}
            <small>{sportsText(`match.position.${position}`)}</small>
          </li>
        ))}
      </ul>
    </>
  )
}

interface PlayerMark {
  readonly id: string
  readonly type: 'goal' | 'yellow-card' | 'red-card' | 'on' | 'off'
  readonly minute: number
}
/** Marks by the name of the player. */
type PlayerMarks = ReadonlyMap<string, readonly PlayerMark[]>
const NO_MARKS: PlayerMarks = new Map()

/** Goals, cards and substitutions of the players of a side. */
function playerMarks(events: readonly MatchEvent[], side: MatchEvent['side']): PlayerMarks {
  const marks = new Map<string, PlayerMark[]>()
  const add = (name: string | undefined, mark: PlayerMark): void => {
    if (name !== undefined) marks.set(name, [...(marks.get(name) ?? []), mark])
  }
  for (const { id, type, minute, players: [who, replaced] = [], side: of } of events) {
    if (of !== side) continue
    if (type === 'goal' || type === 'yellow-card' || type === 'red-card') add(who, { id, type, minute })
    if (type === 'substitution') {
      add(who, { id, type: 'on', minute })
      add(replaced, { id, type: 'off', minute })
    }
  }
  return marks
}

/** The two elevens in their formations, the home team at the left, on a narrow screen at the top. */
function Pitch({ home, away }: Omit<LineUpsProps, 'events'>) {
  return (
    <div className={styles.frame}>
      {/* The lists below have the same names with their positions. */}
      <figure className={styles.pitch} aria-label={sportsText('match.lineUp.pitch')}>
        <Half lineUp={home.lineUp} side="home" />
        <Half lineUp={away.lineUp} side="away" />
      </figure>
    </div>
  )
}

function Half({ lineUp, side }: { readonly lineUp: LineUp; readonly side: 'home' | 'away' }) {
  const rows = rowsOf(lineUp)
  return (
    <div className={styles.half} data-side={side} aria-hidden="true">
      {(side === 'home' ? rows : rows.toReversed()).map((row) => (
        <div key={row[0]?.name} className={styles.line}>
          {row.map(({ name, number }) => (
            <span key={name} className={styles.player}>
              <i>{number}</i>
              <span>{name}</span>
            </span>
          ))}
        </div>
      ))}
    </div>
  )
}

/** Starters by row of the formation: the goalkeeper, then the outfield rows. Players beyond the formation form a row. */
function rowsOf({ formation, starters }: Pick<LineUp, 'formation' | 'starters'>): (readonly Player[])[] {
  const rows: (readonly Player[])[] = []
  let from = 0
  for (const size of [1, ...formation.split('-').map(Number), starters.length]) {
    const row = starters.slice(from, from + size)
    if (row.length > 0) rows.push(row)
    from += size
  }
  return rows
}
