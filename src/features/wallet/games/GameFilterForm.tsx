import { siteDateOf } from '#protocol/time.ts'
import { gamesText } from '#messages/zh/games.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { useCachedData } from '#state/data/use-cached-data.ts'
import { serverNow } from '#transport/client.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { dateProblems } from '../records/records-filter.ts'
import styles from '../records/records.module.css'
import { GAME_STATUSES, type GameFilter, lastDays } from './game-filter.ts'

const NO_PARAMS = {}
/** Days of the quick choices, today included. */
const QUICK = [
  { key: 'records.filter.today', days: 1 },
  { key: 'records.filter.week', days: 7 },
  { key: 'records.filter.month', days: 30 },
] as const

interface GameFilterFormProps {
  readonly filter: GameFilter
  readonly onChange: (filter: GameFilter) => void
}

/** Venue, status and dates. Every change applies at once. */
export function GameFilterForm({ filter, onChange }: GameFilterFormProps) {
  const { venue, status, from, to } = filter
  const problems = dateProblems(filter)
  const venues = useVenueNames()
  const today = siteDateOf(serverNow())
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
      <Field
        label={walletText('records.filter.from')}
        type="date"
        max={today}
        value={from}
        error={problems.from}
        onValueChange={(value) => onChange({ ...filter, from: value })}
      />
      <Field
        label={walletText('records.filter.to')}
        type="date"
        max={today}
        value={to}
        error={problems.to}
        onValueChange={(value) => onChange({ ...filter, to: value })}
      />
      <fieldset className={styles.quick} aria-label={walletText('records.filter.quick')}>
        {QUICK.map(({ key, days }) => {
          const dates = lastDays(days, serverNow())
          return (
            <Button
              key={key}
              size="small"
              aria-pressed={from === dates.from && to === dates.to}
              onClick={() => onChange({ ...filter, ...dates })}
            >
              {walletText(key)}
            </Button>
          )
        })}
      </fieldset>
    </fieldset>
  )
}

/** Names of the sport venues of the site that members can open, by `venueEnName`. */
export function useVenueNames(): ReadonlyMap<string, string> {
  const { data } = useCachedData('site.sportConfigs', NO_PARAMS)
  const shown = (data?.list ?? []).filter(({ isDisplay }) => isDisplay === 1)
  return new Map(shown.map(({ enName, chName }) => [enName, chName]))
}
