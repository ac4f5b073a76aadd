import { Link } from 'react-router-dom'
import { newsText } from '#messages/zh/news.ts'
import { teamPath } from '#lib/room-path.ts'
import { Crest } from '#ui/art/Crest.tsx'
import styles from './StandingsTable.module.css'
import { type Standings, zoneOf } from './zone.ts'

type StandingsRow = Standings['list'][number]

interface StandingsTableProps {
  readonly league: string
  readonly standings: Standings
  /** The team whose row is highlighted; '' = none. */
  readonly team: string
  readonly onTeamChange: (team: string) => void
}

/**
 * The standings of a league. The header is sticky; on a phone rank, team and points are sticky and the rest scrolls
 * sideways.
 */
export function StandingsTable({ league, standings, team, onTeamChange }: StandingsTableProps) {
  const { list, zones, season } = standings
  const hasDraws = list.some(({ drawn }) => drawn > 0)
  return (
    // A region that scrolls must be reached by keys (WCAG 2.1.1).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
    <section className={styles.scroll} aria-label={newsText('data.scroll', { league })} tabIndex={0}>
      <table className={styles.table}>
        <caption className="visually-hidden">
          {newsText('data.caption', { league, played: season.played, rounds: season.rounds })}
        </caption>
        <thead>
          <tr>
            <th scope="col" className={styles.rank}>
              <span className="visually-hidden">{newsText('data.rank')}</span>
            </th>
            <th scope="col" className={styles.team}>
              {newsText('data.team')}
            </th>
            <Head short={newsText('data.played')} full={newsText('data.playedFull')} />
            <Head short={newsText('data.won')} />
            {hasDraws && <Head short={newsText('data.drawn')} />}
            <Head short={newsText('data.lost')} />
            <Head short={newsText('data.goals')} full={newsText('data.goalsFull')} isWide />
            <Head short={newsText('data.difference')} full={newsText('data.differenceFull')} />
            <th scope="col" className={styles.points}>
              {newsText('data.points')}
            </th>
          </tr>
        </thead>
        <tbody>
          {list.map((row) => (
            <TeamRow
              key={row.team}
              row={row}
              zone={zoneOf(zones, row.rank)}
              hasDraws={hasDraws}
              isOwn={row.team === team}
              onPress={() => onTeamChange(row.team === team ? '' : row.team)}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface HeadProps {
  readonly short: string
  readonly full?: string
  /** Not shown on a phone, where the goal difference is enough. */
  readonly isWide?: boolean
}

function Head({ short, full, isWide = false }: HeadProps) {
  return (
    <th scope="col" className={isWide ? styles.wide : undefined}>
      {full === undefined ? short : <abbr title={full}>{short}</abbr>}
    </th>
  )
}

interface TeamRowProps {
  readonly row: StandingsRow
  readonly zone: Standings['zones'][number] | null
  readonly hasDraws: boolean
  readonly isOwn: boolean
  readonly onPress: () => void
}

function TeamRow({ row, zone, hasDraws, isOwn, onPress }: TeamRowProps) {
  const difference = row.goalsFor - row.goalsAgainst
  return (
    <tr data-own={isOwn || undefined}>
      <td className={styles.rank} data-zone={zone?.kind}>
        {row.rank}
        {zone && <span className="visually-hidden">{zone.name}</span>}
      </td>
      <th scope="row" className={styles.team}>
        <button
          type="button"
          className={styles.press}
          aria-pressed={isOwn}
          aria-label={row.team}
          title={isOwn ? newsText('data.unmark', { team: row.team }) : newsText('data.mark', { team: row.team })}
          onClick={onPress}
        >
          <Crest team={row.team} src={row.logo} size={24} />
        </button>
        <Link className={styles.name} to={teamPath(row.teamId)}>
          {row.team}
        </Link>
      </th>
      <td>{row.played}</td>
      <td>{row.won}</td>
      {hasDraws && <td>{row.drawn}</td>}
      <td>{row.lost}</td>
      <td className={styles.wide}>
        {row.goalsFor}/{row.goalsAgainst}
      </td>
      <td>{difference > 0 ? `+${difference}` : String(difference).replace('-', '−')}</td>
      <td className={styles.points}>{row.points}</td>
    </tr>
  )
}
