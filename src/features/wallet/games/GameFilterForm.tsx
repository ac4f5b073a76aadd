import { gamesText } from '#messages/zh/games.ts'
import { useCachedData } from '#state/data/use-cached-data.ts'
import { SelectField } from '#ui/choice/SelectField.tsx'
import { DateFilter } from '../records/DateFilter.tsx'
import styles from '../records/records.module.css'
import { GAME_STATUSES, type GameFilter } from './game-filter.ts'

const ALL_VENUES = { type: 'all' } as const

interface GameFilterFormProps {
  readonly filter: GameFilter
  readonly onChange: (filter: GameFilter) => void
}

/** Venue, status and dates. Every change applies at once. */
export function GameFilterForm({ filter, onChange }: GameFilterFormProps) {
  const { venue, status } = filter
  const venues = useVenueNames()
  return (
    <fieldset className={styles.filters} aria-label={gamesText('filters')}>
      <SelectField
        label={gamesText('venue')}
        value={venue}
        options={[
          { value: '', label: gamesText('venue.all') },
          ...[...venues].map(([value, label]) => ({ value, label })),
        ]}
        onValueChange={(value) => onChange({ ...filter, venue: value })}
      />
      <SelectField
        label={gamesText('status')}
        value={status}
        options={GAME_STATUSES.map((value) => ({ value, label: gamesText(`status.${value}`) }))}
        onValueChange={(value) => onChange({ ...filter, status: value })}
      />
      <DateFilter dates={filter} onDates={({ from, to }) => onChange({ ...filter, from, to })} />
    </fieldset>
  )
}

/** Names of the venues that members can open, by `venueEnName`. */
export function useVenueNames(): ReadonlyMap<string, string> {
  const { data } = useCachedData('venue.list', ALL_VENUES)
  const shown = (data?.list ?? []).filter(({ isDisplay }) => isDisplay === 1)
  return new Map(shown.map(({ enName, chName }) => [enName, chName]))
}
