import { useState } from 'react'
import type { Result } from '#protocol/result.ts'
import { success } from '#protocol/result.ts'
import { act } from '#lib/messages/account.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { call } from '#transport/client.ts'
import { toast } from '#ui/toast-manager.ts'

/** The result of an image code form. */
export interface ReadCode {
  readonly codeId: string
  readonly imgCode: string
}

export interface AccountCare {
  /** The open dialog. */
  readonly window: 'sleep' | 'password' | null
  /** Days without a sign-in after which an account of this site becomes inactive. */
  readonly days: number
  /** Reactivates the account. The dialog stays open if the server refuses. */
  readonly wake: (code: ReadCode) => Promise<Result<null>>
  /** Closes the dialog. */
  readonly close: () => void
}

const NO_PARAMS = {}

/**
 * Account warnings (S7.37, S7.38): an inactive account, checked on page load, and an outdated password, checked after a
 * sign-in. Failed calls are ignored; the check is repeated next time.
 */
export function useAccountCare(isFreshSignIn: boolean): AccountCare {
  const sleep = useServerData('account.sleepCheck', NO_PARAMS)
  const password = useServerData('account.checkChangePassword', isFreshSignIn ? NO_PARAMS : null)
  const [isSleepOver, setSleepOver] = useState(false)
  const [isPasswordRead, setPasswordRead] = useState(false)
  const isAsleep = sleep.data?.dormant === true && !isSleepOver
  const isAdvised = password.data?.need === true && !isPasswordRead && !sleep.isLoading

  return {
    window: isAsleep ? 'sleep' : isAdvised ? 'password' : null,
    days: sleep.data?.days ?? 0,
    async wake({ codeId, imgCode }) {
      const result = await call('account.sleepActivate', { codeId, code: imgCode })
      if (!result.ok) return result
      toast({ text: act('sleep.done'), tone: 'success' })
      setSleepOver(true)
      return success(null)
    },
    close: () => (isAsleep ? setSleepOver(true) : setPasswordRead(true)),
  }
}
