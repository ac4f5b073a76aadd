import { CircleHelp, Gamepad2, Search, Trophy } from 'lucide-react'
import { directionOf } from '#messages/bidi.ts'
import { classNames } from '#lib/class-names.ts'
import { homeText } from '#messages/zh/home.ts'
import { Avatar } from '#ui/art/Avatar.tsx'
import { Crest } from '#ui/art/Crest.tsx'
import { LiveBadge } from '#ui/text/Badge.tsx'
import type { SearchItem } from './search-index.ts'
import type { RowGroup, SearchRow } from './search-rows.ts'
import styles from './SearchList.module.css'

interface SearchListProps {
  /** Id of the listbox; rows are `<id>-0`, `<id>-1` and so on. */
  readonly id: string
  readonly groups: readonly RowGroup[]
  readonly active: number | null
  readonly onHover: (row: number) => void
  readonly onChoose: (row: SearchRow) => void
}

/*
 * HTML has no combobox element: select and datalist take neither pictures nor groups. The input handles arrows, Enter
 * and Escape.
 */
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events */

/** The rows in groups (combobox pattern: the focus stays in the input, which references the active row by its id). */
export function SearchList({ id, groups, active, onHover, onChoose }: SearchListProps) {
  const firsts = groups.map((_, at) => groups.slice(0, at).reduce((sum, { rows }) => sum + rows.length, 0))
  return (
    <div id={id} role="listbox" aria-label={homeText('search.results')} className={styles.list}>
      {groups.map(({ key, total, rows }, at) => (
        <div key={key} role="group" aria-labelledby={key === 'all' ? undefined : `${id}-${key}`}>
          {key !== 'all' && (
            <p className={styles.head} id={`${id}-${key}`} role="presentation">
              {homeText(`search.${key}`)}
              {total !== null && <span>{homeText('search.found', { count: total })}</span>}
            </p>
          )}
          {rows.map((row, position) => {
            const index = (firsts[at] ?? 0) + position
            return (
              <div
                key={row.key}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                className={classNames(styles.row, index === active && styles.active)}
                onPointerMove={() => onHover(index)}
                // Keeps the focus in the input.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => onChoose(row)}
              >
                <Line row={row} />
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}

function Line({ row }: { readonly row: SearchRow }) {
  if (row.kind !== 'item') {
    return (
      <>
        <span className={styles.lead}>
          <Search size={16} aria-hidden="true" />
        </span>
        <span className={styles.title}>
          {row.kind === 'all' ? homeText('search.all', { query: row.query }) : row.query}
        </span>
      </>
    )
  }
  const { title, note, end, isLive } = row.item
  return (
    <>
      <span className={styles.lead}>
        <Picture item={row.item} />
      </span>
      <span className={styles.text}>
        <span className={styles.title} dir="auto">
          {title}
        </span>
        {note && (
          <span className={styles.note} dir={directionOf(note)}>
            {note}
          </span>
        )}
      </span>
      {isLive && <LiveBadge />}
      {end && <span className={styles.end}>{end}</span>}
    </>
  )
}

function Picture({ item: { group, picture } }: { readonly item: SearchItem }) {
  if (picture?.kind === 'avatar') return <Avatar id={picture.id} src={picture.src} size={28} />
  if (picture?.kind === 'crest') return <Crest team={picture.id} src={picture.src} size={28} />
  const Icon = group === 'game' ? Gamepad2 : group === 'league' ? Trophy : CircleHelp
  return <Icon size={20} aria-hidden="true" />
}
