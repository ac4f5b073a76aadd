import { Switch as BaseSwitch } from '@base-ui/react/switch'
import { classNames } from '#lib/class-names.ts'
import styles from './Switch.module.css'

interface SwitchProps {
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  readonly disabled?: boolean
  /** `video` for switches on a picture. */
  readonly ground?: 'panel' | 'video'
}

export function Switch({ label, isOn, onChange, disabled = false, ground = 'panel' }: SwitchProps) {
  return (
    <label className={classNames(styles.row, styles[ground])} data-disabled={disabled || undefined}>
      {label}
      <BaseSwitch.Root
        className={styles.track}
        checked={isOn}
        disabled={disabled}
        onCheckedChange={(next) => onChange(next)}
      >
        <BaseSwitch.Thumb className={styles.thumb} />
      </BaseSwitch.Root>
    </label>
  )
}
