import { useState } from 'react'
import type { Result } from '#protocol/result.ts'
import { success } from '#protocol/result.ts'
import { act } from '#lib/messages/account.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { call } from '#transport/client.ts'
import { toast } from '#ui/toast-manager.ts'

/** What an image code was answered with. */
export interface ReadCode {
  readonly codeId: string
  readonly imgCode: string
}

export interface AccountCare {
  /** The one window that is open now. */
  readonly window: 'sleep' | 'password' | null
  /** Days without a sign-in after which accounts of this site sleep. */
  readonly days: number
  /** Wakes the account; a refusal leaves the window standing. */
  readonly wake: (code: ReadCode) => Promise<Result<null>>
  /** The window was read and is not wanted any more. */
  readonly close: () => void
}

const NO_PARAMS = {}

/**
 * What a member should know about its account (S7.37, S7.38): that it sleeps, whenever a page begins with it, and that
 * its password should be changed, after a sign-in. Calls that fail say nothing: both can wait until the next time.
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
