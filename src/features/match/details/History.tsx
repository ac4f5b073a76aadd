import type { DataOf } from '#protocol/endpoints/table.ts'
import { formatDate } from '#lib/format.ts'
import { sportsText } from '#messages/zh/sports.ts'
import { Crest } from '#ui/art/Crest.tsx'
import styles from './History.module.css'

type PastMatch = DataOf<'match.preview'>['homeForm'][number]
type Outcome = 'win' | 'draw' | 'defeat'

export interface NamedTeam {
  readonly id: string
  readonly name: string
  readonly logo: string
}

interface HistoryProps {
  readonly matches: readonly PastMatch[]
  /** Server clock, epoch milliseconds. */
  readonly now: number
}

/** Home and away score of a finished match. */
function scoreOf({ score }: Pick<PastMatch, 'score'>): readonly [number, number] {
  const [home = 0, away = 0] = score.split('-').map(Number)
  return [home, away]
}

/** The result of a finished match for a team. */
function outcomeOf(match: Pick<PastMatch, 'homeId' | 'score'>, teamId: string): Outcome {
  const [home, away] = scoreOf(match)
  const lead = match.homeId === teamId ? home - away : away - home
  return lead > 0 ? 'win' : lead < 0 ? 'defeat' : 'draw'
}

/** Earlier matches of the two teams against each other, with their sum. */
export function HeadToHead({ matches, now, home, away }: HistoryProps & Record<'home' | 'away', NamedTeam>) {
  if (matches.length === 0) return <p className={styles.none}>{sportsText('match.meet.none')}</p>
  const number = (outcome: Outcome) => matches.filter((match) => outcomeOf(match, home.id) === outcome).length
  const [homeWins, draws, awayWins] = [number('win'), number('draw'), number('defeat')]
  const values = { count: matches.length, home: home.name, away: away.name, homeWins, awayWins }
  return (
    <>
      <p className={styles.sum}>
        {draws > 0 ? sportsText('match.meet.sum', { ...values, draws }) : sportsText('match.meet.sumNoDraw', values)}
      </p>
      <span className={styles.bar} aria-hidden="true">
        <i data-of="home" style={{ flexGrow: homeWins }} />
        <i style={{ flexGrow: draws }} />
        <i data-of="away" style={{ flexGrow: awayWins }} />
      </span>
      <Results matches={matches} now={now} />
    </>
  )
}

/** The last matches of a team: results in short, then each match. */
export function Form({ matches, now, team }: HistoryProps & { readonly team: NamedTeam }) {
  return (
    <section className={styles.form} aria-label={sportsText('match.form.of', { team: team.name })}>
      <h3 className={styles.team}>
        <Crest team={team.name} src={team.logo} size={24} />
        <span dir="auto">{team.name}</span>
        <FormMarks matches={matches} teamId={team.id} />
      </h3>
      {matches.length === 0 ? (
        <p className={styles.none}>{sportsText('match.form.none')}</p>
      ) : (
        <Results matches={matches} now={now} teamId={team.id} />
      )}
    </section>
  )
}

/** 胜 胜 平 负 胜: the results of a team, the newest at the left. */
export function FormMarks({ matches, teamId }: { readonly matches: readonly PastMatch[]; readonly teamId: string }) {
  return (
    <span className={styles.marks}>
      {matches.map((match) => (
        <OutcomeMark key={match.eid} outcome={outcomeOf(match, teamId)} />
      ))}
    </span>
  )
}

function OutcomeMark({ outcome }: { readonly outcome: Outcome }) {
  return (
    <i className={styles.mark} data-of={outcome}>
      {sportsText(`match.form.${outcome}`)}
    </i>
  )
}

function Results({ matches, now, teamId }: HistoryProps & { readonly teamId?: string }) {
  return (
    <ul className={styles.results}>
      {matches.map((match) => {
        const [home, away] = scoreOf(match)
        return (
          <li key={match.eid}>
            <time dateTime={new Date(match.kickOffAt).toISOString()}>{formatDate(match.kickOffAt, now)}</time>
            <span data-own={match.homeId === teamId || undefined}>{match.home}</span>
            <b>
              {home} : {away}
            </b>
            <span data-own={match.awayId === teamId || undefined}>{match.away}</span>
          </li>
        )
      })}
    </ul>
  )
}
