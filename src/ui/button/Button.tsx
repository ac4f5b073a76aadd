import { Button as BaseButton } from '@base-ui/react/button'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'
import { buttonClass, type ButtonStyle } from './button-class.ts'
import styles from './Button.module.css'
import { Spinner } from './Spinner.tsx'

export interface ButtonProps extends ButtonStyle, Omit<ComponentProps<'button'>, 'style'> {
  /** Icon before the text, 16 or 20 px. */
  readonly icon?: ReactNode
  /** Shows progress: the button keeps width and focus and ignores presses. */
  readonly isLoading?: boolean
}

/** A button. Labels are short and name the action. */
export function Button(props: ButtonProps) {
  const { kind, size, isWide, icon, isLoading = false, disabled = false, className, children, ...rest } = props
  const buttonStyle: ButtonStyle = { ...(kind && { kind }), ...(size && { size }), ...(isWide && { isWide }) }
  return (
    <BaseButton
      {...rest}
      className={classNames(buttonClass(buttonStyle), isLoading && styles.loading, className)}
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
