import { useState } from 'react'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { RequestOf } from '#protocol/endpoints/table.ts'
import type { Result } from '#protocol/result.ts'
import { accountText } from '#messages/zh/account.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { call } from '#transport/client.ts'
import { toast } from '#ui/overlay/toast-manager.ts'

export type SecurityNotice = NonNullable<DataOf<'security.notice'>['notice']>

export interface AccountCare {
  /** The open dialog. */
  readonly window: 'sleep' | 'notice' | 'password' | null
  /** Days without a sign-in after which an account of this site becomes inactive. */
  readonly days: number
  /** How the account is reactivated. */
  readonly by: DataOf<'account.sleepCheck'>['by']
  /** Reactivates the account. The dialog stays open if the server refuses. */
  readonly wake: (proof: RequestOf<'account.sleepActivate'>) => Promise<Result<unknown>>
  readonly notice: SecurityNotice | null
  /** Acknowledges the notice and shows the next one. */
  readonly acknowledge: () => void
  /** Closes the dialog. */
  readonly close: () => void
}

/**
 * Account warnings (S7.37, S7.38, S7.51): an inactive account, checked on page load; security notices and an outdated
 * password, checked after a sign-in. Failed calls are ignored; the check is repeated next time.
 */
export function useAccountCare(isFreshSignIn: boolean): AccountCare {
  const sleep = useServerData('account.sleepCheck', {})
  const notices = useServerData('security.notice', isFreshSignIn ? {} : null)
  const password = useServerData('account.checkChangePassword', isFreshSignIn ? {} : null)
  const [closed, setClosed] = useState<readonly string[]>([])
  const notice = notices.data?.notice ?? null

  const find = (): AccountCare['window'] => {
    if (sleep.data?.dormant === true && !closed.includes('sleep')) return 'sleep'
    if (sleep.isLoading) return null
    if (notice !== null && !closed.includes(notice.id) && !closed.includes('notice')) return 'notice'
    if (notices.isLoading && isFreshSignIn) return null
    return password.data?.need === true && !closed.includes('password') ? 'password' : null
  }
  const window = find()
  const close = (name: string) => setClosed([...closed, name])
  return {
    window,
    days: sleep.data?.days ?? 0,
    by: sleep.data?.by ?? 'image',
    async wake(proof) {
      const result = await call('account.sleepActivate', proof)
      if (!result.ok) return result
      toast({ text: accountText('sleep.done'), tone: 'success' })
      close('sleep')
      return result
    },
    notice,
    acknowledge() {
      if (notice === null) return
      close(notice.id)
      void call('security.acknowledge', { id: notice.id }).then(notices.retry)
    },
    close: () => window !== null && close(window),
  }
}
