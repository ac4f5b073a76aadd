import type { ReactNode, SubmitEvent } from 'react'

interface FormProps {
  readonly className?: string | undefined
  /** A busy form ignores Enter and its submit button. */
  readonly isBusy: boolean
  readonly onSubmit: () => void
  readonly children: ReactNode
}

/** A form whose fields show their own errors instead of the browser's. */
export function Form({ className, isBusy, onSubmit, children }: FormProps) {
  return (
    <form
      className={className}
      noValidate
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        if (!isBusy) onSubmit()
      }}
    >
      {children}
    </form>
  )
}
