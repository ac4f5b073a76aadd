import { useStore } from 'jotai'
import { useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { PLAY_STOP_CODES } from '#protocol/codes.ts'
import type { TransportNotice } from '#protocol/worker/notices.ts'
import { commonText } from '#messages/zh/common.ts'
import { notifyPlayChange } from '#state/data/content-changes.ts'
import { isCheckWantedAtom, isRobotCheckOpenAtom, sessionAtom, showExpiryWarningAtom } from '#state/session/session.ts'
import { loadCoins } from '#state/session/coins.ts'
import { siteAtom } from '#state/site/site.ts'
import { sessionAlertAtom } from '#state/session/verification.ts'
import { onNotice, serverNow } from '#transport/client.ts'
import { toast, type ToastRequest } from '#ui/overlay/toast-manager.ts'
import type { Alert, Effect } from './outcome.ts'
import { OutcomeAlert } from './OutcomeAlert.tsx'
import { outcomeEffects } from './outcomes.ts'
import { reloadOnce, tabStorage } from '../route/reload-once.ts'
import { dropShell } from '#features/update/service-worker.ts'
import { wayBack } from './way-back.ts'
import { ORIGIN_TOAST_ID } from './message-rules.ts'

/** State of the rules between outcomes. The current screen is read when an outcome arrives. */
interface Memory {
  here: string
  wayBack: string
  isAlertOpen: boolean
  lastBlockadeAt: number | null
  isStorageNoticeShown: boolean
}

/** The memory of this page, with the current screen. */
function useMemory(): { readonly now: Memory } {
  const location = useLocation()
  const [memory] = useState<{ readonly now: Memory }>(() => ({
    now: { here: '', wayBack: '', isAlertOpen: false, lastBlockadeAt: null, isStorageNoticeShown: false },
  }))
  useEffect(() => {
    Object.assign(memory.now, { here: location.pathname + location.search, wayBack: wayBack(location) })
  }, [memory, location])
  return memory
}

/**
 * Performs the effects that `outcomes.ts` decides, and shows notices of the transport. Rendered once, inside the
 * router.
 */
export function OutcomeEffects() {
  const store = useStore()
  const navigate = useNavigate()
  const memory = useMemory()
  const [alert, setAlert] = useState<Alert | null>(null)
  const [isOpen, setOpen] = useState(false)

  useEffect(() => {
    const perform = (effect: Effect): void => {
      switch (effect.type) {
        case 'clear-session':
          return store.set(sessionAtom, null)
        case 'begin-robot-check':
          return store.set(isRobotCheckOpenAtom, true)
        case 'reality-check':
          return store.set(isCheckWantedAtom, true)
        case 'refresh-balance':
          return void loadCoins()
        case 'alert':
          Object.assign(memory.now, { isAlertOpen: true, ...(effect.isBlockade && { lastBlockadeAt: serverNow() }) })
          store.set(sessionAlertAtom, true)
          setAlert(effect)
          return setOpen(true)
        case 'go':
          // Later outcomes of the same burst already see the new screen.
          Object.assign(memory.now, { here: effect.to })
          return void navigate(effect.to, { state: effect.state, replace: effect.isReplacing ?? false })
        case 'toast': {
          const { text, durationMs, id = text } = effect
          return void toast({ text, tone: 'warn', id, ...(durationMs && { durationMs }) })
        }
      }
    }
    const take = (notice: TransportNotice): void => {
      if (notice.type === 'outcome') {
        if (PLAY_STOP_CODES.includes(notice.code)) notifyPlayChange()
        const isBeingChecked = store.get(isRobotCheckOpenAtom) || memory.now.here.startsWith('/robot-check')
        const context = { ...memory.now, isBeingChecked, skin: store.get(siteAtom).skin, now: serverNow() }
        return outcomeEffects(notice, context).forEach(perform)
      }
      if (notice.type === 'session-expiring') return store.set(showExpiryWarningAtom, notice.expireAt)
      if (notice.type === 'version-mismatch') reloadForVersion()
      if (notice.type === 'storage-failed') {
        if (memory.now.isStorageNoticeShown) return
        Object.assign(memory.now, { isStorageNoticeShown: true })
      }
      const message = noticeToast(notice)
      if (message !== null) toast(message)
    }
    return onNotice(take)
  }, [memory, navigate, store])

  const close = useCallback(
    (to: string | null) => {
      Object.assign(memory.now, { isAlertOpen: false })
      store.set(sessionAlertAtom, false)
      setOpen(false)
      if (to !== null) void navigate(to)
    },
    [memory, navigate, store],
  )
  return <OutcomeAlert alert={alert} isOpen={isOpen} onDone={close} />
}

/** Loads the current version. Reports if the page was reloaded for that before. */
function reloadForVersion(): void {
  const isReloading = reloadOnce(Date.now(), tabStorage(), () => {
    void dropShell().finally(() => window.location.reload())
  })
  if (!isReloading) toast({ text: commonText('outcome.version.old'), tone: 'warn', durationMs: 0, id: 'version' })
}

const STORAGE_TOAST_MS = 10_000

/** The toast for a transport notice, or null. A toast with the same id is shown once. */
function noticeToast(notice: TransportNotice): ToastRequest | null {
  switch (notice.type) {
    case 'origin':
      return {
        text: commonText(notice.isFirst ? 'outcome.line.first' : 'outcome.line.other'),
        tone: 'info',
        id: ORIGIN_TOAST_ID,
      }
    case 'storage-failed':
      return { text: commonText('outcome.storage.failed'), tone: 'warn', id: 'storage', durationMs: STORAGE_TOAST_MS }
    default:
      return null
  }
}
