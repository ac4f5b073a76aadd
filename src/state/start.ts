import type { Result } from '#protocol/result.ts'
import type { TransportNotice } from '#protocol/worker/notices.ts'
import type { StartReport } from '#protocol/worker/api.ts'
import { onNotice, startTransport } from '#transport/client.ts'
import { resetCoins, loadCoins, reloadCoins } from './session/coins.ts'
import { connectionAtom, hasRoomAtom } from './data/connection.ts'
import { loadSiteConfig, watchSiteConfig } from './site/load-site-config.ts'
import { onReconnect } from './data/reconnect.ts'
import { memberAtom, memberChangesAtom, sessionAtom } from './session/session.ts'
import { store } from './store.ts'

/**
 * What the transport says, as state. A money call that was left open and is now settled may have moved coins. Outcomes
 * and versions are the app's business (src/app/outcomes.ts).
 */
function take(notice: TransportNotice): void {
  if (notice.type === 'connection') store.set(connectionAtom, notice.state)
  else if (notice.type === 'session') store.set(sessionAtom, notice.session)
  else if (notice.type === 'settled') void loadCoins()
}

let isListening = false

/**
 * Once: transport to atoms, coins to the member, the site's configuration, and a fresh balance whenever the page comes to
 * the front, or the network returns after a balance that did not come.
 */
function listen(): void {
  if (isListening) return
  isListening = true
  onNotice(take)
  let userId: string | undefined
  let lastId: string | undefined
  watchSiteConfig()
  store.sub(memberAtom, () => {
    const next = store.get(memberAtom)?.userId
    if (next === userId) return
    userId = next
    if (next !== undefined && lastId !== undefined && next !== lastId)
      store.set(memberChangesAtom, (count) => count + 1)
    lastId = next ?? lastId
    resetCoins()
    void loadCoins()
  })
  onReconnect(reloadCoins)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && userId !== undefined) void loadCoins()
  })
}

/**
 * Starts the transport and keeps the shared atoms in step with it. Call it once before the first render that needs
 * the server; after a failure it may be called again.
 */
export async function startState(): Promise<Result<StartReport>> {
  listen()
  const report = await startTransport()
  if (report.ok) {
    store.set(sessionAtom, report.data.session)
    // Without a room there is no link to wait for: calls work.
    if (!store.get(hasRoomAtom)) store.set(connectionAtom, 'online')
    void loadSiteConfig()
  }
  return report
}
