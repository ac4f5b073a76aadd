import { useSetAtom, useStore } from 'jotai'
import { useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { rt } from '#lib/text/room.ts'
import { sessionAtom } from '#state/session.ts'
import { siteAtom } from '#state/site.ts'
import { onNotice, serverNow } from '#transport/client.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { toast } from '#ui/toast-manager.ts'
import type { Effect } from './outcomes.ts'
import { outcomeEffects } from './outcomes.ts'
import { reloadOnce } from './reload-once.ts'

/** The alert goes on by itself after this long (S4.15). */
const ALERT_MS = 5_000

interface Alert {
  readonly text: string
  readonly to: string
}

/** What the rules need to remember between outcomes; the newest screen is read when an outcome comes. */
interface Memory {
  here: string
  isAlertOpen: boolean
  lastBlockadeAt: number | null
}

/** Performs what `outcomes.ts` decides. Once in the page, inside the router. */
export function OutcomeEffects() {
  const store = useStore()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const setSession = useSetAtom(sessionAtom)
  const [alert, setAlert] = useState<Alert | null>(null)
  const [memory] = useState<{ readonly now: Memory }>(() => ({
    now: { here: '', isAlertOpen: false, lastBlockadeAt: null },
  }))

  useEffect(() => {
    Object.assign(memory.now, { here: pathname + search })
  }, [memory, pathname, search])

  useEffect(() => {
    const perform = (effect: Effect) => {
      switch (effect.type) {
        case 'clear-session':
          return setSession(null)
        case 'alert':
          Object.assign(memory.now, { isAlertOpen: true, ...(effect.isBlockade && { lastBlockadeAt: serverNow() }) })
          return setAlert({ text: effect.text, to: effect.to })
        case 'go':
          return void navigate(effect.to, { state: effect.state })
        case 'toast':
          return void toast({
            text: effect.text,
            tone: 'warn',
            id: effect.text,
            ...(effect.durationMs && { durationMs: effect.durationMs }),
          })
      }
    }
    return onNotice((notice) => {
      if (notice.type === 'version-mismatch') {
        if (!reloadOnce(Date.now(), sessionStorage, () => location.reload())) {
          toast({ text: rt('outcome.version'), tone: 'warn', durationMs: 0, id: 'version' })
        }
        return
      }
      if (notice.type !== 'outcome') return
      const { here, isAlertOpen, lastBlockadeAt } = memory.now
      const isBeingChecked = here.startsWith('/robot-check')
      const context = {
        here,
        isAlertOpen,
        lastBlockadeAt,
        isBeingChecked,
        skin: store.get(siteAtom).skin,
        now: serverNow(),
      }
      outcomeEffects(notice, context).forEach(perform)
    })
  }, [memory, navigate, setSession, store])

  const close = useCallback(
    (to: string) => {
      Object.assign(memory.now, { isAlertOpen: false })
      setAlert(null)
      void navigate(to)
    },
    [memory, navigate],
  )

  useEffect(() => {
    if (alert === null) return
    const timer = setTimeout(() => close(alert.to), ALERT_MS)
    return () => clearTimeout(timer)
  }, [alert, close])

  return (
    <Dialog
      isOpen={alert !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen && alert) close(alert.to)
      }}
      title={rt('outcome.title')}
      description={alert?.text ?? ''}
      isQuestion
      actions={
        <Button kind="primary" size="small" onClick={() => alert && close(alert.to)}>
          {rt('outcome.toLogin')}
        </Button>
      }
    />
  )
}
