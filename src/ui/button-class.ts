import { classNames } from '#lib/class-names.ts'
import styles from './Button.module.css'

export interface ButtonLook {
  /** One primary in a panel; `seat` is the quiet outline of 占座. */
  readonly kind?: 'primary' | 'outline' | 'quiet' | 'danger' | 'seat'
  /** Heights 28, 32, 36 and 44; the touch area is at least 44 in any case. */
  readonly size?: 'tiny' | 'small' | 'medium' | 'large'
  /** Fills the width of its container. */
  readonly isWide?: boolean
}

/** The classes of a button, for links that look like one: `<Link className={buttonClass({ kind: 'primary' })}>`. */
export function buttonClass({ kind = 'outline', size = 'medium', isWide = false }: ButtonLook = {}): string {
  return classNames(styles.button, styles[kind], styles[size], isWide && styles.wide)
}
