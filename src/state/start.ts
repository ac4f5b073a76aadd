import { CODES } from '#protocol/codes.ts'
import type { Result } from '#protocol/result.ts'
import type { ConnectionState, TransportNotice } from '#protocol/worker/notices.ts'
import type { StartReport } from '#protocol/worker/api.ts'
import { onNotice, startTransport } from '#transport/client.ts'
import { resetCoins, loadCoins, reloadCoins } from './session/coins.ts'
import { connectionAtom, hasRoomAtom, isOriginRefusedAtom } from './data/connection.ts'
import { removeVisit, storeVisit } from './data/last-visit.ts'
import { cachedResponsesAtom } from './data/use-cached-data.ts'
import { loadSiteConfig, watchSiteConfig } from './site/load-site-config.ts'
import { onReconnect } from './data/reconnect.ts'
import { followSignOuts, memberEntered, sessionEnded } from './session/member-storage.ts'
import { memberAtom, memberChangesAtom, sessionAtom } from './session/session.ts'
import { store } from './store.ts'

/**
 * Applies notices of the transport. A settled money call may have changed the balance. Outcomes and versions are handled
 * by src/app/outcomes/outcomes.ts.
 */
function applyNotice(notice: TransportNotice): void {
  if (notice.type === 'connection') applyConnection(notice.state)
  else if (notice.type === 'session') store.set(sessionAtom, notice.session)
  else if (notice.type === 'settled') void loadCoins()
}

/** A page without a room is online while the connection to the site's room is opened: calls work. */
function applyConnection(state: ConnectionState): void {
  const isOpening = state === 'connecting' && !store.get(hasRoomAtom)
  if (!isOpening) store.set(connectionAtom, state)
}

let isListening = false

/**
 * Subscribes, once, to the transport and the signed-in member. Keeps the site configuration fresh, and reloads the balance
 * when the page becomes visible and, after a failure, on reconnect.
 */
function listen(): void {
  if (isListening) return
  isListening = true
  onNotice(applyNotice)
  let userId: string | undefined
  let lastId: string | undefined
  watchSiteConfig()
  followSignOuts()
  store.sub(memberAtom, () => {
    const next = store.get(memberAtom)?.userId
    if (next === userId) return
    userId = next
    if (next === undefined) sessionEnded()
    else memberEntered()
    if (next !== undefined && lastId !== undefined && next !== lastId)
      store.set(memberChangesAtom, (count) => count + 1)
    lastId = next ?? lastId
    resetCoins()
    void loadCoins()
  })
  onReconnect(reloadCoins)
  window.addEventListener('pagehide', () => {
    if (userId !== undefined) storeVisit(userId, store.get(cachedResponsesAtom))
  })
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && userId !== undefined) void loadCoins()
  })
}

/**
 * Starts the transport and keeps the shared atoms in sync with it. Call it before the first render that needs the server;
 * after a failure it may be called again.
 */
export async function startState(): Promise<Result<StartReport>> {
  listen()
  const report = await startTransport()
  store.set(isOriginRefusedAtom, !report.ok && report.code === CODES.ORIGIN_REFUSED)
  if (report.ok) {
    store.set(sessionAtom, report.data.session)
    if (report.data.session === null) removeVisit()
    // Without a room there is no socket connection to wait for: calls work.
    if (!store.get(hasRoomAtom)) store.set(connectionAtom, 'online')
    void loadSiteConfig()
  }
  return report
}
