import { Hourglass } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { Responsible } from '#protocol/endpoints/responsible.ts'
import { rst } from '#lib/messages/responsible.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { serverNow } from '#transport/client.ts'
import styles from './responsible.module.css'
import { momentText } from './use-responsible.ts'

const NO_PARAMS = {}

interface ExclusionNoteProps {
  readonly exclusion: NonNullable<Responsible['exclusion']>
  readonly hasLink?: boolean
}

/** A time-out or self-exclusion in force: its end, and what it does (I10). */
export function ExclusionNote({ exclusion, hasLink = false }: ExclusionNoteProps) {
  const { kind, until } = exclusion
  return (
    <section className={styles.exclusion} aria-label={rst(`exclusion.${kind}`)}>
      <Hourglass size={20} aria-hidden="true" />
      <div>
        <b>{rst(`exclusion.${kind}`)}</b>
        <p>
          {until === null ? rst('exclusion.forever') : rst('exclusion.until', { end: momentText(until, serverNow()) })}
        </p>
        <p className={styles.small}>{rst('exclusion.effect')}</p>
        {hasLink && <Link to="/app/responsible">{rst('exclusion.about')}</Link>}
      </div>
    </section>
  )
}

/** The time-out or self-exclusion of the member; null without one, and until it is known. */
export function useExclusion(): Responsible['exclusion'] {
  return useServerData('responsible.get', NO_PARAMS).data?.exclusion ?? null
}
