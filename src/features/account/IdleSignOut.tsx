import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useState } from 'react'
import { MINUTE_MS, SECOND_MS } from '#protocol/time.ts'
import { formatLeft } from '#lib/countdown.ts'
import { INPUT_EVENTS } from '#lib/frame-input.ts'
import { accountText } from '#messages/zh/account.ts'
import { clockAtom } from '#state/data/clock.ts'
import { serverNow, signOut } from '#transport/client.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { toast } from '#ui/overlay/toast-manager.ts'

const WARNING_MS = MINUTE_MS
/** Input is reported to the other tabs at most this often. */
const REPORT_MS = 5 * SECOND_MS
const CHANNEL = 'grandstand-input'

/**
 * Signs out after `minutes` without input in any tab of this browser (S7.50). Any input during the last minute, in which
 * a dialog warns, continues the session.
 */
export function IdleSignOut({ minutes }: { readonly minutes: number }) {
  const [endsAt, setEndsAt] = useState<number | null>(null)
  const warn = useEffectEvent((at: number | null) => {
    if (at !== endsAt) setEndsAt(at)
  })
  useEffect(() => watchInput(minutes * MINUTE_MS, warn, () => end(minutes)), [minutes])
  return (
    <Dialog
      isOpen={endsAt !== null}
      onOpenChange={() => setEndsAt(null)}
      isQuestion
      title={accountText('idle.title')}
      actions={
        <Button kind="primary" onClick={() => setEndsAt(null)}>
          {accountText('idle.stay')}
        </Button>
      }
    >
      {endsAt !== null && <Warning minutes={minutes} endsAt={endsAt} />}
    </Dialog>
  )
}

function Warning({ minutes, endsAt }: { readonly minutes: number; readonly endsAt: number }) {
  const now = useAtomValue(clockAtom)
  return <p>{accountText('idle.text', { minutes: minutes - 1, left: formatLeft(endsAt - now) })}</p>
}

function end(minutes: number): void {
  toast({ text: accountText('idle.ended', { minutes }), tone: 'warn', durationMs: 0, id: 'idle' })
  void signOut()
}

/**
 * Calls `onWarning` with the time of the sign-out during its last minute, with null after input, and `onEnd` at that time.
 * Returns a function that ends this. Time spent asleep counts.
 */
function watchInput(limit: number, onWarning: (endsAt: number | null) => void, onEnd: () => void): () => void {
  let lastInput = serverNow()
  let lastReport = 0
  let timer: ReturnType<typeof setTimeout>
  let hasEnded = false
  const channel = new BroadcastChannel(CHANNEL)
  const controller = new AbortController()
  const check = (): void => {
    clearTimeout(timer)
    if (hasEnded) return
    const idle = serverNow() - lastInput
    if (idle >= limit) {
      hasEnded = true
      onWarning(null)
      return onEnd()
    }
    const isWarning = idle >= limit - WARNING_MS
    onWarning(isWarning ? lastInput + limit : null)
    timer = setTimeout(check, (isWarning ? limit : limit - WARNING_MS) - idle)
  }
  const noteInput = (): void => {
    // The first input after a sleep comes too late.
    if (serverNow() - lastInput >= limit) return check()
    const wasWarning = serverNow() - lastInput >= limit - WARNING_MS
    lastInput = serverNow()
    if (wasWarning) check()
  }
  const input = (): void => {
    noteInput()
    if (hasEnded || lastInput - lastReport < REPORT_MS) return
    lastReport = lastInput
    channel.postMessage('input')
  }
  for (const name of INPUT_EVENTS) {
    window.addEventListener(name, input, { capture: true, passive: true, signal: controller.signal })
  }
  document.addEventListener('visibilitychange', check, { signal: controller.signal })
  channel.addEventListener('message', noteInput)
  check()
  return () => {
    clearTimeout(timer)
    controller.abort()
    channel.close()
  }
}
