import { pointsText } from '#messages/zh/points.ts'
import { Button } from '#ui/button/Button.tsx'
import { Spinner } from '#ui/button/Spinner.tsx'
import styles from './points.module.css'

/** The outcome of an exchange or draw is unknown: nothing else can be done until it is known (settled 7). */
export function Unsettled({ isBusy, onRepeat }: { readonly isBusy: boolean; readonly onRepeat: () => void }) {
  return (
    <output className={styles.unsettled}>
      <Spinner />
      <span>
        <b>{pointsText('unsettled.title')}</b>
        {pointsText('unsettled.text')}
      </span>
      <Button size="small" isLoading={isBusy} onClick={onRepeat}>
        {pointsText('unsettled.repeat')}
      </Button>
    </output>
  )
}
