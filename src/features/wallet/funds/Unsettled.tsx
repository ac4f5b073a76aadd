import { walletText } from '#messages/zh/wallet.ts'
import { Button } from '#ui/button/Button.tsx'
import { Spinner } from '#ui/button/Spinner.tsx'
import styles from './funds.module.css'

interface UnsettledProps {
  /** What was sent, for example 转入看台体育 ¥100.00. */
  readonly text: string
  readonly isBusy: boolean
  /** Repeats the same call under the same key. */
  readonly onRepeat: () => void
}

/** The outcome of a money call is unknown: it replaces the button of the form until it is known (settled 7). */
export function Unsettled({ text, isBusy, onRepeat }: UnsettledProps) {
  return (
    <output className={styles.unsettled}>
      <Spinner className={styles.spinner} />
      <div className={styles.grow}>
        <b>{walletText('funds.unsettled.title')}</b>
        <p>{walletText('funds.unsettled.text', { what: text })}</p>
        <Button size="small" isLoading={isBusy} onClick={onRepeat}>
          {walletText('funds.unsettled.repeat')}
        </Button>
      </div>
    </output>
  )
}
