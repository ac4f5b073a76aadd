import { useState } from 'react'
import { responsibleText } from '#messages/zh/responsible.ts'
import { Button } from '#ui/button/Button.tsx'
import { LimitDialog } from './LimitDialog.tsx'
import { useResponsible } from './use-responsible.ts'

export interface FirstLimitProps {
  /** Called when the member has set a limit. */
  readonly onDone: () => void
}

/** Offers a monthly deposit limit to members without any limit; nothing for others. */
export function FirstLimit({ onDone }: FirstLimitProps) {
  const state = useResponsible()
  const [isOpen, setOpen] = useState(false)
  if (state.data?.hasNoLimit === false && !isOpen) return null
  return (
    <>
      <Button kind="primary" size="large" isWide aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {responsibleText('prompt.first')}
      </Button>
      <LimitDialog
        chosen={isOpen ? { kind: 'deposit', period: 'month' } : null}
        current={null}
        take={(result) => {
          if (result.ok) onDone()
          return state.take(result)
        }}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
