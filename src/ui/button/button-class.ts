import { classNames } from '#lib/class-names.ts'
import styles from './Button.module.css'

export interface ButtonStyle {
  /**
   * One primary button per panel. `minor` is a primary button that repeats in a list or a bar; skins with one leading
   * button per screen draw it without the accent. `reminder` is the outline of 预约.
   */
  readonly kind?: 'primary' | 'minor' | 'outline' | 'quiet' | 'danger' | 'reminder'
  /** Heights 28, 32, 36 and 44; the touch area is at least 44. */
  readonly size?: 'tiny' | 'small' | 'medium' | 'large'
  /** Full width of its container. */
  readonly isWide?: boolean
}

/** Button classes for links: `<Link className={buttonClass({ kind: 'primary' })}>`. */
export function buttonClass({ kind = 'outline', size = 'medium', isWide = false }: ButtonStyle = {}): string {
  return classNames(styles.button, styles[kind], styles[size], isWide && styles.wide)
}
