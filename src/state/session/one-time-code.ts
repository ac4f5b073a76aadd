import { atom, useAtom, useAtomValue } from 'jotai'
import { useState } from 'react'
import type { CodeScene } from '#protocol/endpoints/registration.ts'
import type { RequestOf } from '#protocol/endpoints/table.ts'
import type { Failure } from '#protocol/result.ts'
import { SECOND_MS } from '#protocol/time.ts'
import { ft } from '#lib/messages/forms.ts'
import { call } from '#transport/client.ts'
import { toast } from '#ui/toast-manager.ts'
import { clockAtom } from '../data/clock.ts'

/** When the next code of a scene may be requested, in epoch milliseconds of the server's clock. */
const nextCodeAtom = atom<Readonly<Partial<Record<CodeScene, number>>>>({})

export interface OneTimeCode {
  /** Seconds until the next code may be requested; 0 = now. */
  readonly secondsLeft: number
  readonly isSending: boolean
  /** Requests a code (S7.47), for the bound phone without a target. Returns the failure, or null. */
  readonly send: (target?: Omit<RequestOf<'registration.sendCode'>, 'scene'>) => Promise<Failure | null>
}

/** One-time codes of a scene. The countdown follows the server's clock and continues while the form is closed. */
export function useOneTimeCode(scene: CodeScene): OneTimeCode {
  const [next, setNext] = useAtom(nextCodeAtom)
  const now = useAtomValue(clockAtom)
  const [isSending, setSending] = useState(false)
  return {
    secondsLeft: Math.max(0, Math.ceil(((next[scene] ?? 0) - now) / SECOND_MS)),
    isSending,
    async send(target = {}) {
      setSending(true)
      const result = await call('registration.sendCode', { scene, ...target })
      setSending(false)
      if (!result.ok) return result
      const { sentAt, interval } = result.data
      setNext((all) => ({ ...all, [scene]: sentAt + interval * SECOND_MS }))
      toast({ text: ft('code.sent'), tone: 'success' })
      return null
    },
  }
}
