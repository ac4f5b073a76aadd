import { atom, useAtom, useAtomValue } from 'jotai'
import { useState } from 'react'
import { CODES } from '#protocol/codes.ts'
import type { CodeScene } from '#protocol/endpoints/auth/registration.ts'
import type { RequestOf } from '#protocol/endpoints/table.ts'
import type { Failure, Result } from '#protocol/result.ts'
import { SECOND_MS } from '#protocol/time.ts'
import { commonText } from '#messages/zh/common.ts'
import { call } from '#transport/client.ts'
import { toast } from '#ui/overlay/toast-manager.ts'
import { clockAtom } from '../data/clock.ts'

/** What a code is requested for. The recovery of a password has calls of its own. */
type CodePurpose = CodeScene | 'recovery'

/** When the next code may be requested, in epoch milliseconds of the server's clock. */
export const nextCodeAtom = atom<Readonly<Partial<Record<CodePurpose, number>>>>({})

interface SentCode {
  /** Epoch milliseconds on the server's clock. */
  readonly sentAt: number
  /** Seconds until another code may be requested. */
  readonly interval: number
}

export interface CodeWait {
  /** Seconds until the next code may be requested; 0 = now. */
  readonly secondsLeft: number
  readonly isSending: boolean
  /** A code was sent before. */
  readonly wasSent: boolean
  /** Makes a call that sends a code, and starts the countdown. */
  readonly send: <Data extends SentCode>(request: () => Promise<Result<Data>>) => Promise<Result<Data>>
}

/** The end of the wait that the server names when codes are requested too often, or null. */
function untilOf({ code, details }: Failure): number | null {
  const isKnown = code === CODES.SMS_TOO_OFTEN && typeof details === 'object' && details !== null && 'until' in details
  return isKnown && typeof details.until === 'number' ? details.until : null
}

/** The wait between two codes. The countdown follows the server's clock and continues while the form is closed. */
export function useCodeWait(purpose: CodePurpose): CodeWait {
  const [next, setNext] = useAtom(nextCodeAtom)
  const now = useAtomValue(clockAtom)
  const [isSending, setSending] = useState(false)
  const [wasSent, setSent] = useState(false)
  const waitUntil = (time: number) => setNext((all) => ({ ...all, [purpose]: time }))
  return {
    secondsLeft: Math.max(0, Math.ceil(((next[purpose] ?? 0) - now) / SECOND_MS)),
    isSending,
    wasSent,
    async send(request) {
      setSending(true)
      const result = await request()
      setSending(false)
      const until = result.ok ? result.data.sentAt + result.data.interval * SECOND_MS : untilOf(result)
      if (until !== null) waitUntil(until)
      if (result.ok) setSent(true)
      return result
    },
  }
}

interface OneTimeCode extends Omit<CodeWait, 'send'> {
  /** Requests a code (S7.47), for the bound phone without a target. Returns the failure, or null. */
  readonly send: (target?: Omit<RequestOf<'registration.sendCode'>, 'scene'>) => Promise<Failure | null>
}

/** One-time codes of a scene. */
export function useOneTimeCode(scene: CodeScene): OneTimeCode {
  const { send, ...wait } = useCodeWait(scene)
  return {
    ...wait,
    async send(target = {}) {
      const result = await send(() => call('registration.sendCode', { scene, ...target }))
      if (!result.ok) return result
      toast({ text: commonText('forms.code.sent'), tone: 'success' })
      return null
    },
  }
}
