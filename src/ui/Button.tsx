import { Button as BaseButton } from '@base-ui/react/button'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'
import type { ButtonLook } from './button-class.ts'
import { buttonClass } from './button-class.ts'
import styles from './Button.module.css'
import { Spinner } from './Spinner.tsx'

export interface ButtonProps extends ButtonLook, Omit<ComponentProps<'button'>, 'style'> {
  /** Shown before the text, 16 or 20 px. */
  readonly icon?: ReactNode
  /** Work is under way: the button keeps its width and focus and takes no second press. */
  readonly isLoading?: boolean
}

/** The button of every screen. Labels are short and say what happens. */
export function Button(props: ButtonProps) {
  const { kind, size, isWide, icon, isLoading = false, disabled = false, className, children, ...rest } = props
  const look: ButtonLook = { ...(kind && { kind }), ...(size && { size }), ...(isWide && { isWide }) }
  return (
    <BaseButton
      {...rest}
      className={classNames(buttonClass(look), isLoading && styles.loading, className)}
      disabled={disabled || isLoading}
      focusableWhenDisabled={isLoading}
      aria-busy={isLoading || undefined}
    >
      {isLoading && <Spinner className={styles.spinner} />}
      <span className={styles.content}>
        {icon}
        {children}
      </span>
    </BaseButton>
  )
}
