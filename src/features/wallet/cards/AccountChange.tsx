import { useState } from 'react'
import { CODES } from '#protocol/codes.ts'
import type { SettleCurrency } from '#protocol/currency.ts'
import type { Failure } from '#protocol/result.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { call } from '#transport/client.ts'
import { toast } from '#ui/overlay/toast-manager.ts'
import { PasswordDialog, type WithdrawSecret } from './PasswordDialog.tsx'

/** A card or an address as the list shows it. */
export interface Account {
  readonly id: string
  /** Names it in a sentence. */
  readonly name: string
  readonly title: string
  readonly note: string
  readonly isDefault: boolean
}

export interface Change {
  readonly kind: 'prefer' | 'remove'
  readonly account: Account
}

const ENDPOINTS = {
  CNY: { prefer: 'bankCard.setDefault', remove: 'bankCard.delete' },
  USDT: { prefer: 'virtualCurrency.setDefault', remove: 'virtualCurrency.delete' },
} as const

const TEXTS = {
  prefer: {
    title: 'cards.change.preferTitle',
    text: 'cards.change.preferText',
    action: 'cards.list.prefer',
    done: 'cards.change.preferred',
  },
  remove: {
    title: 'cards.change.removeTitle',
    text: 'cards.change.removeText',
    action: 'cards.list.remove',
    done: 'cards.change.removed',
  },
} as const

interface AccountChangeProps {
  readonly currency: SettleCurrency
  readonly change: Change
  readonly onClose: () => void
  /** Called when the list may have changed. */
  readonly onChanged: () => void
}

/** Makes an account the default or deletes it, after a confirmation (S7.73, S7.74). */
export function AccountChange({ currency, change: { kind, account }, onClose, onChanged }: AccountChangeProps) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const { title, text, action, done } = TEXTS[kind]
  const { id, name } = account
  const submit = async (secret: WithdrawSecret) => {
    setBusy(true)
    setFailure(null)
    const result = await call(ENDPOINTS[currency][kind], { id, ...secret })
    setBusy(false)
    // A deleted account is not found when the call is repeated after a lost response.
    if (!result.ok && !(kind === 'remove' && result.code === CODES.NOT_FOUND)) {
      setFailure(result)
      return
    }
    toast({ text: walletText(done), tone: 'success' })
    onChanged()
    onClose()
  }
  return (
    <PasswordDialog
      title={walletText(title, { name })}
      text={walletText(text)}
      action={walletText(action)}
      isDanger={kind === 'remove'}
      isBusy={isBusy}
      failure={failure}
      onSubmit={(secret) => void submit(secret)}
      onClose={() => {
        // The response of an earlier try may be lost.
        if (failure !== null) onChanged()
        onClose()
      }}
    />
  )
}
