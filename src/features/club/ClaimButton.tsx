import { Check } from 'lucide-react'
import { failureText } from '#lib/failure-text.ts'
import { clubText } from '#messages/zh/club.ts'
import { Button } from '#ui/button/Button.tsx'
import styles from './club.module.css'
import type { Claims } from './use-claims.ts'

interface ClaimButtonProps {
  readonly claims: Claims
  readonly id: string
  /** Names the item for screen readers. */
  readonly item: string
  readonly isPrimary?: boolean
}

/** Claims one item, and shows its result in the same place. */
export function ClaimButton({ claims, id, item, isPrimary = false }: ClaimButtonProps) {
  const state = claims.stateOf(id)
  if (state === 'done') {
    return (
      <span className={styles.done}>
        <Check size={16} aria-hidden="true" />
        {clubText('claim.done')}
      </span>
    )
  }
  const failure = state !== undefined && state !== 'busy' ? state : null
  return (
    <span className={styles.claim}>
      {failure && (
        <small role="alert" className={styles.failure}>
          {failureText(failure, clubText('claim.failed'))}
        </small>
      )}
      <Button
        size="small"
        kind={isPrimary ? 'primary' : 'outline'}
        isLoading={state === 'busy'}
        disabled={claims.isBusy && state !== 'busy'}
        aria-label={clubText('claim.name', { item })}
        onClick={() => claims.claim({ id })}
      >
        {clubText('claim.action')}
      </Button>
    </span>
  )
}
