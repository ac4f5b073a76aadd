import { Button as BaseButton } from '@base-ui/react/button'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'
import { formatBadge } from '#lib/format.ts'
import { both } from '#ui/hooks/both.ts'
import styles from './IconButton.module.css'
import { Spinner } from './Spinner.tsx'
import { useTooltip } from '#ui/overlay/use-tooltip.tsx'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'style' | 'children'> {
  /** Accessible name and tooltip. */
  readonly label: string
  readonly icon: ReactNode
  readonly size?: 'small' | 'medium'
  /** State of a toggle button. */
  readonly isPressed?: boolean
  readonly isLoading?: boolean
  /** Number at the corner, hidden at 0. Also mention it in `label`. */
  readonly count?: number
  /** Highest displayed number, 99 by default, then `99+`. */
  readonly maxCount?: number
  /** `video` for buttons on a picture. */
  readonly ground?: 'panel' | 'video'
}

/** An icon button: 20 px in a square of 36 (small 28), touch area 44. */
export function IconButton(props: IconButtonProps) {
  const {
    label,
    icon,
    size = 'medium',
    isPressed,
    isLoading = false,
    count = 0,
    maxCount,
    ground = 'panel',
    ...rest
  } = props
  const { className, disabled = false, ...attributes } = rest
  const [tips, tooltip] = useTooltip(label)
  return (
    <>
      <BaseButton
        {...attributes}
        className={classNames(styles.button, styles[size], styles[ground], className)}
        disabled={disabled || isLoading}
        focusableWhenDisabled={isLoading}
        aria-label={label}
        aria-pressed={isPressed}
        aria-busy={isLoading || undefined}
        onPointerEnter={both(attributes.onPointerEnter, tips.onPointerEnter)}
        onPointerLeave={both(attributes.onPointerLeave, tips.onPointerLeave)}
        onPointerDown={both(attributes.onPointerDown, tips.onPointerDown)}
        onFocus={both(attributes.onFocus, tips.onFocus)}
        onBlur={both(attributes.onBlur, tips.onBlur)}
        onKeyDown={both(attributes.onKeyDown, tips.onKeyDown)}
      >
        {isLoading ? <Spinner /> : icon}
        {count > 0 && (
          <span className={styles.count} aria-hidden="true">
            {formatBadge(count, maxCount)}
          </span>
        )}
      </BaseButton>
      {tooltip}
    </>
  )
}
